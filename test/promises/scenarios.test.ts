import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, test } from 'vitest';
import { playScenario, readScenario } from '../support/scenario.js';

const FOLDER = resolve(import.meta.dirname, 'scenarios');

/** Real processes on a machine that may be busy. */
const TIMEOUT = 300_000;

describe.each(readdirSync(FOLDER))('%s', (area) => {
  for (const file of readdirSync(resolve(FOLDER, area)).sort()) {
    const scenario = readScenario(resolve(FOLDER, area, file));
    const title = `${scenario.rule} (${area}/${file})`;
    test.concurrent(title, { timeout: TIMEOUT }, async ({ onTestFinished }) => {
      await playScenario(scenario, onTestFinished);
    });
  }
});
