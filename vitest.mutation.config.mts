import { defineConfig } from 'vitest/config';

/** The tests that a mutation run asks: those of the checks and of the project, without the ones that go over thousands of recorded cases or measure memory. */
export default defineConfig({
  test: {
    include: ['test/unit/{rules,project}/**/*.test.ts', 'test/rules/**/*.test.ts'],
    exclude: ['**/agreement*.test.ts', '**/{memory,huge}.test.ts'],
    setupFiles: ['test/support/setup.ts'],
    testTimeout: 60_000,
    isolate: false,
    deps: { interopDefault: false },
  },
});
