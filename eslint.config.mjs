import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import globals from 'globals';

const enginePaths = ['server/src/**/*.ts'];
const faces = ['server/src/entry/**', 'server/src/node/**', 'server/src/lsp/**', 'server/src/cli/**', 'server/src/worker/**'];

export default tseslint.config(
  { ignores: ['dist/', 'out/', 'node_modules/', '.vscode-test/', 'test-results/'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    languageOptions: { globals: globals.node },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    // Law 1: the engine is pure. Only the two faces know the machine, the protocol and argv.
    files: enginePaths,
    ignores: faces,
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['node:*', 'fs', 'path', 'os', 'vscode', 'vscode-*', '**/lsp/**', '**/cli/**', '**/worker/**'], message: 'The engine is pure: see docs/architecture.md.' }] },
      ],
      'no-restricted-globals': ['error', 'process', 'Buffer', 'require', 'setTimeout', 'setInterval', 'performance', 'Date', 'fetch', '__dirname'],
    },
  },
  { files: ['client/webview/**/*.ts'], languageOptions: { globals: globals.browser } },
);
