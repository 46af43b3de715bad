/** What a workspace can hold under one name. A text and bytes are a file; the others are files that are no files. */
export type Entry =
  | string
  | Uint8Array
  | { readonly link: string }
  | { readonly special: 'fifo' | 'socket' | 'folder' | 'unreadable' }
  /** A file of zeros that takes no room on the disk, of so many bytes. */
  | { readonly sparse: number };

export type Files = Readonly<Record<string, Entry>>;

/** One input that means harm: a document with what stands beside it. */
export interface HostileInput {
  /** Unique among all; names its folder. */
  readonly name: string;
  /** Made when it is needed, since some are megabytes. */
  readonly files: () => Files;
  /** The document that is opened, and given to the command line. */
  readonly open: string;
  /** A file of rows that the preview takes its row from. */
  readonly rows?: string;
  /** A chat template that the preview is put into. */
  readonly chat?: string;
  /** A text of the document: where an editor asks for definitions, references and another name. */
  readonly at?: string;
  /** What a run has saved: prompts that the preview is compared with. */
  readonly saved?: () => string;
  /** More of the command line, by names of their own. */
  readonly commands?: Readonly<Record<string, readonly string[]>>;
  /** What `explain` reads in place of the document. */
  readonly log?: () => string;
  /** More that an editor asks of the document, by names that say what. */
  readonly asks?: (uri: string) => Readonly<Record<string, Request>>;
  /** Called again and again while all this goes on: what another program does in the input's folder. It may throw. */
  readonly meanwhile?: (folder: string, turn: number) => void;
}

/** A request of the protocol. */
export interface Request {
  readonly method: string;
  readonly params: object;
}

/** Inputs of one kind. */
export interface Kind {
  readonly kind: string;
  readonly inputs: readonly HostileInput[];
}

/** What some inputs have beside name and files. */
type Options = Omit<HostileInput, 'name' | 'open' | 'files'>;

export function input(name: string, open: string, files: () => Files, options: Options = {}): HostileInput {
  return { name, open, files, ...options };
}

/** A small whole config of OpenCompass with one target; what is hostile stands behind it. */
export const dataset = `demo_datasets = [
    dict(
        abbr='demo', type='JsonlDataset', path='demo', eval_cfg=dict(),
        reader_cfg=dict(input_columns=['question'], output_column='answer'),
        infer_cfg=dict(
            prompt_template=dict(type='PromptTemplate', template='Be brief. {question}'),
            retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer'),
        ),
    ),
]
models = [dict(type='HuggingFaceCausalLM', abbr='m', path='m', max_out_len=8)]
`;

/** A small whole task of lm-evaluation-harness, without the keys that stand in `but`. */
export function task(...but: readonly string[]): string {
  const lines = [
    'task: lake',
    'dataset_path: lake',
    'test_split: test',
    'output_type: generate_until',
    'doc_to_text: "Be brief. {{ question }}"',
    'doc_to_target: a',
  ];
  return lines.filter((line) => !but.includes(line.slice(0, line.indexOf(':')))).join('\n') + '\n';
}

/** A config of Python that goes on with the code. */
export function python(name: string, code: string | (() => string)): HostileInput {
  return input(name, 'main.py', () => ({ 'main.py': dataset + (typeof code === 'string' ? code : code()) + '\n' }));
}

/** A document of Python as it is. */
export function pythonText(name: string, text: () => string | Uint8Array): HostileInput {
  return input(name, 'main.py', () => ({ 'main.py': text() }));
}

/** A task whose `doc_to_text` is a template of Jinja. */
export function template(name: string, text: string | (() => string)): HostileInput {
  const made = (): string => (typeof text === 'string' ? text : text());
  return input(name, 'main.yaml', () => ({ 'main.yaml': `${task('doc_to_text')}doc_to_text: ${JSON.stringify(made())}\n` }));
}

/** A task that goes on with the YAML. */
export function yaml(name: string, text: string | (() => string)): HostileInput {
  return input(name, 'main.yaml', () => ({ 'main.yaml': task() + (typeof text === 'string' ? text : text()) + '\n' }));
}

/** `count` pieces in a row. */
export function many(count: number, piece: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => piece(i)).join('');
}

/** So many files, each with its name. */
export function numbered(count: number, file: (i: number) => [string, Entry]): Files {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => file(i)));
}
