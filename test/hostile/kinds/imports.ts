import { dataset, input, many, numbered, task, type Files, type HostileInput, type Kind } from '../input.js';

const base = (...lines: readonly string[]): string =>
  `from mmengine.config import read_base\nwith read_base():\n${lines.map((line) => `    ${line}\n`).join('')}`;

/** A config with others behind it. */
function main(name: string, text: string | (() => string), files: () => Files = () => ({})): HostileInput {
  return input(`import-${name}`, 'main.py', () => ({ ...files(), 'main.py': (typeof text === 'string' ? text : text()) + dataset }));
}

/** A task with others behind it. */
function mainTask(name: string, text: string | (() => string), files: () => Files = () => ({})): HostileInput {
  return input(`include-${name}`, 'main.yaml', () => ({ ...files(), 'main.yaml': typeof text === 'string' ? text : text() }));
}

/** A config for `lm-eval run --config`. @param tasks items of a list */
function run(tasks: string, more = ''): string {
  return `model: hf\nmodel_args: {pretrained: /etc}\napply_chat_template: true\n${more}tasks:\n${tasks}`;
}

const inputs: HostileInput[] = [
  main('itself', base('from .main import x')),
  main('itself-star', base('from .main import *')),
  main('in-a-ring', base('from .m0 import x'), () =>
    numbered(1_000, (i) => [`m${String(i)}.py`, base(`from .m${String((i + 1) % 1_000)} import x`)]),
  ),
  main('in-a-long-row', base('from .m0 import *'), () =>
    numbered(3_000, (i) => [`m${String(i)}.py`, base(`from .m${String(i + 1)} import *`)]),
  ),
  main(
    'thousands',
    () => base(...Array.from({ length: 3_000 }, (_, i) => `from .m${String(i)} import *`)),
    () => numbered(3_000, (i) => [`m${String(i)}.py`, `x${String(i)} = 1\n`]),
  ),
  main(
    'one-thousands-of-times',
    () => base(...Array<string>(20_000).fill('from .m import *')),
    () => ({ 'm.py': 'x = 1\n' }),
  ),
  main('missing-thousands', () => base(...Array.from({ length: 10_000 }, (_, i) => `from .missing${String(i)} import *`))),
  main('diamonds', base('from .m0a import *', 'from .m0b import *'), () =>
    numbered(60, (i) => [
      `m${String(i >> 1)}${i % 2 ? 'a' : 'b'}.py`,
      i >= 58 ? 'x = 1\n' : base(`from .m${String((i >> 1) + 1)}a import *`, `from .m${String((i >> 1) + 1)}b import *`),
    ]),
  ),
  main('star-of-many-names', base('from .m import *'), () => ({ 'm.py': many(100_000, (i) => `x${String(i)} = 1\n`) })),
  main(
    'names-many',
    () => base(`from .m import ${many(50_000, (i) => `x${String(i)}, `)}y`),
    () => ({ 'm.py': 'y = 1\n' }),
  ),
  main('base-endless', base('from .m import *'), () => ({ 'm.py': 'while True: pass\n' })),
  main('base-regex', base('from .m import *'), () => ({
    'm.py': "import re\nx = re.search(r'^(\\d{1,12}[,.]?){1,12}$', '1' * 40 + 'x')\n",
  })),
  main('base-memory', base('from .m import *'), () => ({ 'm.py': "s = 'a😀' * 10**5\nx = [s[::-1] for i in range(10**4)]\n" })),
  main('base-large', base('from .m import *'), () => ({ 'm.py': `x = [${'0,'.repeat(1_990_000)}]\n` })),
  main(
    'bases-large',
    () => base(...Array.from({ length: 20 }, (_, i) => `from .m${String(i)} import *`)),
    () => numbered(20, (i) => [`m${String(i)}.py`, `x${String(i)} = [${'0,'.repeat(1_900_000)}]\n`]),
  ),
  main('bases-doubling', base('from .m0 import *'), () =>
    numbered(40, (i) => [`m${String(i)}.py`, i === 39 ? 'a = [1]\n' : `${base(`from .m${String(i + 1)} import *`)}a = [a, a]\n`]),
  ),
  main('base-binary', base('from .m import *'), () => ({ 'm.py': new Uint8Array(1_000_000).fill(0) })),
  main('base-folder', base('from .m import *'), () => ({ 'm.py': { special: 'folder' } })),
  main('base-fifo', base('from .m import *'), () => ({ 'm.py': { special: 'fifo' } })),
  main('base-socket', base('from .m import *'), () => ({ 'm.py': { special: 'socket' } })),
  main('base-link-to-itself', base('from .m import *'), () => ({ 'm.py': { link: 'm.py' } })),
  main('base-link-ring', base('from .m import *'), () => ({ 'm.py': { link: 'n.py' }, 'n.py': { link: 'm.py' } })),
  main('base-link-zero', base('from .m import *'), () => ({ 'm.py': { link: '/dev/zero' } })),
  main('base-link-random', base('from .m import *'), () => ({ 'm.py': { link: '/dev/urandom' } })),
  main('base-link-memory', base('from .m import *'), () => ({ 'm.py': { link: '/proc/self/mem' } })),
  main('base-link-terminal', base('from .m import *'), () => ({ 'm.py': { link: '/dev/tty' } })),
  main('base-link-stdin', base('from .m import *'), () => ({ 'm.py': { link: '/proc/self/fd/0' } })),
  main('base-link-passwords', base('from .m import *'), () => ({ 'm.py': { link: '/etc/passwd' } })),
  main('base-link-kmsg', base('from .m import *'), () => ({ 'm.py': { link: '/proc/kmsg' } })),
  main('base-folder-link-up', base('from .up.up.up.main import *'), () => ({ up: { link: '.' } })),
  main('base-folder-link-root', base('from .root.etc.passwd import *'), () => ({ root: { link: '/' } })),
  main('base-unreadable', base('from .m import *'), () => ({ 'm.py': { special: 'unreadable' } })),
  main('path-of-dots', base(`from ${'.'.repeat(1_000)}m import *`)),
  main('path-long', base(`from .${'m.'.repeat(10_000)}m import *`)),
  main('path-name-long', base(`from .${'m'.repeat(100_000)} import *`)),
  main(
    'read-base-many',
    () => many(5_000, () => base('from .m import *')),
    () => ({ 'm.py': 'x = 1\n' }),
  ),
  main('base-list', `_base_ = [${many(5_000, (i) => `'./m${String(i)}.py', `)}]\n`),
  main('base-list-doubling', "_base_ = ['./m.py'] * 10**7\n", () => ({ 'm.py': 'x = 1\n' })),
  main('base-pattern', "import glob\nfor f in glob.glob('/proc/**/*', recursive=True): pass\n"),
  main('package-huge', 'from opencompass.models import HuggingFaceCausalLM\n', () => ({
    'opencompass/models/__init__.py': many(5_000, (i) => `from .m${String(i)} import *\n`),
    ...numbered(1_000, (i) => [`opencompass/models/m${String(i)}.py`, `class C${String(i)}: pass\n`]),
  })),
  main('package-ring', 'from opencompass.models import HuggingFaceCausalLM\nmodels = [dict(type=HuggingFaceCausalLM, abbr="m")]\n', () => ({
    'opencompass/models/__init__.py': 'from .a import HuggingFaceCausalLM\n',
    'opencompass/models/a.py': 'from .b import HuggingFaceCausalLM\n',
    'opencompass/models/b.py': 'from .a import HuggingFaceCausalLM\n',
  })),
  main('package-class-ring', 'from opencompass.models import A\nmodels = [dict(type=A, abbr="m")]\n', () => ({
    'opencompass/models/__init__.py': 'class A(B): pass\nclass B(A): pass\n',
  })),
  main('package-class-deep', 'from opencompass.models import A5000\nmodels = [dict(type=A5000, abbr="m")]\n', () => ({
    'opencompass/models/__init__.py': `class A0: pass\n${many(5_000, (i) => `class A${String(i + 1)}(A${String(i)}): pass\n`)}`,
  })),
  main('package-large', 'from opencompass.models import A\nmodels = [dict(type=A, abbr="m")]\n', () => ({
    'opencompass/models/__init__.py': `${'x = 1\n'.repeat(600_000)}class A: pass\n`,
  })),
  mainTask('itself', 'include: main.yaml\n' + task()),
  mainTask('in-a-ring', 'include: a.yaml\n' + task(), () =>
    numbered(500, (i) => [i === 0 ? 'a.yaml' : `a${String(i)}.yaml`, `include: a${String((i + 1) % 500 || '')}.yaml\n`]),
  ),
  mainTask('in-a-long-row', 'include: a0.yaml\n' + task(), () =>
    numbered(2_000, (i) => [`a${String(i)}.yaml`, `include: a${String(i + 1)}.yaml\n`]),
  ),
  mainTask('missing-thousands', () => `include: [${many(10_000, (i) => `missing${String(i)}.yaml, `)}]\n` + task()),
  mainTask(
    'same-thousands',
    () => `include: [${'a.yaml, '.repeat(10_000)}]\n` + task(),
    () => ({ 'a.yaml': 'num_fewshot: 1\n' }),
  ),
  mainTask(
    'thousands',
    () => `include: [${many(3_000, (i) => `a${String(i)}.yaml, `)}]\n` + task(),
    () => numbered(3_000, (i) => [`a${String(i)}.yaml`, `metadata: {v: ${String(i)}}\n`]),
  ),
  mainTask('zero', 'include: a.yaml\n' + task(), () => ({ 'a.yaml': { link: '/dev/zero' } })),
  mainTask('fifo', 'include: a.yaml\n' + task(), () => ({ 'a.yaml': { special: 'fifo' } })),
  mainTask('folder', 'include: a.yaml\n' + task(), () => ({ 'a.yaml': { special: 'folder' } })),
  mainTask('outside', 'include: ../../../../../../etc/passwd\n' + task()),
  mainTask('function-outside', `${task('doc_to_text')}doc_to_text: !function ../../../../etc/passwd.x\n`),
  mainTask('function-large', `${task('doc_to_text')}doc_to_text: !function utils.f\n`, () => ({
    'utils.py': `${'x = 1\n'.repeat(600_000)}def f(doc): return doc\n`,
  })),
  mainTask('function-endless', `${task('doc_to_text')}doc_to_text: !function utils.f\n`, () => ({
    'utils.py': 'def f(doc):\n  while True: pass\n',
  })),
  mainTask('function-fifo', `${task('doc_to_text')}doc_to_text: !function utils.f\n`, () => ({ 'utils.py': { special: 'fifo' } })),
  mainTask('group-itself', 'group: main\ntask:\n  - main\n'),
  mainTask('group-ring', 'group: g0\ntask: [g1]\n', () =>
    numbered(500, (i) => [`g${String(i)}.yaml`, `group: g${String(i)}\ntask: [g${String((i + 1) % 500)}]\n`]),
  ),
  mainTask('group-doubling', 'group: main\ntask: [g0, g0]\n', () =>
    numbered(40, (i) => [`g${String(i)}.yaml`, `group: g${String(i)}\ntask: [g${String(i + 1)}, g${String(i + 1)}]\n`]),
  ),
  mainTask('group-of-thousands', () => `group: main\ntask: [${many(10_000, (i) => `t${String(i)}, `)}]\n`),
  mainTask(
    'group-deep',
    () => `group: g\ntask:\n${many(300, (i) => `${'  '.repeat(i)}- group: g${String(i)}\n${'  '.repeat(i)}  task:\n`)}`,
  ),
  mainTask(
    'run-of-patterns',
    () => run(many(2_000, (i) => `- "${'*a'.repeat(60)}*${String(i)}b"\n`)),
    () => numbered(300, (i) => [`t${String(i)}.yaml`, task().replace('lake', `${'a'.repeat(200)}${String(i)}`)]),
  ),
  mainTask(
    'run-of-a-long-text',
    () => run(`- "${'waters,'.repeat(300_000)}lake"\n`),
    () => ({ 't.yaml': task() }),
  ),
  mainTask('run-of-groups-in-themselves', run('- g0\n- "*"\n', 'num_fewshot: 5000000\nseed: 99999999999999999999\n'), () =>
    numbered(40, (i) => [`g${String(i)}.yaml`, `group: g${String(i)}\ntask: [g${String(i + 1)}, g${String(i + 1)}, g0]\n`]),
  ),
  mainTask('run-from-the-root', run('- lake\n', 'include_path: /\n'), () => ({ 't.yaml': task() })),
  mainTask('tasks-of-one-name', `group: main\ntask: [lake]\n`, () => numbered(3_000, (i) => [`t${String(i)}.yaml`, task()])),
  mainTask('tag-of-thousands', 'group: main\ntask: [waters]\n', () =>
    numbered(3_000, (i) => [
      `t${String(i)}.yaml`,
      `${task('task')}task: t${String(i)}\ntag: [waters, ${many(20, (j) => `w${String(j)}, `)}]\n`,
    ]),
  ),
];

export const imports: Kind = { kind: 'imports', inputs };
