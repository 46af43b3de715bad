import { dataset, input, many, numbered, task, type Entry, type Files, type HostileInput, type Kind } from '../input.js';

/** What is opened, and given to the command line, is no file; or what stands around it is none. */
const opened: readonly (readonly [name: string, entry: Entry])[] = [
  ['folder', { special: 'folder' }],
  ['fifo', { special: 'fifo' }],
  ['socket', { special: 'socket' }],
  ['unreadable', { special: 'unreadable' }],
  ['link-to-itself', { link: 'main.py' }],
  ['link-to-nothing', { link: 'nowhere.py' }],
  ['link-to-zero', { link: '/dev/zero' }],
  ['link-to-full', { link: '/dev/full' }],
  ['link-to-random', { link: '/dev/urandom' }],
  ['link-to-terminal', { link: '/dev/tty' }],
  ['link-to-memory', { link: '/proc/self/mem' }],
  ['link-to-stdin', { link: '/proc/self/fd/0' }],
  ['link-to-pagemap', { link: '/proc/self/pagemap' }],
  ['link-to-kmsg', { link: '/proc/kmsg' }],
  ['link-to-root', { link: '/' }],
  ['link-to-passwords', { link: '/etc/passwd' }],
];

const readBase = 'from mmengine.config import read_base\nwith read_base():\n    from .models.a import *\n';

/** Folders in which a search must not be lost. */
const around: readonly (readonly [name: string, open: string, files: () => Files])[] = [
  [
    'folders-of-links-up',
    'main.yaml',
    () => ({ 'main.yaml': 'group: g\ntask: [lake]\n', ...numbered(50, (i) => [`l${String(i)}`, { link: '.' }]) }),
  ],
  [
    'folders-linking-each-other',
    'main.yaml',
    () => ({
      'main.yaml': 'group: g\ntask: [lake]\n',
      'a/b.yaml': task(),
      ...numbered(20, (i) => [`a/l${String(i)}`, { link: '..' }]),
      ...numbered(20, (i) => [`k${String(i)}`, { link: 'a' }]),
    }),
  ],
  ['folder-link-to-root', 'main.yaml', () => ({ 'main.yaml': 'group: g\ntask: [lake]\n', root: { link: '/' }, proc: { link: '/proc' } })],
  ['folder-deep', 'main.yaml', () => ({ 'main.yaml': 'group: g\ntask: [lake]\n', [`${'d/'.repeat(800)}a.yaml`]: task() })],
  ['folder-wide', 'main.yaml', () => ({ 'main.yaml': 'group: g\ntask: [lake]\n', ...numbered(10_000, (i) => [`t${String(i)}.yaml`, '']) })],
  [
    'folders-of-fifos',
    'main.yaml',
    () => ({ 'main.yaml': 'group: g\ntask: [lake]\n', ...numbered(20, (i) => [`t${String(i)}.yaml`, { special: 'fifo' }]) }),
  ],
  ['task-link-to-zero', 'main.yaml', () => ({ 'main.yaml': 'group: g\ntask: [lake]\n', 'a.yaml': { link: '/dev/zero' } })],
  [
    'task-hostile-neighbour',
    'main.yaml',
    () => ({ 'main.yaml': 'group: g\ntask: [lake]\n', 'a.yaml': `task: lake\n${'x: ['.repeat(500_000)}` }),
  ],
  [
    'models-of-fifos',
    'main.py',
    () => ({ 'main.py': readBase + dataset, 'models/a.py': { special: 'fifo' }, 'models/b.py': { link: '/dev/zero' } }),
  ],
  [
    'virtual-environment',
    'main.py',
    () => ({
      'main.py': dataset,
      '.venv/pyvenv.cfg': 'home = /usr/bin\n',
      '.venv/lib/python3.12/site-packages/a.pth': '/\n/etc\n'.repeat(10_000),
      '.venv/lib/python3.12/site-packages/opencompass': { link: '/' },
    }),
  ],
  [
    'virtual-environment-fifo',
    'main.py',
    () => ({
      'main.py': 'from opencompass.models import X\n' + dataset,
      '.venv/pyvenv.cfg': { special: 'fifo' },
      '.venv/lib/python3.12/site-packages/a.pth': { special: 'fifo' },
    }),
  ],
  [
    'pyproject-fifo',
    'sub/main.py',
    () => ({ 'sub/main.py': dataset, 'sub/pyproject.toml': { special: 'fifo' }, 'sub/.git': { special: 'fifo' } }),
  ],
  [
    'names-in-bytes',
    'main.py',
    () => ({ 'main.py': dataset, [`${'n'.repeat(255)}`]: '', '\u202e': '', ' ': '', '-rf': '', '--help.py': dataset }),
  ],
  [
    'neighbours-huge',
    'main.py',
    () => ({
      'main.py': dataset,
      ...numbered(5, (i) => [`n${String(i)}_gen.py`, many(100_000, (j) => `x${String(j)}_datasets = [dict(abbr='a')]\n`)]),
    }),
  ],
];

const inputs: HostileInput[] = [
  ...opened.map(([name, entry]) => input(`no-file-${name}`, 'main.py', () => ({ 'main.py': entry }))),
  ...around.map(([name, open, files]) => input(`around-${name}`, open, files)),
];

export const noFiles: Kind = { kind: 'no-files', inputs };
