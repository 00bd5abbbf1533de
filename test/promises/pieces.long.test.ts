import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createEngine, loadConfig } from '../../src/index.js';
import type { FaultInput, RunningService } from '../../src/service/index.js';
import { Project } from '../support/project.js';
import { KEY, startTestService } from '../support/scenario.js';

// More target files than one piece takes: a first run goes through them in several.

const SOURCES = 1_500;
const TEXTS = 3;
const TARGETS = 2;
/** Sources of one piece: its room, over the weight of a file and its texts in every target. */
const PIECE = Math.ceil(40_000 / (TARGETS * (30 + TEXTS)));

const CONFIG = `version: 1
source: en
targets: [de, fr]
catalogs:
  - files: apps/*/{locale}/*.json
`;

const folderOf = (file: number): string => `apps/a${Math.floor(file / 100)}`;
const targetOf = (file: number): string => `${folderOf(file)}/de/${file}.json`;

/** Every tenth text is the same everywhere. */
function sourceText(file: number): string {
  const texts = Array.from({ length: TEXTS }, (_, at) => [`t${at}`, `Text ${file}.${at}`]);
  if (file % 10 === 0) texts[0] = ['t0', 'Save'];
  return JSON.stringify(Object.fromEntries(texts), null, 2);
}

const DISTINCT = SOURCES * TEXTS - SOURCES / 10 + 1;

async function stage(faults: readonly FaultInput[] = []): Promise<{
  readonly project: Project;
  readonly service: RunningService;
}> {
  const service = await startTestService(faults);
  onTestFinished(() => service.close());
  const project = new Project({ 'service.config.yaml': CONFIG }, 'pieces');
  for (let file = 0; file < SOURCES; file += 1) {
    project.write(`${folderOf(file)}/en/${file}.json`, sourceText(file));
  }
  project.env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
  return { project, service };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5);
}

/** Lines of units: one more says that the catalog was adopted. */
function lockLines(project: Project): number {
  const lines = project.read('locale-sync.lock').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).length - 1;
}

describe('a large first run', () => {
  test('sends as few requests as if all files were planned at once', async () => {
    const { project, service } = await stage();
    const first = await project.report(['sync']);
    const { requests, texts, repeats } = service.counters();
    expect(texts).toBe(DISTINCT * TARGETS);
    expect(requests).toBe(Math.ceil(DISTINCT / 50) * TARGETS);
    expect(repeats).toBe(0);
    const counts = { units: SOURCES * TEXTS, current: SOURCES * TEXTS, missing: 0 };
    expect(first).toMatchObject({
      ...{ code: 0, ok: true, requests, texts, error: null, problems: [] },
      files: { written: SOURCES * TARGETS, unchanged: 0 },
      locales: { de: counts, fr: counts },
    });
    const { duplicates, memory } = first.reused;
    const made = Object.values(first.locales).map(({ translated }) => translated);
    expect(made[0]! + made[1]! + memory).toBe(SOURCES * TEXTS * TARGETS);
    expect(duplicates + memory).toBe((SOURCES / 10 - 1) * TARGETS);
    expect(lockLines(project)).toBe(SOURCES * TEXTS);
  });

  test('leaves what any other run leaves', async () => {
    const { project, service } = await stage();
    await project.run(['sync']);
    const { requests } = service.counters();
    const again = { code: 0, requests: 0, files: { written: 0, unchanged: SOURCES * TARGETS } };
    expect(await project.report(['sync'])).toMatchObject(again);
    project.remove('.locale-sync/ledger/sync');
    expect(await project.report(['sync'])).toMatchObject(again);
    expect(service.counters().requests).toBe(requests);
    const path = `${folderOf(7)}/en/7.json`;
    project.write(path, project.read(path).replace('Text 7.1', 'Other'));
    const changed = await project.report(['sync']);
    expect(changed).toMatchObject({ code: 0, requests: 2, texts: 2 });
    expect(changed.files).toEqual({ written: 2, unchanged: SOURCES * TARGETS - 2 });
    expect(changed.locales['de']?.current).toBe(SOURCES * TEXTS);
  });

  test('reads files only while there is room for them', async () => {
    const { project } = await stage();
    const { code, stderr } = await project.run(['sync', '--verbose']);
    expect(code).toBe(0);
    let live = 0;
    let most = 0;
    for (const line of stderr.split('\n')) {
      if (line.startsWith('reading ')) live += 1;
      else if (line.startsWith('wrote ')) live -= 1 / TARGETS;
      most = Math.max(most, live);
    }
    // While a piece is carried out, the next one is read; some files wait for a later one.
    expect(most).toBeGreaterThan(PIECE);
    expect(most).toBeLessThan(2.1 * PIECE);
  });

  test('sends its first requests before it reads all files', async () => {
    const { project } = await stage();
    const events: string[] = [];
    const config = await loadConfig({ cwd: project.root, env: project.env });
    const engine = createEngine(config, { onEvent: ({ type }) => events.push(type) });
    expect(await engine.sync()).toMatchObject({ ok: true });
    const readBefore = events
      .slice(0, events.indexOf('request'))
      .filter((one) => one === 'reading');
    expect(readBefore.length).toBeLessThanOrEqual(PIECE);
    expect(events.filter((one) => one === 'reading')).toHaveLength(SOURCES);
  });

  test('that is killed pays again only for what was under way', async () => {
    const { project, service } = await stage([{ fault: 'latency', milliseconds: 30 }]);
    const child = project.start(['sync', '--concurrency', '4']);
    await until(() => project.has(targetOf(0)) && service.counters().inFlight > 0);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(project.has(targetOf(SOURCES - 1))).toBe(false);
    expect(await project.report(['sync'])).toMatchObject({ code: 0, problems: [] });
    expect(service.counters().repeats).toBeLessThanOrEqual(4 * 50);
    expect(lockLines(project)).toBe(SOURCES * TEXTS);
  });

  test('that is interrupted says what it has not looked at, and goes on from there', async () => {
    const { project, service } = await stage([{ fault: 'latency', milliseconds: 100 }]);
    const child = project.start(['sync', '--concurrency', '2', '--json']);
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await until(() => service.counters().texts > 200);
    child.kill('SIGINT');
    const [code] = (await once(child, 'close')) as [number | null];
    expect(code).toBe(130);
    const left = /before it reached (\d+) source files/.exec(output)?.[1];
    expect(Number(left)).toBeGreaterThanOrEqual(SOURCES - 2 * PIECE);
    expect(await project.report(['sync'])).toMatchObject({ code: 0, problems: [] });
    expect(service.counters().repeats).toBe(0);
    expect(lockLines(project)).toBe(SOURCES * TEXTS);
  });
});

test('a template that waits for the next piece stays a template', async () => {
  const service = await startTestService([]);
  onTestFinished(() => service.close());
  const config = `version: 1
source: en
targets: [fr, es]
catalogs:
  - source: po/de/*.po
    target: po/{locale}/*.po
`;
  const project = new Project({ 'service.config.yaml': config }, 'templates');
  project.env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
  const files = 640;
  for (let file = 0; file < files; file += 1) {
    const texts = [0, 1, 2].map(
      (at) => `msgid "Text ${file}.${at}"\nmsgstr "Wort ${file}.${at}"\n`,
    );
    project.write(`po/de/${file}.po`, ['msgid ""\nmsgstr ""\n', ...texts].join('\n'));
  }
  const first = await project.report(['sync']);
  const counts = { units: files * 3, current: files * 3 };
  expect(first).toMatchObject({ code: 0, problems: [], locales: { fr: counts, es: counts } });
  // The texts are the msgids, which differ from the translations beside them.
  expect(service.counters().texts).toBe(files * 3 * 2);
  expect(await project.report(['sync'])).toMatchObject({ code: 0, files: { written: 0 } });
});
