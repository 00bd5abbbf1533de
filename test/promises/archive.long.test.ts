import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { parseArchive } from '../../src/lock/index.js';
import { Project } from '../support/project.js';
import { JSON_CONFIG } from '../support/scenario.js';

const TIMEOUT = 300_000;
const ARCHIVE = 'locale-sync.archive';
const LOCALES = ['de', 'fr', 'es', 'it', 'nl', 'pl', 'sv', 'da'];

function json(texts: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(texts, null, 2)}\n`;
}

/** `a` to `h`, or those of them that are left. */
function source(...left: readonly string[]): string {
  return json(Object.fromEntries(left.map((key) => [key, `The text of ${key}`])));
}

const ALL = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function human(key: string, locale: string): string {
  return `${locale} ${key} "„von\u2028Hand“`;
}

function project(locales: readonly string[], finished?: (task: () => void) => void): Project {
  const targets = locales.map((locale) => [
    `locales/${locale}.json`,
    json(Object.fromEntries(ALL.map((key) => [key, human(key, locale)]))),
  ]);
  const made = new Project(
    {
      'service.config.yaml': JSON_CONFIG.replace('[de]', `[${locales.join(', ')}]`),
      'locales/en.json': source(...ALL),
      '.gitattributes': 'locale-sync.lock merge=union\nlocale-sync.archive merge=union\n',
      '.gitignore': '.locale-sync\n',
      ...(Object.fromEntries(targets) as Record<string, string>),
    },
    'archive',
    finished,
  );
  made.env = { SERVICE_URL: 'http://127.0.0.1:1', SERVICE_AUTH_KEY: 'none' };
  return made;
}

async function sync(one: Project): Promise<void> {
  expect(await one.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
}

/** Texts of people that are in a target file or in the archive. */
function known(one: Project, locale: string): ReadonlySet<string> {
  const texts = one.json(`locales/${locale}.json`) as Record<string, string>;
  const archive = one.has(ARCHIVE) ? parseArchive(one.read(ARCHIVE)).texts : [];
  const own = archive.filter((text) => text.locale === locale).map(({ text }) => text);
  return new Set([...Object.values(texts), ...own]);
}

test('kill -9 at any instant of a removal loses no text', { timeout: TIMEOUT }, async () => {
  for (const delay of [0, 0, 1, 2, 3, 5, 8, 13]) {
    const one = project(LOCALES);
    await sync(one);
    one.write('locales/en.json', source('h'));
    const child = one.start(['sync']);
    const ended = once(child, 'exit');
    while (!one.has(ARCHIVE) && child.exitCode === null) await nextTurn();
    await sleep(delay);
    child.kill('SIGKILL');
    await ended;
    for (const locale of LOCALES) {
      const left = known(one, locale);
      for (const key of ALL) expect(left, `${delay} ms`).toContain(human(key, locale));
    }
    await sync(one);
    one.write('locales/en.json', source(...ALL));
    await sync(one);
    for (const locale of LOCALES) {
      const texts = Object.fromEntries(ALL.map((key) => [key, human(key, locale)]));
      expect(one.json(`locales/${locale}.json`)).toEqual(texts);
    }
    expect(parseArchive(one.read(ARCHIVE)).texts).toEqual([]);
  }
});

test('two branches that remove and restore keys merge', { timeout: TIMEOUT }, async () => {
  const one = project(['de', 'fr']);
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
      cwd: one.root,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  const commit = async (message: string, ...left: readonly string[]): Promise<void> => {
    one.write('locales/en.json', source(...left));
    await sync(one);
    git('add', '-A');
    git('commit', '-qm', message);
  };
  git('init', '-q', '-b', 'main');
  await commit('base', ...ALL);
  await commit('d is gone', 'a', 'b', 'c', 'e', 'f', 'g', 'h');

  git('checkout', '-qb', 'left');
  await commit('a is gone', 'b', 'c', 'e', 'f', 'g', 'h');
  git('checkout', '-q', 'main');
  git('checkout', '-qb', 'right');
  await commit('h is gone', 'a', 'b', 'c', 'e', 'f', 'g');
  await commit('d is back', 'a', 'b', 'c', 'd', 'e', 'f', 'g');

  git('checkout', '-q', 'main');
  git('merge', '-q', '--no-edit', 'left');
  git('merge', '-q', '--no-edit', 'right');
  expect(one.read(ARCHIVE)).not.toMatch(/^[<>=]{7}/m);
  expect((await one.report(['check'])).problems).toEqual([]);
  await commit('all are back', ...ALL);
  for (const locale of ['de', 'fr']) {
    const texts = Object.fromEntries(ALL.map((key) => [key, human(key, locale)]));
    expect(one.json(`locales/${locale}.json`)).toEqual(texts);
  }
});

describe('an archive that cannot be used', () => {
  test('ends the run before anything is written', { timeout: TIMEOUT }, async () => {
    const one = project(['de']);
    await sync(one);
    one.write('locales/en.json', source('h'));
    mkdirSync(one.path(ARCHIVE));
    const before = one.files();
    for (const command of ['sync', 'plan', 'check', 'status']) {
      const { code, error } = await one.report([command]);
      expect([command, code]).toEqual([command, 2]);
      expect(error).toMatchObject({
        code: 'archive-unusable',
        message: `${ARCHIVE} is a folder`,
        hint: expect.stringContaining('version control') as string,
      });
    }
    expect(one.files()).toEqual(before);
  });

  test('is no matter to a run that does not need it', { timeout: TIMEOUT }, async () => {
    const one = project(['de']);
    await sync(one);
    mkdirSync(one.path(ARCHIVE));
    await sync(one);
  });
});

interface Case {
  readonly source: string;
  /** The source without the units that go. */
  readonly less: string;
  readonly target: string;
  readonly removed: number;
}

function cues(...texts: readonly (readonly [second: number, text: string])[]): string {
  const all = texts.map(
    ([second, text], i) => `${i + 1}\n00:00:0${second},000 --> 00:00:0${second},900\n${text}\n`,
  );
  return all.join('\n');
}

function xliff(
  header: string,
  units: readonly (readonly [id: string, source: string, target?: string])[],
): string {
  const all = units.map(([id, source, target]) => {
    const translation = target === undefined ? '' : `\n        <target>${target}</target>`;
    return `    <unit id="${id}">\n      <segment>\n        <source>${source}</source>${translation}\n      </segment>\n    </unit>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0" ${header}>
  <file id="f">
${all.join('')}  </file>
</xliff>
`;
}

const BUTTER = 'Bread &amp; <pc id="1">butter</pc>';

const CASES: Readonly<Record<string, Case>> = {
  'locales/{locale}.yml': {
    source:
      'en:\n  x: Welcome\n  a:\n    b: |\n      Two\n      lines\n  files:\n    one: one file\n    other: "%{count} files"\n',
    less: 'en:\n  x: Welcome\n',
    target:
      'de:\n  x: Willkommen\n  a:\n    b: |\n      Zwei\n      Zeilen\n  files:\n    one: eine Datei\n    other: "%{count} Dateien"\n',
    removed: 3,
  },
  'locales/{locale}.json': {
    source: json({
      x: 'Welcome',
      files_one: 'one file',
      files_other: '{{count}} files',
      icu: '{n, plural, one {# day} other {# days}}',
    }),
    less: json({ x: 'Welcome' }),
    target: json({
      x: 'Willkommen',
      files_one: 'eine Datei',
      files_other: '{{count}} Dateien',
      icu: '{n, plural, one {# Tag} other {# Tage}}',
    }),
    removed: 3,
  },
  'media/film.{locale}.srt': {
    source: cues([1, 'Welcome.'], [3, 'Bread and butter.'], [5, 'The end.']),
    less: cues([1, 'Welcome.'], [5, 'The end.']),
    target: cues([1, 'Willkommen.'], [3, 'Butterbrot.'], [5, 'Ende.']),
    removed: 1,
  },
  'locales/{locale}.xlf': {
    source: xliff('srcLang="en"', [
      ['x', 'Welcome'],
      ['a', BUTTER],
    ]),
    less: xliff('srcLang="en"', [['x', 'Welcome']]),
    target: xliff('srcLang="en" trgLang="de"', [
      ['x', 'Welcome', 'Willkommen'],
      ['a', BUTTER, 'Brot &amp; <pc id="1">Butter</pc>'],
    ]),
    removed: 1,
  },
};

test.each(Object.entries(CASES))(
  'texts of %s come back',
  { timeout: TIMEOUT },
  async (pattern, { source: whole, less, target, removed }) => {
    const at = (locale: string): string => pattern.replace('{locale}', locale);
    const config = JSON_CONFIG.replace('locales/{locale}.json', pattern);
    const one = new Project({
      'service.config.yaml': config,
      [at('en')]: whole,
      [at('de')]: target,
    });
    one.env = { SERVICE_URL: 'http://127.0.0.1:1', SERVICE_AUTH_KEY: 'none' };
    await sync(one);
    const kept = one.read(at('de'));
    one.write(at('en'), less);
    expect(await one.report(['sync'])).toMatchObject({ code: 0, removed });
    one.write(at('en'), whole);
    await sync(one);
    const texts = ['Zeilen', 'Dateien', 'Tage', 'Butterbrot', 'Brot &amp;'];
    for (const text of texts.filter((part) => kept.includes(part))) {
      expect(one.read(at('de'))).toContain(text);
    }
    expect(parseArchive(one.read(ARCHIVE)).texts).toEqual([]);
  },
);
