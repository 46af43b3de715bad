import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { answerTo } from '../../server/src/cli/batch/answer.js';
import { BatchSession } from '../../server/src/cli/batch/session.js';
import { folderOf } from './run-cli.js';

const document = readFileSync('docs/batch.md', 'utf8');

/** The requests of the documents, as they stand there. */
const documented = [...document.matchAll(/^ {4}(\{"id"[^]*?\})\s*\n\n/gm)]
  .map(([, text]) => text!.split(/\n {4}(?=\{"id")/))
  .flat()
  .filter((text) => text.includes('"op"'))
  .map((text) => text.replaceAll('{…}', '{"x": 1}').replaceAll('[…]', '[]'));

const demo = { root: 'examples/opencompass', path: 'eval_demo.py' };
const task = { root: 'examples/lm-eval', path: 'harbour_quiz.yaml' };
const ofDocument = (op: string): object => JSON.parse(documented.find((text) => text.includes(`"op": "${op}"`))!) as object;
const small = (text: string): object => ({ files: { 'main.py': text }, main: 'main.py' });

/** A dataset class of a package that is read from source. */
const packageFiles = {
  'opencompass/__init__.py': '',
  'opencompass/openicl/__init__.py': '',
  'opencompass/datasets/__init__.py': [
    'from datasets import Dataset',
    'class Rows:',
    '    @staticmethod',
    '    def load(**kwargs):',
    "        return Dataset.from_list([{'q': 'Why?', 'a': 'So.'}])",
    '',
  ].join('\n'),
};

/** Requests that are answered from the examples, or from what comes with them; of each operation at least one. */
const asked: readonly { readonly op: string; readonly [member: string]: unknown }[] = [
  { op: 'evaluate', ...small('x = (1, 2.5)\n') },
  { op: 'evaluate', ...small('x = 1 / 0\n') },
  { op: 'check', root: 'examples/opencompass', path: 'eval_broken.py' },
  { op: 'preview', ...demo },
  { op: 'preview', ...demo, dataset: 'capitals_asia', model: 'harbor-chat', row: { country: 'Laos', capital: 'Vientiane' } },
  { op: 'preview', ...demo, dataset: 'no-such' },
  { op: 'preview', ...task, row: 1, shots: 1 },
  { op: 'hash', root: 'examples/opencompass', path: 'datasets/capitals_gen.py' },
  { op: 'hash', ...small('x = 1\n') },
  {
    ...ofDocument('render'),
    op: 'render',
    models: [{ type: 'OpenAISDK' }],
    train: [],
    test: { q: 'Why?', a: 'So.' },
    metas: [{ kind: 'lm', meta: null }],
  },
  {
    op: 'render',
    framework: 'opencompass',
    ...demo,
    list: 'datasets',
    index: 0,
    rows: 'sentinel',
    metas: [{ kind: 'api', meta: { round: [{ role: 'HUMAN' }] } }],
  },
  {
    op: 'dataset-rows',
    framework: 'opencompass',
    root: 'PACKAGES',
    class: 'opencompass.datasets.Rows',
    arguments: {},
    reader_cfg: { input_columns: ['q'], output_column: 'a' },
    files: { 'a.txt': 'x' },
  },
  { ...ofDocument('draws'), op: 'draws' },
  { op: 'lm-eval-config', ...task },
  { op: 'lm-eval-config', files: { 'a.yaml': 'include: none.yaml\n' }, main: 'a.yaml' },
  { op: 'lm-eval-render', ...task, doc: { question: 'Why?', choices: ['A', 'B'], answer: 0 }, fewshot_docs: [], num_fewshot: 0 },
  { op: 'lm-eval-run', ...task, task_name: 'harbour_quiz', index: 0, options: { num_fewshot: 1 } },
  {
    op: 'lm-eval-function',
    root: 'examples/lm-eval',
    module: 'utils.py',
    function: 'no_such',
    field: 'doc_to_text',
    rows: [{ question: 'Why?' }],
  },
  {
    op: 'lm-eval-format',
    spec: { type: 'mcqa' },
    doc_to_text: 'question',
    doc_to_choice: 'choices',
    doc_to_target: 'answer',
    doc: { question: 'Why?', choices: ['A', 'B'], answer: 0 },
  },
  { ...ofDocument('chat-template'), op: 'chat-template', template: '{{ messages[0].content }}' },
  { op: 'tokenize', tokenizer: 'no-such', text: 'Hello' },
];

describe('schemas/batch.d.ts', () => {
  const names = [
    ...readFileSync('schemas/batch.d.ts', 'utf8')
      .split('interface BatchOperations')[1]!
      .matchAll(/^ {2}'?([\w-]+)'?: \{/gm),
  ];

  it('has the operations that there are', () => {
    const refused = answerTo(new BatchSession(), '{"op": "none"}');
    const ops = /the ops are ([^"]*)\./.exec(refused)![1]!.split(', ');
    expect(names.map(([, name]) => name).toSorted()).toEqual(ops.toSorted());
    expect([...new Set(asked.map(({ op }) => op))].toSorted()).toEqual(ops.toSorted());
    expect(ops.filter((op) => !documented.some((text) => text.includes(`"op": "${op}"`)))).toEqual([]);
  });

  it('fits the documented requests, and the requests and answers of the program', () => {
    const session = new BatchSession();
    const packages = folderOf(packageFiles);
    const answers = asked.map((request) =>
      answerTo(session, JSON.stringify({ id: 1, ...request, ...(request['root'] === 'PACKAGES' && { root: packages }) })),
    );
    expect(answers.filter((answer) => /BadRequest|InternalError/.test(answer))).toEqual([]);
    const lines = [
      ...documented.map((text, i) => `export const documented${String(i)}: BatchRequest = ${text};`),
      ...asked.flatMap((request, i) => [
        `export const asked${String(i)}: BatchRequest<'${request.op}'> = ${JSON.stringify(request)};`,
        `export const answered${String(i)}: BatchAnswer<'${request.op}'> = ${answers[i]!};`,
      ]),
    ];
    expect(faultsOf(`import type { BatchAnswer, BatchRequest } from './batch.js';\n${lines.join('\n')}\n`)).toEqual([]);
  });

  it('is of use: a member that is missing, too many or another is a fault', () => {
    const wrong = [
      `export const a: BatchRequest<'check'> = {"op": "check", "root": "."};`,
      `export const b: BatchAnswer<'hash'> = {"id": 1, "hash": "x", "other": 1};`,
      `export const c: BatchAnswer<'check'> = {"id": 1, "diagnostics": [{"rule": "x"}]};`,
    ];
    expect(faultsOf(`import type { BatchAnswer, BatchRequest } from './batch.js';\n${wrong.join('\n')}\n`)).toHaveLength(3);
  });
});

/** What TypeScript says of a text that stands beside the types. */
function faultsOf(text: string): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    types: [],
    lib: ['lib.es5.d.ts'],
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    module: ts.ModuleKind.ESNext,
  };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  const file = 'schemas/batch-types.ts';
  host.getSourceFile = (name, ...rest) => (name === file ? ts.createSourceFile(name, text, rest[0]) : read(name, ...rest));
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText, start }) => {
    const line = start === undefined ? '' : text.slice(start).split('\n')[0]!.slice(0, 60);
    return `${line} … ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}
