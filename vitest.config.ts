import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Half of the time the tests wait for processes of theirs, which Vitest does not count.
    maxWorkers: 3,
    globalSetup: ['test/support/build.ts'],
  },
});
