import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/index.js';
import { load, NOTHING_REMEMBERED, ParsedFiles } from '../../src/engine/load/index.js';
import type { Loaded, LoadContext } from '../../src/engine/load/index.js';
import type { EngineEvent, Selection } from '../../src/model/index.js';
import { contentHash } from '../../src/lock/index.js';
import { isUnchanged, stampFile } from '../../src/state/index.js';
import type { Stamp } from '../../src/state/index.js';
import { folder } from '../config/helpers.js';

const FILES = {
  'l/en/a.json': '{ "yes": "Yes" }',
  'l/de/a.json': '{ "yes": "Ja" }',
  'l/fr/a.json': '{ "yes": "Oui" }',
  'l/en/b.json': '{ "no": "No" }',
  'l/de/b.json': '{ "no": "Nein" }',
};

interface Options {
  readonly files?: Readonly<Record<string, string>>;
  readonly catalog?: string;
}

class Repository {
  readonly root: string;

  constructor({ files = FILES, catalog = 'files: l/{locale}/*.json' }: Options = {}) {
    const config = `source: en\ntargets: [de, fr]\ncatalogs:\n  - ${catalog}\n`;
    this.root = folder({ 'service.config.yaml': config, ...files });
  }

  async load(context: Partial<LoadContext> = {}, selection: Selection = {}): Promise<Loaded> {
    const file = join(this.root, 'service.config.yaml');
    const config = await loadConfig({ cwd: this.root, file, env: {} });
    return load(config, selection, {
      ...NOTHING_REMEMBERED,
      parsed: undefined,
      onEvent: () => undefined,
      ...context,
    });
  }

  /** Remembers all files as they are now. */
  remember(): Pick<LoadContext, 'isUnchanged' | 'stampOf'> {
    const stamps = new Map(
      Object.keys(FILES).map((path) => [path, stampFile(join(this.root, path))]),
    );
    return {
      stampOf: (path) => stamps.get(path),
      isUnchanged: (path) => {
        const stamp = stamps.get(path);
        return stamp !== undefined && isUnchanged(stamp);
      },
    };
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.root, path), text);
  }

  stampsOf({ inputs }: Loaded): ReadonlyMap<string, Stamp> {
    const stamps = [...inputs.settled()];
    return new Map(stamps.map((stamp) => [stamp.path.slice(this.root.length + 1), stamp]));
  }
}

const texts = ({ pairs }: Loaded): readonly string[] =>
  pairs.flatMap(({ source, targets }) => [
    `${source.path}: ${source.document.units.map(({ text }) => text).join()}`,
    ...targets.map(
      ({ path, document }) => `${path}: ${document?.units.map(({ text }) => text).join() ?? '-'}`,
    ),
  ]);

test('everything is read, in the order of the scan', async () => {
  const events: EngineEvent[] = [];
  const loaded = await new Repository().load({ onEvent: (event) => events.push(event) });
  expect(texts(loaded)).toEqual([
    'l/en/a.json: Yes',
    'l/de/a.json: Ja',
    'l/fr/a.json: Oui',
    'l/en/b.json: No',
    'l/de/b.json: Nein',
    'l/fr/b.json: -',
  ]);
  expect(loaded).toMatchObject({
    remembered: [],
    orphans: [],
    broken: [],
    foreign: [],
    problems: [],
    isWhole: true,
    lockHash: 'absent',
    wasWriting: false,
  });
  expect(loaded.pairs[1]?.targets.map(({ hash }) => hash)).toEqual([
    contentHash(Buffer.from(FILES['l/de/b.json'])),
    'absent',
  ]);
  expect(events).toEqual([
    { type: 'reading', file: 'l/en/a.json' },
    { type: 'reading', file: 'l/en/b.json' },
    { type: 'read', files: 4 },
  ]);
});

test('all that was looked at is stamped', async () => {
  const repository = new Repository();
  const stamps = repository.stampsOf(await repository.load());
  const kinds = [...stamps].map(([path, { kind }]) => `${path} ${kind}`).sort();
  expect(kinds).toEqual([
    'l/de folder',
    'l/de/a.json file',
    'l/de/b.json file',
    'l/en folder',
    'l/en/a.json file',
    'l/en/b.json file',
    'l/fr folder',
    'l/fr/a.json file',
    'l/fr/b.json absent',
    'locale-sync.lock absent',
  ]);
});

describe('a file that cannot be read', () => {
  test.each([
    { path: 'l/en/a.json', pairs: ['l/en/b.json'] },
    { path: 'l/de/a.json', pairs: ['l/en/a.json', 'l/en/b.json'] },
  ])('is left alone, the others go on: $path', async ({ path, pairs }) => {
    const loaded = await new Repository({ files: { ...FILES, [path]: '{ "yes": ' } }).load();
    expect(loaded.pairs.map(({ source }) => source.path)).toEqual(pairs);
    expect(loaded.pairs.flatMap(({ targets }) => targets).some((one) => one.path === path)).toBe(
      false,
    );
    expect(loaded).toMatchObject({ broken: [path], foreign: [], isWhole: false });
    expect(loaded.problems).toMatchObject([
      { code: 'invalid-file', severity: 'error', file: path, line: 1 },
    ]);
  });

  test('may be of no known format', async () => {
    const files = { 'l/en/a.json': '{}', 'l/en/b.psd': '' };
    const loaded = await new Repository({ files, catalog: 'files: l/{locale}/*' }).load();
    expect(loaded).toMatchObject({ broken: ['l/en/b.psd'], foreign: ['l/en/b.psd'] });
  });

  test('may be of another format than its source', async () => {
    const files = { 'a.json': '{}' };
    const catalog = '{ source: a.json, target: "a.{locale}.yaml" }';
    await expect(new Repository({ files, catalog }).load()).rejects.toMatchObject({
      code: 'other-format',
    });
  });
});

test('units of targets whose source is gone', async () => {
  const files = { ...FILES, 'l/de/old.json': '{ "old": "Alt" }', 'l/fr/old.json': '{' };
  const { orphans, problems, isWhole } = await new Repository({ files }).load();
  expect(orphans).toMatchObject([
    { path: 'l/de/old.json', source: 'l/en/old.json', locale: 'de', units: [{ text: 'Alt' }] },
    { path: 'l/fr/old.json', source: 'l/en/old.json', locale: 'fr', units: [] },
  ]);
  expect(problems.map(({ code, file }) => `${code} ${file}`)).toEqual([
    'orphan-file l/de/old.json',
    'orphan-file l/fr/old.json',
  ]);
  expect(isWhole).toBe(true);
});

test.each([
  { selection: {}, isWhole: true },
  { selection: { locales: ['de'] }, isWhole: true },
  { selection: { files: ['l/en/a.json'] }, isWhole: false },
])('whole with $selection: $isWhole', async ({ selection, isWhole }) => {
  expect((await new Repository().load({}, selection)).isWhole).toBe(isWhole);
});

describe('what is remembered', () => {
  test('settled pairs are not read, and their files are stamped as they were', async () => {
    const repository = new Repository();
    const known = repository.remember();
    const isSettled: LoadContext['isSettled'] = ({ source }) => source === 'l/en/a.json';
    const events: EngineEvent[] = [];
    const onEvent = (event: EngineEvent): number => events.push(event);
    const loaded = await repository.load({ ...known, isSettled, onEvent });
    expect(loaded.remembered.map(({ source }) => source)).toEqual(['l/en/a.json']);
    expect(loaded.pairs.map(({ source }) => source.path)).toEqual(['l/en/b.json']);
    expect(events).toContainEqual({ type: 'read', files: 4 });
    for (const path of ['l/en/a.json', 'l/de/a.json', 'l/fr/a.json']) {
      expect(repository.stampsOf(loaded).get(path)).toEqual(known.stampOf(path));
    }
  });

  test('a settled pair is read if one of its files has changed', async () => {
    const repository = new Repository();
    const known = repository.remember();
    repository.write('l/fr/a.json', '{ "yes": "Ouais" }');
    const loaded = await repository.load({ ...known, isSettled: () => true });
    expect(loaded.remembered).toEqual([]);
    expect(texts(loaded)).toContain('l/fr/a.json: Ouais');
  });

  test('a target that has not changed keeps its stamp, so that a later change still shows', async () => {
    const repository = new Repository();
    const known = repository.remember();
    const loaded = await repository.load({
      ...known,
      isUnchanged: (path) => {
        const isSame = known.isUnchanged(path);
        // Somebody saves it between the look and the reading.
        if (path === 'l/de/a.json') repository.write(path, '{ "yes": "Jawohl" }');
        return isSame;
      },
    });
    const [german] = loaded.pairs[0]?.targets ?? [];
    expect(german?.document?.units.map(({ text }) => text)).toEqual(['Jawohl']);
    expect(german?.hash).toBe(contentHash(Buffer.from('{ "yes": "Jawohl" }')));
    // Even if the run then writes the file.
    for (const path of ['l/de/a.json', 'l/fr/a.json']) {
      repository.write(path, '{}');
      loaded.inputs.written(stampFile(join(repository.root, path)));
    }
    const stamps = repository.stampsOf(loaded);
    expect(stamps.get('l/de/a.json')).toEqual(known.stampOf('l/de/a.json'));
    expect(stamps.get('l/fr/a.json')).not.toEqual(known.stampOf('l/fr/a.json'));
  });

  test('a target without the root key of a source that has changed is broken', async () => {
    const files = { 'en.json': '{ "yes": "Yes" }', 'de.json': '{ "de": { "yes": "Ja" } }' };
    const repository = new Repository({ files, catalog: 'files: "{locale}.json"' });
    const stamp = stampFile(join(repository.root, 'de.json'));
    const known: Partial<LoadContext> = {
      isUnchanged: (path) => path === 'de.json',
      stampOf: () => stamp,
    };
    expect((await repository.load(known)).broken).toEqual([]);
    repository.write('en.json', '{ "en": { "yes": "Yes" } }');
    repository.write('de.json', '{ "fr": { "yes": "Ja" } }');
    expect((await repository.load(known)).broken).toEqual(['de.json']);
  });

  test('globs of keys are not called idle while keys are not read', async () => {
    const catalog = '{ files: "l/{locale}/*.json", keys: { exclude: [yes, nothing] } }';
    const repository = new Repository({ catalog });
    const ignored = async (context: Partial<LoadContext>): Promise<number> =>
      (await repository.load(context)).problems.length;
    expect(await ignored({})).toBe(1);
    expect(await ignored({ ...repository.remember(), isSettled: () => true })).toBe(0);
  });

  test('a warm engine parses what has the same bytes once', async () => {
    const repository = new Repository();
    const parsed = new ParsedFiles();
    const first = await repository.load({ parsed });
    repository.write('l/de/a.json', '{ "yes": "Jawohl" }');
    const second = await repository.load({ parsed });
    const [before, after] = [first, second].map(({ pairs }) => pairs[0]);
    expect(after?.source.document).toBe(before?.source.document);
    expect(after?.targets[1]?.document).toBe(before?.targets[1]?.document);
    expect(after?.targets[0]?.document).not.toBe(before?.targets[0]?.document);
  });
});

describe('the lock', () => {
  test('is read with its hash, and what is wrong with it is told', async () => {
    const lock = 'nonsense\n';
    const files = { ...FILES, 'locale-sync.lock': lock };
    const loaded = await new Repository({ files }).load();
    expect(loaded.lockHash).toBe(contentHash(Buffer.from(lock)));
    expect(loaded.lockIsKnown).toBe(false);
    expect(loaded.problems).toMatchObject([{ code: 'lock-unreadable', file: 'locale-sync.lock' }]);
  });

  test('that is a folder ends the run', async () => {
    const files = { ...FILES, 'locale-sync.lock/a': '' };
    await expect(new Repository({ files }).load()).rejects.toMatchObject({
      code: 'lock-unusable',
    });
  });
});
