import type { Document } from '../../../core/document.js';
import { say } from '../../../core/say.js';
import { typedSpan } from '../../../cursor/typed.js';
import { importedPaths, importEdit } from '../../../edit/add-import.js';
import { parsePython } from '../../../python/syntax/parse.js';
import type { Completion, TypingPlace } from '../../face/editor.js';

/** A part of a config that one starts with. `$1` and `${2:text}` are places to fill, as the protocol has them. */
interface ConfigSnippet {
  readonly label: string;
  readonly detail: string;
  /** The classes that it names, and the modules below the framework's package that configs import them from. */
  readonly classes: readonly (readonly [module: string, name: string])[];
  readonly body: string;
}

const template = ['openicl.icl_prompt_template', 'PromptTemplate'] as const;
const retriever = ['openicl.icl_retriever', 'ZeroRetriever'] as const;
const evaluator = ['openicl.icl_evaluator', 'AccEvaluator'] as const;
const dataset = ['datasets', 'CustomDataset'] as const;

/** Behind the `infer_cfg` of a dataset: how it is evaluated, and its list. */
const listOfOne = `$1_eval_cfg = dict(evaluator=dict(type=AccEvaluator))

$1_datasets = [
    dict(
        abbr='$1',
        type=CustomDataset,
        path='\${5:data/demo.jsonl}',
        reader_cfg=$1_reader_cfg,
        infer_cfg=$1_infer_cfg,
        eval_cfg=$1_eval_cfg,
    )
]
`;

const snippets: readonly ConfigSnippet[] = [
  {
    label: 'generative dataset',
    detail: say`A dataset whose answers the model writes`,
    classes: [dataset, evaluator, ['openicl.icl_inferencer', 'GenInferencer'], template, retriever],
    body: `\${1:demo}_reader_cfg = dict(input_columns=['\${2:question}'], output_column='\${3:answer}')

$1_infer_cfg = dict(
    prompt_template=dict(
        type=PromptTemplate,
        template=dict(
            round=[
                dict(role='HUMAN', prompt='\${4:Question: }{$2}'),
                dict(role='BOT', prompt='{$3}'),
            ],
        ),
    ),
    retriever=dict(type=ZeroRetriever),
    inferencer=dict(type=GenInferencer),
)

${listOfOne}`,
  },
  {
    label: 'perplexity dataset',
    detail: say`A dataset whose answer is the label that the model finds likeliest`,
    classes: [dataset, evaluator, ['openicl.icl_inferencer', 'PPLInferencer'], template, retriever],
    body: `\${1:demo}_reader_cfg = dict(input_columns=['\${2:question}', 'A', 'B'], output_column='\${3:answer}')

$1_infer_cfg = dict(
    prompt_template=dict(
        type=PromptTemplate,
        template={
            label: dict(
                round=[
                    dict(role='HUMAN', prompt='\${4:Question: }{$2}'),
                    dict(role='BOT', prompt=f'{{{label}}}'),
                ],
            )
            for label in ['A', 'B']
        },
    ),
    retriever=dict(type=ZeroRetriever),
    inferencer=dict(type=PPLInferencer),
)

${listOfOne}`,
  },
  {
    label: 'chat model',
    detail: say`A model that is asked with the chat template of its tokenizer`,
    classes: [['models', 'HuggingFacewithChatTemplate']],
    body: `models = [
    dict(
        type=HuggingFacewithChatTemplate,
        abbr='\${1:my-model}',
        path='\${2:organization/model}',
        max_out_len=\${3:1024},
        batch_size=\${4:8},
        run_cfg=dict(num_gpus=\${5:1}),
    )
]
`,
  },
];

/** Parts of configs for a new line of a Python document, with the imports that they need: behind those that are there, else in front of the part. */
export function configSnippets({ document, offset, before }: TypingPlace, packageName: string): Completion[] {
  if (document.language !== 'python') return [];
  const module = parsePython(document.file, document.text);
  const bound = importedPaths(module);
  const imports = module.body.some(({ type, end }) => type === 'ImportFrom' && end < offset);
  return snippets.map(({ label, detail, classes, body }) => {
    const missing = classes.filter(([, name]) => !bound.has(name));
    const edits = missing.flatMap(([path, name]) => importEdit(document, module, `${packageName}.${path}`, name) ?? []);
    const lines = missing.map(([path, name]) => `from ${packageName}.${path} import ${name}\n`).join('');
    const newText = imports || missing.length === 0 ? body : `${lines}\n${body}`;
    return { ...snippetOf(document, offset, before), label, detail, newText, ...(imports && edits.length > 0 && { also: edits }) };
  });
}

function snippetOf(document: Document, offset: number, before: string): Pick<Completion, 'kind' | 'markdown' | 'span'> {
  return { kind: 'snippet', markdown: '', span: typedSpan(document, offset, before) };
}
