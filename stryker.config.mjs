// A mutation run, started by hand: it changes the sources a little, again and again, and tells which changes no test finds.
//   npm run mutation [-- --mutate PATH[:FIRST-LAST]]

/** What is changed unless a path is given. */
const mutate = ['server/src/engine/checks/run/*.ts', 'server/src/engine/project/project.ts'];

export default {
  mutate,
  testRunner: 'vitest',
  // Only tests that reach a changed place are run, and the run goes on with the first that fails.
  coverageAnalysis: 'perTest',
  vitest: { configFile: 'vitest.mutation.config.mts', related: false },
  ignoreStatic: true,
  reporters: ['clear-text', 'html', 'progress'],
  htmlReporter: { fileName: 'test-results/mutation.html' },
  clearTextReporter: { allowColor: false, logTests: false, reportScoreTable: true },
  tempDirName: 'test-results/mutation',
  concurrency: 2,
  timeoutMS: 60_000,
  disableTypeChecks: false,
  ignorePatterns: ['dist', 'out', 'test-results', '.vscode-test', '*.vsix'],
};
