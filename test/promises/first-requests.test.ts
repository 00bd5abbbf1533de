import { expect, onTestFinished, test } from 'vitest';
import type { RunningService } from '../../src/service/index.js';
import { Project } from '../support/project.js';
import { KEY, startTestService } from '../support/scenario.js';

// Nothing that forbids a request may be settled only after it was sent.

const FILES = 3;
const TEXTS = 60;
/** Every second text is in all files. */
const DISTINCT = TEXTS / 2 + (FILES * TEXTS) / 2;

function sourceText(file: number): string {
  const texts = Array.from({ length: TEXTS }, (_, at) => {
    return [`t${at}`, at % 2 === 0 ? `Everywhere ${at}` : `File ${file} text ${at}`];
  });
  return JSON.stringify(Object.fromEntries(texts), null, 2);
}

async function stage(more = ''): Promise<{
  readonly project: Project;
  readonly service: RunningService;
}> {
  const service = await startTestService([]);
  onTestFinished(() => service.close());
  const config = `version: 1\nsource: en\ntargets: [de, fr]\ncatalogs:\n  - files: '{locale}/*.json'\n${more}`;
  const project = new Project({ 'service.config.yaml': config }, 'first-requests');
  for (let file = 0; file < FILES; file += 1) project.write(`en/${file}.json`, sourceText(file));
  project.env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
  return { project, service };
}

test('a first run sends each text once, in the fewest requests', async () => {
  const { project, service } = await stage();
  const report = await project.report(['sync']);
  const { requests, texts, repeats } = service.counters();
  expect({ requests, texts, repeats }).toEqual({
    requests: Math.ceil(DISTINCT / 50) * 2,
    texts: DISTINCT * 2,
    repeats: 0,
  });
  const counts = { units: FILES * TEXTS, current: FILES * TEXTS };
  expect(report).toMatchObject({ code: 0, requests, texts, locales: { de: counts, fr: counts } });
  const duplicates = (FILES * TEXTS - DISTINCT) * 2;
  expect(report.reused).toEqual({ repository: 0, memory: 0, duplicates });
  await project.report(['sync']);
  expect(service.counters().requests).toBe(requests);
});

test('a limit that is too low keeps every request back', async () => {
  const { project, service } = await stage('limits: { characters: 100 }\n');
  const report = await project.report(['sync']);
  expect(report.error).toMatchObject({ code: 'limit-exceeded' });
  expect(service.counters().requests).toBe(0);
});

test('a plan that the files have left behind keeps every request back', async () => {
  const { project, service } = await stage();
  await project.report(['plan', '--out', 'plan.json']);
  project.write('en/2.json', sourceText(7));
  const report = await project.report(['sync', '--plan', 'plan.json']);
  expect(report.code).not.toBe(0);
  expect(service.counters().requests).toBe(0);
});

test('what another file of the language says already is not asked for', async () => {
  const { project, service } = await stage();
  const known = Object.fromEntries(
    Array.from({ length: TEXTS / 2 }, (_, at) => [`t${at * 2}`, `Überall ${at * 2}`]),
  );
  project.write('de/2.json', JSON.stringify(known, null, 2));
  await project.report(['sync', '--locale', 'de']);
  const { texts, repeats } = service.counters();
  expect({ texts, repeats }).toEqual({ texts: (FILES * TEXTS) / 2, repeats: 0 });
});
