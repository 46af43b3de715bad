import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{unit,rules,protocol,cli,conformance,fuzz,hostile}/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    setupFiles: ['test/support/setup.ts'],
    pool: 'forks',
    // By itself it leaves a processor free, which of two is half of them.
    maxWorkers: '100%',
  },
});
