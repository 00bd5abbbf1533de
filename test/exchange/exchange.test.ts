import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/index.js';
import { exportTexts, importTexts } from '../../src/people/index.js';
import type { ExchangeFormat } from '../../src/people/index.js';
import { Project } from '../support/project.js';

const SOURCE = {
  title: 'Hello {name}',
  lines: 'One\nTwo',
  formula: '=SUM(A1)',
  tags: 'Read <b>this</b> & "that"',
  odd: '_x0041_ é \u{1F600}',
};

const TRANSLATED = {
  title: 'Hallo {name}',
  lines: 'Eins\nZwei',
  formula: "'=SUMME(A1)",
  tags: 'Lies <b>das</b> & "jenes"',
  odd: '_x0041_ ü \u{1F600}',
};

/** Kinds of files, with how somebody fills them in. */
const KINDS = [
  { name: 'texts.xlf', format: 'xliff', version: '1.2' },
  { name: 'texts.xlf', format: 'xliff', version: '2.1' },
  { name: 'texts.xlsx', format: 'xlsx', version: '1.2' },
  { name: 'texts.csv', format: 'csv', version: '1.2' },
  { name: 'texts.po', format: 'po', version: '1.2' },
] as const;

const WORDS = { flag: (name: string) => name } as never;
const CALL = { words: WORDS };

function project(de: Readonly<Record<string, string>> = {}): Project {
  return new Project({
    'service.config.yaml':
      'version: 1\nsource: en\ntargets: [de]\ncatalogs:\n  - files: locales/{locale}.json\n',
    'locales/en.json': `${JSON.stringify(SOURCE, undefined, 2)}\n`,
    'locales/de.json': `${JSON.stringify(de, undefined, 2)}\n`,
  });
}

interface Kind {
  readonly name: string;
  readonly format: ExchangeFormat;
  readonly version: '1.2' | '2.1';
}

async function exported(
  { root }: Project,
  { format, version }: Kind,
  states?: readonly ['all'],
): Promise<Uint8Array> {
  const config = await loadConfig({ cwd: root });
  const files = await exportTexts(config, { format, version, selection: {}, states }, CALL);
  expect(files.map(({ locale }) => locale)).toEqual(['de']);
  return files[0]?.bytes ?? new Uint8Array();
}

async function imported({ root }: Project, name: string, bytes: Uint8Array) {
  const config = await loadConfig({ cwd: root });
  const { outcomes, foreign, unchanged } = await importTexts(
    config,
    { name, bytes },
    { ...CALL, force: false },
  );
  return {
    foreign: foreign.map(({ text, message }) => `${text}: ${message}`),
    unchanged,
    done: outcomes.filter(({ done }) => done).map(({ key }) => key.join('.')),
    refused: outcomes.flatMap(({ done, message }) => (done ? [] : [message])),
  };
}

/** The file after somebody wrote a translation beside each source. */
function filled(
  bytes: Uint8Array,
  { format, version }: Kind,
  texts: Readonly<Record<string, string>>,
) {
  const xml = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const pairs = Object.entries(texts).map(
    ([key, text]) => [SOURCE[key as keyof typeof SOURCE], text] as const,
  );
  const replace = (
    all: string,
    from: (source: string) => string,
    to: (from: string, text: string) => string,
  ): string =>
    pairs.reduce((now, [source, text]) => {
      expect(now).toContain(from(source));
      return now.replace(from(source), (found) => to(found, text));
    }, all);
  switch (format) {
    case 'xliff':
      return strToU8(
        replace(
          strFromU8(bytes),
          (source) => `<source>${xml(source)}</source>`,
          (found, text) =>
            `${found}<target${version === '1.2' ? ' state="translated"' : ''}>${xml(text)}</target>`,
        ),
      );
    case 'po': {
      const quoted = (text: string): string => JSON.stringify(text);
      return strToU8(
        replace(
          strFromU8(bytes),
          (source) => `msgid ${quoted(source)}\nmsgstr ""`,
          (found, text) => found.replace(/""$/, () => quoted(text)),
        ),
      );
    }
    case 'csv': {
      const cell = (text: string): string =>
        /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text.replace(/^'*=/, "'$&");
      return strToU8(
        replace(
          strFromU8(bytes),
          (source) => `,${cell(source)},,`,
          (found, text) => `${found.slice(0, -1)}${cell(text)},`,
        ),
      );
    }
    case 'xlsx': {
      const parts = unzipSync(bytes);
      const odd = (text: string): string => xml(text.replaceAll('_x', '_x005F_x'));
      const sheet = replace(
        strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array()),
        (source) => `${odd(source)}</t></is></c><c `,
        (found, text) => `${found}@@${odd(text)}@@ `,
      ).replaceAll(
        /@@([^]*?)@@ ([^>]*)><is><t xml:space="preserve">/g,
        (_, text: string, rest: string) => `${rest}><is><t xml:space="preserve">${text}`,
      );
      return zipSync({ ...parts, 'xl/worksheets/sheet1.xml': strToU8(sheet) });
    }
  }
}

describe.each(KINDS)('$name $version', (kind) => {
  test('what is filled in comes back to the byte, and an unchanged file changes nothing', async () => {
    const app = project();
    const bytes = await exported(app, kind);
    expect(await imported(app, kind.name, bytes)).toEqual({
      ...{ foreign: [], unchanged: 5, done: [], refused: [] },
    });
    const result = await imported(app, kind.name, filled(bytes, kind, TRANSLATED));
    expect(result).toMatchObject({ foreign: [], unchanged: 0, refused: [] });
    expect(app.json('locales/de.json')).toEqual(TRANSLATED);
  });

  test('a text that a check reports as an error is refused with its reason', async () => {
    const app = project();
    const bytes = filled(await exported(app, kind), kind, { title: 'Hallo {nam}', odd: 'Gut' });
    const result = await imported(app, kind.name, bytes);
    expect(result.done).toEqual(['odd']);
    expect(result.refused).toEqual([expect.stringMatching(/\{name\}.*It was not written\.$/)]);
  });

  test('a text whose source has changed since goes to review', async () => {
    const app = project();
    const bytes = filled(await exported(app, kind), kind, { title: 'Hallo {name}' });
    app.write('locales/en.json', app.read('locales/en.json').replace('Hello {', 'Good day, {'));
    expect(await imported(app, kind.name, bytes)).toMatchObject({ done: ['title'], foreign: [] });
    expect(app.json('locales/de.json')).toEqual({ title: 'Hallo {name}' });
    expect(app.read('locale-sync.lock')).toMatch(/ [\w-]{6}\?\?de$/m);
  });

  test('a text that somebody changed since is kept', async () => {
    const app = project();
    const bytes = filled(await exported(app, kind), kind, { title: 'Hallo {name}' });
    app.write('locales/de.json', '{\n  "title": "Tag, {name}"\n}\n');
    const { refused } = await imported(app, kind.name, bytes);
    expect(refused).toEqual([expect.stringContaining('has changed in the meantime and was kept')]);
    expect(app.json('locales/de.json')).toEqual({ title: 'Tag, {name}' });
  });

  test('a text of another project is named, and so is one whose source was changed in the file', async () => {
    const app = project();
    const bytes = filled(await exported(app, kind), kind, { title: 'Hallo {name}', odd: 'Gut' });
    const other = project();
    other.write('locales/en.json', '{\n  "other": "Other"\n}\n');
    const { foreign, done } = await imported(other, kind.name, bytes);
    expect(done).toEqual([]);
    expect(foreign).toHaveLength(5);
    expect(foreign[0]).toMatch(
      /^texts\.\w+, (?:line|row) \d+: the repository has no such text any more$/,
    );
  });
});

test('what is exported: open texts by default, any state on request, and only texts that people may edit', async () => {
  const app = project({ title: 'Hallo {name}' });
  const po = { name: 'texts.po', format: 'po', version: '1.2' } as const;
  expect(strFromU8(await exported(app, po))).not.toContain('Hello {name}');
  expect(strFromU8(await exported(app, po, ['all']))).toContain('Hello {name}');
});

test('a source that was changed in the file is named', async () => {
  const app = project();
  const csv = KINDS[3];
  const bytes = filled(await exported(app, csv), csv, { title: 'Hallo {name}' });
  const changed = strToU8(strFromU8(bytes).replace('Hello {name}', 'Bye {name}'));
  const { foreign, done } = await imported(app, 'texts.csv', changed);
  expect(done).toEqual([]);
  expect(foreign).toEqual([expect.stringContaining('another source text')]);
});

test.each([
  ['a number', '<c r="D2" t="n"><v>5</v></c>', undefined],
  ['a date, which is a number', '<c r="D2" s="9"><v>45000</v></c>', undefined],
  ['an error', '<c r="D2" t="e"><f>TITEL</f><v>#NAME?</v></c>', undefined],
  ['the result of a formula', '<c r="D2" t="str"><f>A1</f><v>Hallo {name}</v></c>', 'title'],
  [
    'runs',
    '<c r="D2" t="inlineStr"><is><r><t>Hallo </t></r><r><t>{name}</t></r></is></c>',
    'title',
  ],
])('a cell of a sheet with %s is a text, or it is named', async (_, cell, key) => {
  const app = project();
  const parts = unzipSync(await exported(app, KINDS[2]));
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  const changed = sheet.replace(/<c r="D2"[^]*?<\/c>/, cell);
  const bytes = zipSync({ ...parts, 'xl/worksheets/sheet1.xml': strToU8(changed) });
  const { foreign, done } = await imported(app, 'texts.xlsx', bytes);
  expect(done).toEqual(key === undefined ? [] : [key]);
  const why = /^texts\.xlsx, row 2: its translation is a number, a date or an error/;
  expect(foreign).toEqual(key === undefined ? [expect.stringMatching(why)] : []);
});

test('a sheet that was cut off is refused as a whole', async () => {
  const app = project();
  const parts = unzipSync(await exported(app, KINDS[2]));
  const half = (parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array()).slice(0, -200);
  const bytes = zipSync({ ...parts, 'xl/worksheets/sheet1.xml': half });
  await expect(imported(app, 'texts.xlsx', bytes)).rejects.toThrow('is not an Excel sheet');
});

test('a sheet has its cells locked, except those that people fill in', async () => {
  const bytes = await exported(project(), KINDS[2]);
  const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(sheet).toContain('<sheetProtection sheet="1"');
  const styles = [...sheet.matchAll(/<c r="([A-I])2" s="(\d+)"/g)].map(([, column, style]) => [
    column,
    style,
  ]);
  expect(styles.filter(([, style]) => style === '3').map(([column]) => column)).toEqual(['D', 'E']);
});
