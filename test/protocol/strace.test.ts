import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageNamed } from '../../server/src/engine/frameworks/packages.js';
import { workspaceFiles } from '../support/configs.js';
import { callsIn, effectOf, straced, whyNoStrace, type Call } from '../support/strace.js';
import { Client } from './client.js';

// What the built server and command line do to the world on a workspace that tries all ways out of it, as the kernel sees it.

const cli = resolve(process.env['PREFLIGHT_CLI'] ?? 'dist/cli.js');
const noStrace = whyNoStrace();
const secret = 'TOP-SECRET';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'preflight-strace-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Where the command line keeps its own code, and nothing else writes. */
const compiled = (): string => join(root, 'compiled');

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

function link(path: string, target: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  symlinkSync(target, join(root, path));
}

/** What the workspace tries to get at. */
function makeOutside(): void {
  const py = `x = y = models = demo_datasets = '${secret}'\n`;
  for (const file of [
    'secret.py',
    'opencompass/__init__.py',
    'opencompass/secret.py',
    'opencompass/configs/secret.py',
    'mine/__init__.py',
    'mine/secret.py',
    'lm_eval/__init__.py',
  ]) {
    write(`outside/${file}`, py);
    // The same beside the workspace, where packages are looked for.
    if (file.includes('/')) write(file, py);
  }
  write('outside/secret.txt', secret);
  write('outside/rows.jsonl', `{"question": "${secret}", "answer": "a"}\n`);
  write('outside/template.jinja', secret);
  write('outside/tokenizer_config.json', `{"chat_template": "${secret}"}`);
  write('outside/task.yaml', `description: ${secret}\ndoc_to_text: ${secret}\n`);
  write('hf/token', secret);
}

/** The documents of the hostile workspace that are opened, each with all ways out that its language has. */
function makeHostile(): string[] {
  const out = join(root, 'outside');
  const base = 'from mmengine.config import read_base\nwith read_base():\n';
  const bases = [
    '.....outside.secret',
    'opencompass.secret',
    'opencompass.configs.secret',
    'mine.secret',
    'linked.secret',
    '.linked.secret',
    '.file',
    'else.secret',
    'etc.passwd',
  ];
  const paths = [
    '/etc/passwd',
    '/proc/self/environ',
    '~/.ssh/id_rsa',
    '../outside/secret.txt',
    `${out}/secret.txt`,
    `//${out}/secret.txt`,
    '//server/share/x.txt',
    'linked/secret.txt',
    `${root}/ws/linked/secret.txt`,
    `${root}/ws/secret.txt`,
    `${root}/hf/token`,
    `${root}/opencompass/secret.py`,
  ];
  const files: Record<string, string> = {
    ...workspaceFiles,
    ...Object.fromEntries(
      bases.map((module, i) => [
        `base${String(i)}.py`,
        `${base}    from ${module} import x, y\na_datasets = [dict(abbr=x, infer_cfg=dict(inferencer=dict(type=y)))]\n`,
      ]),
    ),
    ...Object.fromEntries(
      paths.map((path, i) => [
        `open${String(i)}.py`,
        `import os\nfrom pathlib import Path\na_datasets = [dict(abbr=str(os.path.exists('${path}')), infer_cfg=dict(prompt_template=dict(template=open('${path}').read())))]\nb = Path('${path}').read_text()\n`,
      ]),
    ),
    'old.py': `_base_ = ['../outside/secret.py', '${out}/secret.py', '//server/share/x.py', 'linked/secret.py', 'file.py', 'mmdet::x/y.py']\na_datasets = []\n`,
    'old.yaml': `_base_: ['../outside/task.yaml', '${out}/task.yaml', '//server/share/x.yaml']\ndatasets: [{infer_cfg: {}}]\n`,
    'program.py':
      "import os, subprocess, socket\nfrom urllib.request import urlopen\na_datasets = [dict(abbr=str(os.system('touch /tmp/preflight-was-here')), infer_cfg=dict(inferencer=dict(type=subprocess.run(['id']))))]\nurlopen('http://127.0.0.1:9/')\nsocket.create_connection(('127.0.0.1', 9))\nopen('written.txt', 'w').write('x')\nos.remove('eval.py')\n",
    'custom.py': `datasets = [dict(path='${out}/rows.jsonl', infer_method='gen'), dict(path='../outside/rows.jsonl'), dict(path='rows.jsonl')]\nmodels = [dict(type='HuggingFacewithChatTemplate', abbr='m', path='${out}', tokenizer_path='${out}')]\n`,
    'tasks/task.yaml': `task: lake\ninclude: ${out}/task.yaml\ndataset_path: json\ndataset_kwargs:\n  data_files:\n    test: ${out}/rows.jsonl\n    train: ../outside/rows.jsonl\ntest_split: test\noutput_type: generate_until\ndoc_to_text: "{% include '/etc/passwd' %}{{ question }}"\ndoc_to_target: !function ${out}/secret.x\nprocess_docs: !function ../../outside/secret.x\n`,
    'tasks/more.yaml': `task: river\ninclude: ../../outside/task.yaml\ndataset_path: ${out}\ntest_split: test\noutput_type: generate_until\ndoc_to_text: !function ..outside.secret.x\ndoc_to_target: "{% import '${out}/template.jinja' as t %}{% extends '/etc/passwd' %}"\n`,
    'tasks/linked.yaml':
      'task: sea\ninclude: out/task.yaml\ndataset_path: parquet\ndataset_kwargs: {data_files: {test: rows.parquet}}\ntest_split: test\noutput_type: generate_until\ndoc_to_text: "{{ text }}"\ndoc_to_target: a\n',
  };
  for (const [name, text] of Object.entries(files)) write(`ws/${name}`, text);
  for (const folder of ['linked', 'opencompass', 'lm_eval', 'tasks/out'])
    link(`ws/${folder}`, folder.includes('_') || folder === 'opencompass' ? join(out, folder) : out);
  link('ws/file.py', '../outside/secret.py');
  link('ws/secret.txt', join(out, 'secret.txt'));
  link('ws/rows.jsonl', join(out, 'rows.jsonl'));
  link('ws/tokenizer_config.json', join(out, 'tokenizer_config.json'));
  link('ws/venv', join(out, 'venv'));
  link('hf/hub/models--a--b/snapshots/r/tokenizer_config.json', join(out, 'tokenizer_config.json'));
  write('hf/hub/models--a--b/refs/main', 'r');
  write('ws/.venv/lib/python3.11/site-packages/a.pth', `${out}\n//server/share\n`);
  write(
    'ws/.venv/lib/python3.11/site-packages/__editable___a_finder.py',
    `MAPPING = {'opencompass': '${out}/opencompass', 'else': '${out}/else', 'lm_eval': '${out}/lm_eval'}`,
  );
  execFileSync('mkfifo', [join(root, 'ws/pipe.py'), join(root, 'ws/pipe.yaml')]);
  copyFileSync('test/fixtures/rows/types.parquet', join(root, 'ws/tasks/rows.parquet'));
  return Object.keys(files);
}

/** Asks all that an editor asks; @returns all that was answered, as a text. */
async function askAll(log: string, documents: readonly string[], trusted: boolean): Promise<string> {
  const client = await Client.start({
    root: join(root, 'ws'),
    through: straced(log),
    env: { HF_HOME: join(root, 'hf'), PREFLIGHT_COMPILE_CACHE: compiled() },
    initializationOptions: { trusted },
  });
  const answers: unknown[] = [];
  for (const name of documents) {
    const text = readFileSync(join(root, 'ws', name), 'utf8');
    await client.openText(name, text, name.endsWith('.py') ? 'python' : 'yaml');
    const textDocument = { uri: client.uri(name) };
    const ask = async (method: string, more: object = {}): Promise<void> => {
      answers.push(await client.connection.sendRequest(method, { textDocument, ...more }).catch(String));
    };
    for (const method of ['diagnostic', 'documentSymbol', 'codeLens', 'documentLink']) await ask(`textDocument/${method}`);
    const lines = text.split('\n');
    for (const [line, content] of lines.entries()) {
      const position = { line, character: Math.floor(content.length / 2) };
      for (const method of ['hover', 'definition', 'completion']) await ask(`textDocument/${method}`, { position });
    }
    await ask('textDocument/codeAction', {
      range: { start: { line: 0, character: 0 }, end: { line: lines.length, character: 0 } },
      context: { diagnostics: [] },
    });
    for (const chatTemplate of ['', join(root, 'outside'), '../outside/template.jinja', 'tokenizer_config.json', 'a/b', 'a/../../..']) {
      const request = chatTemplate === '' ? {} : { selection: { chatTemplate } };
      // Rows are read beside the answer, and there at the second question.
      for (let i = 0; i < 2; i++) answers.push(await client.preview(name, request as object).catch(String));
    }
  }
  answers.push(client.logged);
  const ended = new Promise((done) => client.process.once('exit', done));
  await client.connection.sendRequest('shutdown');
  await client.connection.sendNotification('exit');
  await ended;
  return JSON.stringify(answers);
}

function check(log: string, jobs: number): string {
  const [program, ...args] = [
    ...straced(log),
    process.execPath,
    cli,
    'check',
    join(root, 'ws'),
    '--format',
    'json',
    '--jobs',
    String(jobs),
  ];
  const { stdout, stderr } = spawnSync(program!, args, {
    encoding: 'utf8',
    env: { ...process.env, HF_HOME: join(root, 'hf'), PREFLIGHT_COMPILE_CACHE: compiled() },
    maxBuffer: 1 << 26,
  });
  return stdout + stderr;
}

/** What a folder is looked at for, to know whether it is a package. */
const marks = ['configs', ...['opencompass', 'ais_bench', 'lm_eval', 'mmengine'].flatMap((name) => packageNamed(name)!.marks)].sort(
  (a, b) => b.length - a.length,
);

/** What the C library, Node 24 and the start of a process of our own look at by themselves. */
const harmlessPaths = new Set(['/dev/null', '/proc/sys/vm/overcommit_memory', '/sys/devices/system/cpu/cpu0/tsc_freq_khz']);

const pathOf = ({ texts: [path] }: Call): string =>
  (path ?? '').replace(/^\/proc\/\d+\//, '/proc/self/').replace(/\/task\/\d+\//, '/task/0/');

/** What was done that the same program does not do on a harmless workspace. */
function misdeeds(log: string, harmless: string, trusted: boolean, isServer: boolean): string[] {
  const usual = new Set(callsIn(harmless).map((call) => `${effectOf(call)} ${pathOf(call)}`));
  const own = [join(root, 'ws'), join(root, 'hf/hub'), join(root, 'hf/datasets'), dirname(cli), '/proc/self/task/0'];
  const isOwn = (path: string): boolean => !path.startsWith('/') || own.some((folder) => path === folder || path.startsWith(`${folder}/`));
  // Whether a package is there is looked for in the folders around the workspace, and in those that the notes of a trusted environment name.
  const around = [...(trusted ? [join(root, 'outside')] : []), root, dirname(root), '/'];
  const isLookedFor = (path: string): boolean => {
    const place = marks.find((mark) => path.endsWith(`/${mark}`));
    const folder = place === undefined ? path : path.slice(0, -place.length - 1);
    return around.includes(dirname(folder));
  };
  return callsIn(log).flatMap((call) => {
    const effect = effectOf(call);
    const path = pathOf(call);
    if (!isServer && pathOf(call).startsWith(compiled())) return [];
    if (effect === 'none' || usual.has(`${effect} ${path}`) || harmlessPaths.has(path)) return [];
    if ((effect === 'read' || effect === 'look') && isOwn(path)) return [];
    // V8 reads its own program where it places its code anew.
    if (effect === 'read' && path === process.execPath) return [];
    if (effect === 'look' && isLookedFor(path)) return [];
    // Files of columns are read in a process of our own.
    if (effect === 'run' && path === process.execPath && call.texts.some((text) => text.endsWith('/columnar-reader.js'))) return [];
    return [`${effect}: ${call.line}`];
  });
}

function snapshot(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((path) => `${path} ${String(statSync(join(folder, path), { throwIfNoEntry: false })?.mtimeMs)}`);
}

describe.skipIf(noStrace !== undefined)('on a hostile workspace', () => {
  it.each([true, false])(
    'the server reads nothing outside, writes nothing and starts nothing (trusted: %s)',
    async (trusted) => {
      makeOutside();
      for (const [name, text] of Object.entries(workspaceFiles)) write(`ws/${name}`, text);
      await askAll(join(root, 'harmless.log'), Object.keys(workspaceFiles), trusted);
      const documents = makeHostile();
      const before = snapshot(join(root, 'ws'));
      const answers = await askAll(join(root, 'hostile.log'), documents, trusted);
      expect(misdeeds(join(root, 'hostile.log'), join(root, 'harmless.log'), trusted, true)).toEqual([]);
      expect(existsSync(compiled())).toBe(false);
      expect(answers).not.toContain(secret);
      expect(answers).not.toContain('root:x:0');
      expect(snapshot(join(root, 'ws'))).toEqual(before);
      // The same look at something that may be read: the log is one.
      expect(
        callsIn(join(root, 'hostile.log')).some(
          (call) => effectOf(call) === 'read' && pathOf(call) === join(root, 'ws/tasks/rows.parquet'),
        ),
      ).toBe(true);
    },
    180_000,
  );

  it.each([1, 3])(
    'the command line neither (engines: %i)',
    (jobs) => {
      makeOutside();
      for (const [name, text] of Object.entries(workspaceFiles)) write(`ws/${name}`, text);
      check(join(root, 'harmless.log'), jobs);
      makeHostile();
      const before = snapshot(join(root, 'ws'));
      const answers = check(join(root, 'hostile.log'), jobs);
      expect(JSON.parse(answers.slice(answers.indexOf('{'), answers.lastIndexOf('}') + 1))).toHaveProperty('summary.files');
      expect(misdeeds(join(root, 'hostile.log'), join(root, 'harmless.log'), true, false)).toEqual([]);
      expect(answers).not.toContain(secret);
      expect(snapshot(join(root, 'ws'))).toEqual(before);
    },
    120_000,
  );
});

it.runIf(noStrace !== undefined)('strace is missing', (context) => context.skip(noStrace));
