import { defineConfig } from 'vitest/config';
import { viteDoors } from './scripts/doors.mjs';
import { viteModuleFiles } from './scripts/module-files.mjs';
import { vitePageFiles } from './scripts/page-files.mjs';
import { viteTextModules } from './scripts/text-modules.mjs';

/** Slow machines are slow: what hangs is told apart from it late rather than wrongly. */
const PATIENCE = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
};

const plugins = [viteDoors(), viteTextModules(), viteModuleFiles(), vitePageFiles()];
/** What kills, draws at random, soaks, or needs browsers, bundlers, databases or office programs. */
const LONG = 'test/**/*.long.test.ts';
const setupFiles = ['test/support/draws.ts', 'test/support/environment.ts'];

export default defineConfig({
  test: {
    // Half of the time the tests wait for processes of theirs, which Vitest does not count.
    maxWorkers: 4,
    // A project that extended this would build once more.
    globalSetup: ['test/support/build.ts'],
    projects: [
      {
        plugins,
        test: {
          ...PATIENCE,
          setupFiles,
          name: 'quick',
          include: ['test/**/*.test.ts'],
          exclude: [LONG],
          // The files of a worker load our modules once for all: no test may leave anything behind in
          // its process.
          isolate: false,
        },
      },
      { plugins, test: { ...PATIENCE, setupFiles, name: 'long', include: [LONG] } },
    ],
  },
});
