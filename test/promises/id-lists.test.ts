import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine, loadConfig } from '../../src/index.js';
import type { Report } from '../../src/index.js';
import type { RunningService } from '../../src/service/index.js';
import { ADOPTED, formatLock, sourceHash, targetHash, unitHash } from '../../src/lock/index.js';
import type { Fact } from '../../src/lock/index.js';
import type { Key } from '../../src/model/index.js';
import { Project } from '../support/project.js';
import { KEY, startTestService } from '../support/scenario.js';

let service: RunningService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

type Texts = readonly (readonly [id: string, text: string])[];

interface Format {
  readonly extension: string;
  readonly write: (texts: Texts) => string;
}

const FORMATS: readonly Format[] = [
  {
    extension: 'json',
    write: (texts) =>
      `${JSON.stringify(
        texts.map(([id, translation]) => ({ id, translation })),
        null,
        2,
      )}\n`,
  },
  {
    extension: 'yaml',
    write: (texts) => texts.map(([id, text]) => `- id: ${id}\n  translation: ${text}\n`).join('\n'),
  },
];

const SOURCE: Texts = [
  ['hello', 'Hello there'],
  ['send', 'Send message'],
  ['bye', 'See you soon'],
];
/** A person's, in another order. */
const TARGET: Texts = [
  ['bye', 'Bis bald'],
  ['hello', 'Hallo'],
  ['send', 'Nachricht senden'],
];

function projectOf({ extension, write }: Format): Project {
  const files = `l/{locale}.${extension}`;
  return new Project({
    'service.config.yaml': `version: 1\nsource: en\ntargets: [de]\ncatalogs: [{ files: '${files}' }]\n`,
    [`l/en.${extension}`]: write(SOURCE),
    [`l/de.${extension}`]: write(TARGET),
  });
}

async function run(project: Project, command: 'sync' | 'status'): Promise<Report> {
  const config = await loadConfig({
    cwd: project.root,
    env: { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY },
  });
  return createEngine(config, { warm: false })[command]();
}

test.each(FORMATS)('$extension: a list in another order is paired by its ids', async (format) => {
  const project = projectOf(format);
  const path = `l/de.${format.extension}`;
  const { locales } = await run(project, 'sync');
  expect(locales['de']).toMatchObject({ units: 3, current: 3, translated: 0 });
  expect(project.read(path)).toBe(format.write(TARGET));

  const added = [...SOURCE.slice(0, 2), ['new', 'Brand new words'], ...SOURCE.slice(2)] as Texts;
  project.write(`l/en.${format.extension}`, format.write(added));
  await run(project, 'sync');
  const lines = project.read(path);
  expect(lines).toMatch(/send[^]*Nachricht senden[^]*new[^]*\[de /);
  expect(lines.replace(/(?:,\n {2}\{\n {4}"id": "new"[^]*?\}|\n- id: new\n.*\n)/, '')).toBe(
    format.write(TARGET),
  );

  project.write(`l/en.${format.extension}`, format.write(SOURCE.slice(1)));
  const after = await run(project, 'sync');
  expect(after).toMatchObject({ removed: 2, locales: { de: { units: 2, current: 2 } } });
  expect(project.read(path)).toBe(format.write(TARGET.filter(([id]) => id !== 'hello')));
});

/** What a lock said of these files while elements went by their index. */
function lockByIndex(path: string, target: Texts): string {
  const facts = new Map<string, Fact[]>();
  const add = (key: Key, source: string, text: string): void => {
    const targets = new Map([['de', { hash: targetHash(text), origin: ADOPTED }]]);
    facts.set(unitHash(path, key), [{ source: sourceHash(source), targets }]);
  };
  for (const [at, [id, text]] of SOURCE.entries()) {
    add([String(at), 'id'], id, target[at]?.[0] ?? '');
    add([String(at), 'translation'], text, target[at]?.[1] ?? '');
  }
  return formatLock(facts);
}

test.each(FORMATS)('$extension: texts outlive a lock that knew them by index', async (format) => {
  for (const target of [TARGET, [TARGET[1]!, TARGET[2]!, TARGET[0]!]]) {
    const project = projectOf(format);
    const path = `l/de.${format.extension}`;
    project.write(path, format.write(target));
    project.write('locale-sync.lock', lockByIndex(`l/en.${format.extension}`, target));
    const { locales, removed } = await run(project, 'sync');
    expect(locales['de']).toMatchObject({ units: 3, current: 3, translated: 0 });
    expect(removed).toBe(0);
    expect(project.read(path)).toBe(format.write(target));
  }
});
