import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Report } from '../../src/model/index.js';
import type { RunningService } from '../../src/service/index.js';
import { Project } from '../support/project.js';
import { KEY, setFaults, startTestService } from '../support/scenario.js';

const FILES = 1_100;
/** More texts in a language than may wait for answers while others are planned. */
const TEXTS = 10;

const config = (targets: string): string =>
  `version: 1\nsource: en\ntargets: [${targets}]\ncatalogs:\n  - files: apps/*.{locale}.json\n`;

/** Of one file, without the texts of some keys. */
function catalog(file: number, begin: string, without: readonly number[] = []): string {
  const texts = Array.from({ length: TEXTS }, (_, at) => [`t${at}`, `${begin} ${file}.${at}`]);
  return JSON.stringify(
    Object.fromEntries(texts.filter((_, at) => !without.includes(at))),
    null,
    2,
  );
}

/** A project that people have translated into German, and that is to have more languages. */
async function stage(): Promise<{ readonly project: Project; readonly service: RunningService }> {
  const service = await startTestService();
  onTestFinished(() => service.close());
  const project = new Project({ 'service.config.yaml': config('de') }, 'interrupted');
  project.env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
  for (let file = 0; file < FILES; file += 1) {
    project.write(`apps/${file}.en.json`, catalog(file, 'Text'));
    project.write(`apps/${file}.de.json`, catalog(file, 'Satz'));
  }
  expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
  // A text goes, one is another by now, one was edited, and one is new.
  project.write('apps/7.en.json', catalog(7, 'Text', [3]));
  project.write('apps/8.en.json', catalog(8, 'Text').replace('Text 8.1', 'Other'));
  project.write('apps/9.de.json', catalog(9, 'Satz').replace('Satz 9.1', 'Anders'));
  project.write('apps/10.de.json', catalog(10, 'Satz', [1]));
  project.write('service.config.yaml', config('fr, de, es, it'));
  return { project, service };
}

test('Ctrl-C while many texts are planned says what it did not come to, and changes nothing of what the next run makes', async () => {
  const [here, twin] = [await stage(), await stage()];
  await setFaults(here.service.url, [{ fault: 'latency', milliseconds: 300 }]);
  const child = here.project.start(['sync', '--json']);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  while (here.service.counters().texts === 0) await sleep(5);
  child.kill('SIGINT');
  const [code] = (await once(child, 'close')) as [number | null];
  expect(code).toBe(130);
  const { problems, error } = JSON.parse(output) as Report;
  expect(error?.code).toBe('interrupted');
  expect(problems.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/^The run was interrupted before it reached \d+ target files/),
  );
  await setFaults(here.service.url, []);
  // One text of a person waits for review.
  const after = { code: 1, error: null, locales: { de: { review: 1, edited: 1, missing: 0 } } };
  expect(await here.project.report(['sync'])).toMatchObject(after);
  expect(here.service.counters().repeats).toBe(0);
  expect(await twin.project.report(['sync'])).toMatchObject(after);
  expect(here.project.files()).toEqual(twin.project.files());
});
