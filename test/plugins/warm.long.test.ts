import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createEngine, isUnchanged, loadConfig } from '../../src/index.js';
import type { Engine } from '../../src/index.js';
import { Project } from '../support/project.js';

const CONFIG = `version: 1
service: { url: embedded }
source: en
targets: [de, pl]
catalogs:
  - files: locales/{locale}.json
  - files: media/{locale}.srt
`;

const SUBTITLES = `1
00:00:01,000 --> 00:00:02,000
The first line goes on

2
00:00:02,000 --> 00:00:03,000
and ends here.
`;

const lines = (texts: Readonly<Record<string, string>>): string =>
  `${JSON.stringify(texts, undefined, 2)}\n`;

function project(): Project {
  return new Project({
    'service.config.yaml': CONFIG,
    'locales/en.json': lines({
      title: 'Welcome',
      hello: 'Hello {{name}}',
      items_one: 'One',
      items_other: '{{count}} items',
    }),
    'media/en.srt': SUBTITLES,
  });
}

async function open(root: string, options: { readonly warm?: boolean } = {}): Promise<Engine> {
  return createEngine(await loadConfig({ cwd: root, env: {} }), options);
}

/** Changes to a project that has been translated, one after the other. */
const CHANGES: readonly (readonly [string, (files: Project) => void])[] = [
  ['nothing', () => undefined],
  ['a source text', (files) => replace(files, 'locales/en.json', 'Welcome', 'Good day')],
  [
    'a text that a person wrote',
    (files) => replace(files, 'locales/de.json', /"title": ".*"/, '"title": "Moin"'),
  ],
  [
    'the source of a text that a person wrote',
    (files) => replace(files, 'locales/en.json', 'Good day', 'Good night'),
  ],
  [
    'a placeholder in a target',
    (files) => replace(files, 'locales/pl.json', '{{name}}', '{{nam}}'),
  ],
  [
    'a new key',
    (files) => replace(files, 'locales/en.json', '"hello"', '"new": "New",\n  "hello"'),
  ],
  ['a key that is gone', (files) => replace(files, 'locales/en.json', '"new": "New",\n  ', '')],
  [
    'a plural that is none any more',
    (files) => replace(files, 'locales/en.json', 'items_one', 'items_first'),
  ],
  ['a target that is gone', (files) => files.remove('locales/de.json')],
  ['a source saved half way', (files) => files.write('locales/en.json', '{ "title": "Go')],
  [
    'a source mended',
    (files) =>
      files.write('locales/en.json', lines({ title: 'Good day', hello: 'Hello {{name}}' })),
  ],
  [
    'a lock that lost half of its lines',
    (files) => {
      const lock = files.read('locale-sync.lock').split('\n');
      files.write('locale-sync.lock', `${lock.slice(0, lock.length >> 1).join('\n')}\n`);
    },
  ],
  [
    'a subtitle that is cut otherwise',
    (files) => replace(files, 'media/en.srt', 'goes on', 'ends.'),
  ],
];

function replace(files: Project, file: string, from: string | RegExp, to: string): void {
  const before = files.read(file);
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  files.write(file, after);
}

describe('an engine that stays warm', { timeout: 300_000 }, () => {
  test('finds and does what a new one would', async () => {
    const [ours, theirs] = [project(), project()];
    const warm = await open(ours.root, { warm: true });
    await warm.sync();
    await (await open(theirs.root)).sync();
    for (const [what, change] of CHANGES) {
      for (const files of [ours, theirs]) change(files);
      expect(await warm.check(), what).toEqual(await (await open(theirs.root)).check());
      const [report, expected] = [await warm.sync(), await (await open(theirs.root)).sync()];
      expect(report, what).toEqual(expected);
      expect(ours.files(), what).toEqual(theirs.files());
    }
    await warm.close();
  });

  test.each([true, false])('knows its own writes, warm: %s', async (warm) => {
    const files = project();
    await (await open(files.root)).sync();
    replace(files, 'locales/en.json', 'Welcome', 'Good day');
    // What changes at the time of a search is not certain.
    await sleep(50);
    const engine = await open(files.root, { warm });
    const before = files.read('locales/de.json');
    await engine.sync();
    expect(files.read('locales/de.json')).not.toBe(before);
    expect(engine.inputs().length).toBeGreaterThan(0);
    expect([...engine.inputs()].filter((input) => !isUnchanged(input))).toEqual([]);
    await engine.close();
  });

  test('connects anew after the service failed', async () => {
    const files = project();
    let fails = true;
    const config = await loadConfig({ cwd: files.root, env: {} });
    const down = {
      ...config,
      service: { ...config.service, url: 'http://127.0.0.1:9', key: 'key' },
    };
    const engine = createEngine(
      {
        ...config,
        get service() {
          return fails ? down.service : config.service;
        },
      },
      { warm: true },
    );
    expect((await engine.sync()).error?.code).toBe('network');
    fails = false;
    expect(await engine.sync()).toMatchObject({ ok: true, error: null });
    await engine.close();
  });
});
