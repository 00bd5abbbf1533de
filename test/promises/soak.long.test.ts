import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { Random } from './lives/random.js';
import { World } from './soak/world.js';

/** SOAK=3600 for so many seconds, with SEED=7 or a random one. */
const SECONDS = Number(process.env['SOAK'] ?? 30);
const SEED = Number(process.env['SEED'] ?? (process.env['SOAK'] === undefined ? 7 : Date.now()));
/** One repository lives so long (seconds). */
const LIFE = 15;

const hasGit = spawnSync('git', ['--version']).status === 0;

test.runIf(hasGit)(
  `for ${SECONDS} seconds of people, branches, processes, kills and storms the promises hold (seed ${SEED})`,
  { timeout: (SECONDS + 600) * 1000 },
  async () => {
    const end = performance.now() + SECONDS * 1000;
    const done = new Map<string, number>();
    for (let life = 0; performance.now() < end; life += 1) {
      const tasks: (() => void)[] = [];
      const seed = SEED + life;
      try {
        const world = await World.begin(new Random(seed), (task) => tasks.push(task));
        await world.live(Math.min(end, performance.now() + LIFE * 1000)).catch((error: unknown) => {
          throw new Error(`seed ${seed}: ${String(error)}`, { cause: error });
        });
        for (const [deed, times] of world.done) done.set(deed, (done.get(deed) ?? 0) + times);
      } finally {
        for (const task of tasks.reverse()) task();
      }
    }
    if (process.env['SOAK'] !== undefined) console.log(Object.fromEntries(done));
    expect([...done.values()].reduce((sum, times) => sum + times, 0)).toBeGreaterThan(0);
  },
);
