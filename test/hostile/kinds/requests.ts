import { comparePromptsCommand, readSavedCommand } from '../../../server/src/protocol/compare.js';
import {
  explainErrorCommand,
  findRowCommand,
  pairStatesCommand,
  previewChoicesCommand,
  saveRowsCommand,
} from '../../../server/src/protocol/commands.js';
import { takeAwayCommand } from '../../../server/src/protocol/take-away.js';
import { targetsCommand } from '../../../server/src/protocol/targets.js';
import { dataset, input, many, numbered, task, type Files, type HostileInput, type Kind, type Request } from '../input.js';

const command = (name: string, argument: object): Request => ({
  method: 'workspace/executeCommand',
  params: { command: name, arguments: [argument] },
});
const call = '  File "a.py", line 1, in f\n';
const cause = '\nDuring handling of the above exception, another exception occurred:\n\n';
const header = 'Traceback (most recent call last):\n';

/** Logs that an exception is looked for in. */
const logs: Readonly<Record<string, () => string>> = {
  'lines-empty': () => '\n'.repeat(200_000),
  'lines-short': () => 'a\n'.repeat(100_000),
  'errors-only': () => 'AError\n'.repeat(30_000),
  'errors-behind-calls': () => header + call.repeat(3_000) + 'KeyError: 1\n'.repeat(10_000),
  'errors-behind-each-call': () => (call + 'KeyError: 1\n').repeat(5_000),
  'errors-linked': () => (header + call + `KeyError: 1\n${cause}`).repeat(1_200) + "KeyError: 'api_role'\n",
  'errors-linked-alike': () => `KeyError: 'x'\n${cause}`.repeat(2_200),
  'streams-many': () => many(16_000, (i) => `${String(i)}: AError\n`),
  'streams-crossing': () => many(10_000, (i) => `[rank${String(i % 5_000)}]: KeyError: 1\n`),
  'marks-of-streams': () => '[rank1]: '.repeat(20_000),
  'box-never-closed': () => `╭── Traceback (most recent call last) ──╮\n${'│ aaaaaaaaaaaaaaaaaaaa │\n'.repeat(8_000)}`,
  'box-of-paths': () => `╭── Traceback (most recent call last) ──╮\n${'│ a:1 in │\n'.repeat(18_000)}╰──╯\n`,
  'boxes-many': () => '╭─ Traceback (most recent call last) ─╮\n│ a.py:1 in f │\n╰─╯\nAError\n'.repeat(3_000),
  'line-long': () => `KeyError: ${'a'.repeat(199_000)}`,
  'line-of-names': () => `${'a.'.repeat(99_000)}Error`,
  'line-of-capitals': () => `${'Error'.repeat(39_000)}x`,
  'line-of-blanks': () => `INFO${' '.repeat(190_000)}-`,
  'line-of-files': () => `${'File "'.repeat(30_000)}", line`,
  'line-of-quotes': () => `  File "${'", line '.repeat(24_000)}`,
  'line-of-escapes': () => '\u001b]'.repeat(99_000),
  'line-of-colours': () => `[${'1;'.repeat(99_000)}`,
  'line-of-times': () => '12:00:00 '.repeat(22_000),
  'lines-of-returns': () => '\r'.repeat(199_000),
  'json-of-traceback': () => `{"a": "Traceback (most recent call last):\\n${'\\\\n\\"'.repeat(40_000)}`,
  'message-of-many-lines': () => `KeyError: 1\n${`${'b'.repeat(4_000)}\n`.repeat(45)}`.repeat(1),
  'message-like-known': () => `KeyError: Spec '${"' is not a registered task Spec '".repeat(6_000)}`,
  'undefined-names': () => `jinja2.exceptions.UndefinedError: '${"' is undefined '".repeat(12_000)}`,
  'indents-unlike': () => many(600, (i) => `${' '.repeat(i % 300)}KeyError: ${String(i)}\n`),
};

/** Configs and tasks about whose prompts more is asked. */
function everything(uri: string): Readonly<Record<string, Request>> {
  const request = { uri, selection: { row: 0 } };
  const position = { line: 4, character: 30 };
  const textDocument = { uri };
  const text = { textDocument };
  return {
    choices: command(previewChoicesCommand, request),
    targets: command(targetsCommand, request),
    'take away as Markdown': command(takeAwayCommand, { uri, request, form: 'markdown' }),
    'take away as Python': command(takeAwayCommand, { uri, request, form: 'python' }),
    'take away as messages': command(takeAwayCommand, { uri, request, form: 'messages' }),
    'find row': command(findRowCommand, { ...request, text: 'nowhere', from: 0 }),
    'find row backwards': command(findRowCommand, { ...request, text: 'zz', from: 0, back: true }),
    'selection ranges': {
      method: 'textDocument/selectionRange',
      params: { ...text, positions: Array.from({ length: 50 }, () => position) },
    },
    'signature help': { method: 'textDocument/signatureHelp', params: { ...text, position } },
    'symbols of the workspace': { method: 'workspace/symbol', params: { query: 'd' } },
    'symbols of a long name': { method: 'workspace/symbol', params: { query: 'a'.repeat(100_000) } },
    'rename of the file': {
      method: 'workspace/willRenameFiles',
      params: { files: [{ oldUri: uri, newUri: uri.replace(/main/, 'other') }] },
    },
    'rename of the folder': {
      method: 'workspace/willRenameFiles',
      params: { files: [{ oldUri: uri.slice(0, uri.lastIndexOf('/')), newUri: `${uri.slice(0, uri.lastIndexOf('/'))}-other` }] },
    },
    states: command(pairStatesCommand, { uri, datasets: ['0:0'], models: ['0:0'] }),
    'save rows': command(saveRowsCommand, { uri, of: 'demo', file: '/etc/passwd', row: 5 }),
  };
}

function asked(name: string, open: string, files: () => Files, rows?: string): HostileInput {
  return input(`request-${name}`, open, files, { asks: everything, ...(rows !== undefined && { rows }) });
}

const longRow = (count: number): string => `{"question": "${'wo rd\\n'.repeat(count)}"}\n`;

/** What is asked of no document, or with parameters that no editor gives. */
const odd: Readonly<Record<string, (uri: string) => Request>> = {
  'names-of-a-prototype': (uri) =>
    command('promptPreflight.renderPreview', {
      uri,
      selection: { __proto__: null, constructor: 1, dataset: '__proto__', model: 'toString' },
    }),
  'row-far': (uri) => command('promptPreflight.renderPreview', { uri, selection: { row: 9_007_199_254_740_991 } }),
  'row-no-number': (uri) => command('promptPreflight.renderPreview', { uri, selection: { row: Number.NaN, dataset: 'x'.repeat(500_000) } }),
  'chat-template-outside': (uri) =>
    command('promptPreflight.renderPreview', { uri, selection: { row: 0, chatTemplate: '/etc/passwd', shots: 1e9 } }),
  'chat-template-device': (uri) => command('promptPreflight.renderPreview', { uri, selection: { row: 0, chatTemplate: '/dev/zero' } }),
  'release-long': (uri) =>
    command(comparePromptsCommand, {
      uri,
      request: { uri, selection: { row: 0 } },
      other: { kind: 'release', release: '1.'.repeat(200_000) },
    }),
  'other-files': (uri) =>
    command(comparePromptsCommand, {
      uri,
      request: { uri, selection: { row: 0 } },
      other: {
        kind: 'files',
        texts: [
          { uri: 'file:///etc/passwd', text: 'x' },
          { uri, text: 'x = '.repeat(100_000) },
          { uri, text: 'while True: pass' },
        ],
      },
    }),
  'saved-of-objects': () => command(readSavedCommand, { id: 'x', text: `{"0": ${'{"a":'.repeat(300_000)}` }),
  'states-many': (uri) =>
    command(pairStatesCommand, {
      uri,
      datasets: Array.from({ length: 100 }, (_, i) => `${String(i)}:${'9'.repeat(300)}`),
      models: Array.from({ length: 9 }, (_, i) => `__proto__${String(i)}`),
    }),
  'rows-saved-many': (uri) => command(saveRowsCommand, { uri, of: 'x'.repeat(300_000), file: `${'a/'.repeat(100_000)}a.jsonl`, row: 5 }),
};

const inputs: HostileInput[] = [
  ...Object.entries(logs).map(([name, log]) =>
    input(`log-${name}`, 'main.py', () => ({ 'main.py': dataset }), {
      log,
      asks: (uri) => ({ explain: command(explainErrorCommand, { text: log(), uri }) }),
    }),
  ),
  ...Object.entries(odd).map(([name, request]) =>
    input(`request-${name}`, 'main.py', () => ({ 'main.py': dataset }), { asks: (uri) => ({ [name]: request(uri) }) }),
  ),
  asked('all-of-a-long-row', 'main.py', () => ({ 'main.py': dataset, 'rows.jsonl': longRow(500_000) }), 'rows.jsonl'),
  asked('all-of-many-rows', 'main.py', () => ({ 'main.py': dataset, 'rows.jsonl': '{"question": "z z"}\n'.repeat(400_000) }), 'rows.jsonl'),
  asked('all-of-many-targets', 'main.py', () => ({
    'main.py': `${dataset}models = [dict(models[0], abbr=str(i)) for i in range(3000)]\ndemo_datasets = [dict(demo_datasets[0], abbr=str(i)) for i in range(3000)]\n`,
  })),
  asked('all-of-many-labels', 'main.py', () => ({
    'main.py': `${dataset}c = demo_datasets[0]['infer_cfg']\nc['inferencer'] = dict(type='PPLInferencer')\nc['prompt_template']['template'] = {str(i): '{question}' for i in range(700000)}\n`,
  })),
  asked('all-of-two-long-labels', 'main.py', () => ({
    'main.py': `${dataset}c = demo_datasets[0]['infer_cfg']\nc['inferencer'] = dict(type='PPLInferencer')\nc['prompt_template']['template'] = {'a': 'x ' * 2000000 + 'a', 'b': 'x ' * 2000000 + 'b'}\n`,
  })),
  asked('all-of-ks', 'main.py', () => ({
    'main.py': `${dataset}demo_datasets[0]['k'] = list(range(900000))\ndemo_datasets[0]['n'] = 10**400\n`,
  })),
  asked('all-of-ids-far-apart', 'main.py', () => ({
    'main.py': `${dataset}c = demo_datasets[0]['infer_cfg']\nc['ice_template'] = dict(type='PromptTemplate', template='{question}</E>', ice_token='</E>')\nc['retriever'] = dict(type='FixKRetriever', fix_id_list=[10**9, 2**53, 5])\n`,
  })),
  asked('all-of-end-tokens', 'main.py', () => ({
    'main.py': `${dataset}models[0]['meta_template'] = dict(round=[dict(role='HUMAN'), dict(role='BOT')], end='<endend>' * 60 + '!')\n`,
  })),
  asked('all-of-brackets-open', 'main.py', () => ({ 'main.py': `${dataset}x = dict(${'a=dict('.repeat(20_000)}\n` })),
  asked('all-of-one-line', 'main.py', () => ({ 'main.py': `${dataset.trimEnd()}; ${'x = dict(a=[1, 2, {"b": "c"}]); '.repeat(8_000)}\n` })),
  asked('all-of-words', 'main.yaml', () => ({ 'main.yaml': `${task('doc_to_text')}doc_to_text: ${'a'.repeat(380_000)}\n` })),
  asked('all-of-words-and-brackets', 'main.yaml', () => ({
    'main.yaml': `${task('doc_to_text')}doc_to_text: "{{ ${'a'.repeat(190_000)} }}${'a'.repeat(180_000)}"\n`,
  })),
  asked('all-of-blanks', 'main.yaml', () => ({ 'main.yaml': `${task('doc_to_text')}doc_to_text: "Q${' '.repeat(370_000)}x"\n` })),
  asked('all-of-blanks-at-the-end', 'main.yaml', () => ({
    'main.yaml': `${task('doc_to_text')}doc_to_text: "x${' '.repeat(370_000)}"\ntarget_delimiter: "${' '.repeat(1_000)}"\n`,
  })),
  asked('all-of-shots', 'main.yaml', () => ({
    'main.yaml': `${task()}num_fewshot: 2000\nfewshot_config:\n  samples:\n${'    - {question: "a b", answer: c}\n'.repeat(2_000)}`,
  })),
  asked('all-of-metrics-beside', 'main.yaml', () => ({
    'main.yaml': 'group: g\ntask: [lake]\naggregate_metric_list: [{metric: acccc}]\n',
    ...numbered(20, (i) => [`t${String(i)}.yaml`, `${task()}\n${' '.repeat(200_000)}x\n`]),
  })),
  asked('all-of-names-beside', 'main.yaml', () => ({
    'main.yaml': `${task('task')}task: other\ninclude: a.yaml\n`,
    'a.yaml': 'x: 1\n',
    ...numbered(20, (i) => [`t${String(i)}.yaml`, `task: a${' '.repeat(200_000)}"\n`]),
  })),
  asked('all-of-slashes', 'main.py', () => ({
    'main.py': dataset,
    'preflight.json': `{"includePaths": ["${'/'.repeat(250_000)}x"], "dataRoots": ["${'\\\\'.repeat(120_000)}y"]}`,
  })),
  asked('all-of-imports', 'main.py', () => ({
    'main.py': `from mmengine.config import read_base\nwith read_base():  # ${'x'.repeat(100)}\n    from .a import *\nfrom .b import c${' '.repeat(200_000)};\n${dataset}`,
    'a.py': 'x = 1\n',
    'b.py': 'c = 1\n',
  })),
  asked('all-of-lists', 'main.py', () => ({ 'main.py': `${dataset}a = [1]\ndatasets = [a${' '.repeat(200_000)}*a]\n` })),
  asked('all-of-ranges', 'main.py', () => ({
    'main.py': `${dataset}demo_datasets[0]['reader_cfg']['test_range'] = '[' + ' ' * 300000 + ':' + ' ' * 300000 + 'x]'\ndemo_datasets[0]['reader_cfg']['train_range'] = ' ' * 300000 + ':' + ' ' * 300000 + 'x'\n`,
  })),
  asked('all-of-columns', 'main.py', () => ({
    'main.py': dataset.replace("['question']", `['a${'\\t'.repeat(200_000)}b,c${' '.repeat(200_000)}d']`),
  })),
];

export const requests: Kind = { kind: 'requests', inputs };
