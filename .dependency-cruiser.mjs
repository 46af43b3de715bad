// The laws of the house about imports: `npm run lint` fails where one is broken, `npm run architecture` prints rooms, arrows and circles.
// docs/architecture.md says what the rooms are.

/** The rooms below `server/src`, the lowest first: a room imports only rooms before it, not even a type of others. */
export const rooms = [
  'engine/core',
  'engine/compare',
  'engine/random',
  'engine/python/syntax',
  'engine/python/runtime',
  'engine/python/interpreter',
  'engine/python/program',
  'engine/json',
  'engine/yaml',
  'engine/jinja',
  'engine/edit',
  'engine/cursor',
  'engine/classes',
  'engine/mmengine',
  'engine/chat',
  'engine/tokens',
  'engine/prompt',
  'engine/config',
  'engine/rows',
  'engine/data',
  'engine/requests',
  'engine/command-line',
  'engine/frameworks/face',
  'engine/checks',
  'engine/frameworks/opencompass',
  'engine/frameworks/aisbench',
  'engine/frameworks/lm-eval',
  'engine/frameworks',
  'engine/project',
  'engine/editor',
  'protocol',
  'node',
  'worker',
  'lsp',
  'web',
  'cli',
  'entry',
];

/** Files that belong together by their nature: what they read or run holds more of itself. Only within one of these may files import each other in a circle. */
const recursive = [
  'engine/python/syntax/fast', // recursive descent
  'engine/python/syntax/tolerant', // recursive descent
  'engine/python/interpreter',
  'engine/classes/columns', // reads code as an interpreter does
  'engine/jinja/interpreter',
  'engine/mmengine', // a base of a config is a config
];

const source = '^server/src/';
const inside = (room) => `${source}${room}/`;
/** A pattern for a room without the rooms that lie in its folder. */
const alone = (room) => {
  const within = rooms.filter((other) => other.startsWith(`${room}/`)).map((other) => other.slice(room.length + 1));
  return within.length === 0 ? inside(room) : `${inside(room)}(?!(?:${within.join('|')})/)`;
};

const upwards = rooms.slice(0, -1).map((room, i) => ({
  name: `${room.replaceAll('/', '-')}-imports-upwards`,
  comment: `Law 1: ${room} imports only rooms below it.`,
  severity: 'error',
  from: { path: alone(room) },
  to: { path: rooms.slice(i + 1).map(alone) },
}));

const circles = [
  {
    name: 'circle-of-folders',
    comment: 'Law 1: no circle between folders.',
    severity: 'error',
    scope: 'folder',
    from: { path: source },
    to: { circular: true, path: source },
  },
  {
    name: 'circle-of-files',
    comment: 'Law 1: within a folder, files import each other in a circle only where what they read is recursive.',
    severity: 'error',
    from: { path: source, pathNot: recursive.map(inside) },
    to: { circular: true },
  },
  ...recursive.map((room) => ({
    name: `circle-beyond-${room.replaceAll('/', '-')}`,
    comment: 'Law 1: a recursive core has its circles to itself.',
    severity: 'error',
    from: { path: inside(room) },
    to: { circular: true, via: { pathNot: inside(room) } },
  })),
];

const frameworks = rooms.filter((room) => /^engine\/frameworks\/(?!face$)/.test(room));
const doors = [
  {
    name: 'framework-from-outside',
    comment: 'Law 2: outside of a framework only registry.ts imports its folder, and sniffs.ts its look at a text.',
    severity: 'error',
    from: { path: '^(?:server|client)/', pathNot: [...frameworks.map(inside), `${source}engine/frameworks/(?:registry|sniffs)\\.ts$`] },
    to: { path: frameworks.map(inside) },
  },
  {
    name: 'sniffs-import-more',
    comment: 'Law 2: the extension loads the looks of the frameworks, and nothing more of them.',
    severity: 'error',
    from: { path: `${source}engine/frameworks/(?:sniffs\\.ts$|[^/]+/sniff[-\\w]*\\.ts$)` },
    to: {
      path: source,
      pathNot: [`${source}engine/frameworks/[^/]+/sniff[-\\w]*\\.ts$`, inside('engine/core')],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'lm-eval-knows-another-framework',
    comment: 'Law 2: only AISBench is made of another framework.',
    severity: 'error',
    from: { path: inside('engine/frameworks/lm-eval') },
    to: { path: ['opencompass', 'aisbench'].map((id) => inside(`engine/frameworks/${id}`)) },
  },
  {
    name: 'cli-imports-lsp',
    comment: 'Law 7: only lsp/ knows the Language Server Protocol.',
    severity: 'error',
    from: { path: inside('cli') },
    to: { path: inside('lsp') },
  },
];

const pure = [
  {
    name: 'engine-knows-the-machine',
    comment: 'Law 1: the engine runs anywhere: no file system, no process, no network, no editor.',
    severity: 'error',
    from: { path: inside('engine') },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'engine-knows-the-protocol',
    comment: 'Law 1: the engine knows no editor and no protocol.',
    severity: 'error',
    from: { path: inside('engine') },
    to: { path: '(?:^|/)vscode(?:-|$|/)' },
  },
  {
    name: 'room-without-a-place',
    comment: 'Law 1: every file lies in a room of the list.',
    severity: 'error',
    from: { path: source, pathNot: rooms.map(inside) },
    to: {},
  },
  {
    name: 'client-imports-the-server',
    comment: 'The extension starts the server; of its sources it takes types, messages, and what is small.',
    severity: 'error',
    from: { path: '^client/' },
    to: {
      path: source,
      pathNot: [
        inside('protocol'),
        inside('engine/core'),
        `${source}engine/frameworks/sniffs\\.ts$`,
        `${source}engine/command-line/named-in-script\\.ts$`,
      ],
      dependencyTypesNot: ['type-only'],
    },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [...upwards, ...circles, ...doors, ...pure],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    detectJSDocImports: false,
  },
};
