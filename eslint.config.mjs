import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import globals from 'globals';

/** A framework is asked what it does, never which one it is: law 2 of docs/architecture.md. */
const asksWhichFramework = ['left', 'right'].flatMap((side) =>
  [`[${side}.object.name=/[fF]ramework$/]`, `[${side}.object.property.name=/[fF]ramework$/]`].map((owner) => ({
    selector: `BinaryExpression[operator=/^[!=]=/][${side}.type='MemberExpression'][${side}.property.name='id']${owner}`,
    message: 'Law 2: let `Framework` or `Dialect` say what is different. See docs/architecture.md.',
  })),
);
/** What frameworks have in common knows no name of one: law 2 of docs/architecture.md. */
const namesFramework = [
  {
    selector: 'Literal[value=/^(?:opencompass|ais_?bench|lm[-_]eval)$/]',
    message: 'Law 2: what is common to frameworks is told their names and packages by `Framework`. See docs/architecture.md.',
  },
];

/** What one caller would leave to the next: law 3 of docs/architecture.md. */
const keepsState = [
  { selector: "Program > VariableDeclaration[kind!='const']", message: 'Law 3: the engine keeps no state in a module.' },
  {
    selector: "Program > ExportNamedDeclaration > VariableDeclaration[kind!='const']",
    message: 'Law 3: the engine keeps no state in a module.',
  },
  // Behind `export` too. A RecentMap is never a table; an empty array that is typed as one to be written to is none either.
  ...['Program', 'Program > ExportNamedDeclaration']
    .map((top) => `${top} > VariableDeclaration > VariableDeclarator`)
    .flatMap((variable) => [
      `${variable}:not([id.typeAnnotation.typeAnnotation.typeName.name=/^Readonly/]) > NewExpression[callee.name=/^(?:Map|Set)$/][arguments.length=0]`,
      `${variable} > NewExpression[callee.name='RecentMap']`,
      `${variable}[id.typeAnnotation.typeAnnotation.type='TSArrayType'] > ArrayExpression[elements.length=0]`,
    ])
    .map((selector) => ({
      selector,
      message:
        'Law 3: the engine keeps no state in a module; what is remembered belongs to a project, or to the value that it is about (WeakMap).',
    })),
];

export default tseslint.config(
  { ignores: ['dist/', 'out/', 'node_modules/', '.vscode-test/', 'test-results/'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    languageOptions: { globals: globals.node },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Half of its time: oxlint looks for them (.oxlintrc.json).
      '@typescript-eslint/no-unused-vars': 'off',
    },
  },
  { files: ['server/src/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...asksWhichFramework] } },
  {
    // Law 1: the engine is pure. What it may import, .dependency-cruiser.mjs says.
    files: ['server/src/engine/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        'process',
        'Buffer',
        'require',
        'setTimeout',
        'setInterval',
        'performance',
        'Date',
        'fetch',
        '__dirname',
      ],
      'no-restricted-syntax': ['error', ...asksWhichFramework, ...keepsState],
    },
  },
  {
    files: ['server/src/engine/{core,python,mmengine,json,jinja,chat,rows,classes,edit,prompt}/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...asksWhichFramework, ...namesFramework, ...keepsState] },
  },
  {
    // A server runs for days, and may have several sessions. The turns of a process are those of all of them.
    files: ['server/src/lsp/**/*.ts'],
    ignores: ['server/src/lsp/turns.ts'],
    rules: { 'no-restricted-syntax': ['error', ...asksWhichFramework, ...keepsState] },
  },
  {
    // A switch counts as one branch: a table of cases is not hard to read.
    files: ['server/src/**/*.ts', 'client/**/*.ts', 'test/**/*.ts'],
    rules: { complexity: ['error', { max: 24, variant: 'modified' }] },
  },
  {
    // What a browser loads, too: the build tells of modules of Node, and this of what Node has without one. `'setImmediate' in globalThis` asks first.
    files: ['client/src/**/*.ts', 'server/src/{lsp,web,protocol}/**/*.ts'],
    ignores: ['client/src/{client,extension,verify}.ts', 'server/src/lsp/{start-relay,serve-over-port,tokens-thread,sweep-engine}.ts'],
    rules: { 'no-restricted-globals': ['error', 'process', 'Buffer', 'require', '__dirname', '__filename', 'global'] },
  },
  { files: ['client/webview/**/*.ts'], languageOptions: { globals: globals.browser } },
);
