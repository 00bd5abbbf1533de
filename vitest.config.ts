import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Slow machines are slow: what hangs is told apart from it late rather than wrongly.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // Half of the time the tests wait for processes of theirs, which Vitest does not count.
    maxWorkers: 3,
    globalSetup: ['test/support/build.ts'],
  },
});
