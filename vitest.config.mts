import { defineConfig } from 'vitest/config';

/** Tests of `test/unit` that start a browser or threads of the engine: they run with those of what is built. */
const withProcesses = [
  'test/unit/client/{webview,long-prompt,seal,contrast,comparison,hostile-page}.test.ts',
  'test/unit/lsp/relay.test.ts',
  'test/unit/cli/watch-{batch,check}.test.ts',
];

/** They replace modules, or measure the memory of their process: each has a process of its own. */
const alone = ['test/unit/client/{panel,findings-status}.test.ts', 'test/unit/project/memory.test.ts'];

/** They go over thousands of recorded cases, or very large inputs, and run with those of what is built. */
const large = [
  'test/unit/rules/agreement*.test.ts',
  'test/unit/lm-eval-rules/agreement.test.ts',
  'test/unit/{project/huge,yaml/large,rows/large,service/many-shots}.test.ts',
];

const common = { testTimeout: 30_000, hookTimeout: 60_000, setupFiles: ['test/support/setup.ts'], pool: 'forks' as const };

export default defineConfig({
  test: {
    // By itself it leaves a processor free, which of two is half of them.
    maxWorkers: '100%',
    // What is unchanged since the last run is not transformed again.
    experimental: { fsModuleCache: true },
    projects: [
      // The engine has no state of its own, so that the files of a process can share its modules: loading them anew for each took a third of the time.
      {
        test: {
          ...common,
          name: 'unit',
          include: ['test/{unit,rules}/**/*.test.ts'],
          exclude: [...withProcesses, ...alone, ...large],
          isolate: false,
          deps: { interopDefault: false },
        },
      },
      // Of all tests run, it has the time that others leave.
      { test: { ...common, testTimeout: 300_000, name: 'large', include: large, isolate: false, deps: { interopDefault: false } } },
      { test: { ...common, name: 'alone', include: alone } },
      {
        test: {
          ...common,
          name: 'built',
          // What the watchdog ends is measured in time of the processor, of which a busy machine takes more for the same work: what failed is tried once more, and that is said.
          retry: 1,
          include: ['test/{protocol,cli,conformance,editors,fuzz,hostile}/**/*.test.ts', ...withProcesses],
        },
      },
    ],
  },
});
