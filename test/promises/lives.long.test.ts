import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import type { RunningService } from '../../src/service/index.js';
import { startTestService } from '../support/scenario.js';
import { EVENTS, Life } from './lives/life.js';

/** The same lives each time; LIVES=1000 for so many new ones. */
const ASKED = process.env['LIVES'];
const LIVES = ASKED === undefined ? { numRuns: 14, seed: 7 } : { numRuns: Number(ASKED) };

let service: RunningService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test(
  'in every format, whatever people and the service do: texts of people stay, nothing is paid twice, and reports are true',
  { timeout: 24 * 3_600_000 },
  async () => {
    const events = fc.record({ name: fc.constantFrom(...EVENTS), seed: fc.nat() });
    const property = fc.asyncProperty(
      fc.nat(),
      fc.array(events, { minLength: 6, maxLength: 16 }),
      async (seed, happens) => {
        const tasks: (() => void)[] = [];
        try {
          const life = new Life(seed, service.url, (task) => tasks.push(task));
          await life.run({});
          for (const event of happens) await life.carryOut(event.name, event.seed);
          await life.run({});
        } finally {
          for (const task of tasks) task();
        }
      },
    );
    await fc.assert(property, LIVES);
  },
);
