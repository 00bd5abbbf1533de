import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Texts written for libraries without a public project here. Used only to count how many kinds of
 * damage the rules find.
 */
export interface OwnTexts {
  readonly project: string;
  /** The library that reads the texts. */
  readonly syntax: string;
  readonly files: string;
  /** A file in one language. */
  readonly fileOf: (locale: 'en' | 'de') => string;
}

type Row = readonly [key: string, en: string, de: string];

/** Texts with two named placeholders in a library's syntax. */
function rowsOf(first: string, second: string): readonly Row[] {
  return [
    ['hello', `Hello ${first}, welcome back`, `Hallo ${first}, willkommen zurück`],
    ['from', `From ${first} to ${second}`, `Von ${first} bis ${second}`],
    ['saved', `${first} was saved by ${second}`, `${second} hat ${first} gespeichert`],
    ['asked', `Delete ${first}?`, `${first} löschen?`],
    ['moved', `Moved to “${first}”`, `Nach „${first}“ verschoben`],
    ['left', `${first} left: ${second}`, `${second} übrig: ${first}`],
    ['seen', `Last seen ${first}`, `Zuletzt gesehen: ${first}`],
    ['bold', `Open <a href="/x">${first}</a>`, `<a href="/x">${first}</a> öffnen`],
  ];
}

/** Plural forms of a count in a library's syntax. */
function pluralsOf(count: string): readonly Row[] {
  return [
    ['file', `${count} file`, `${count} Datei`],
    ['files', `${count} files`, `${count} Dateien`],
    ['user', `${count} user is online`, `${count} Person ist online`],
    ['users', `${count} users are online`, `${count} Personen sind online`],
  ];
}

function textIn([, en, de]: Row, locale: 'en' | 'de'): string {
  return locale === 'en' ? en : de;
}

function json(entries: readonly (readonly [string, unknown])[]): string {
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

function entriesOf(
  rows: readonly Row[],
  locale: 'en' | 'de',
): readonly (readonly [string, string])[] {
  return rows.map((row) => [row[0], textIn(row, locale)]);
}

/** `[singular, plural]` of each plural. */
function pairsOf(rows: readonly Row[]): readonly (readonly [Row, Row])[] {
  return rows.flatMap((one, at) => {
    const other = rows[at + 1];
    return at % 2 === 0 && other !== undefined ? [[one, other] as const] : [];
  });
}

const I18NEXT_V3 = rowsOf('__name__', '__place__');
const GO = rowsOf('{{.Name}}', '{{.Place}}');
const APPLE = [...rowsOf('%1$@', '%2$@'), ...pluralsOf('%#@count@')];
const FLUENT = rowsOf('{ $name }', '{ -brand-name }');

export const OWN_TEXTS: readonly OwnTexts[] = [
  {
    project: 'own texts',
    syntax: 'i18next v3',
    files: 'locales/{locale}.json',
    fileOf: (locale) => {
      const plurals = pairsOf(pluralsOf('__count__')).flatMap(
        ([one, other]): [string, string][] => [
          [one[0], textIn(one, locale)],
          [`${one[0]}_plural`, textIn(other, locale)],
        ],
      );
      return json([...entriesOf(I18NEXT_V3, locale), ...plurals]);
    },
  },
  {
    project: 'own texts',
    syntax: 'go-i18n',
    files: 'active.{locale}.json',
    fileOf: (locale) => {
      const plurals = pairsOf(pluralsOf('{{.Count}}')).map(([one, other]): [string, object] => [
        one[0],
        { one: textIn(one, locale), other: textIn(other, locale) },
      ]);
      return json([...entriesOf(GO, locale), ...plurals]);
    },
  },
  {
    project: 'own texts',
    syntax: 'hugo',
    files: 'i18n/{locale}.yaml',
    fileOf: (locale) => {
      const texts = GO.map((row) => `- id: ${row[0]}\n  translation: '${textIn(row, locale)}'\n`);
      const plurals = pairsOf(pluralsOf('{{ .Count }}')).map(
        ([one, other]) =>
          `- id: ${one[0]}\n  translation:\n    one: '${textIn(one, locale)}'\n    other: '${textIn(other, locale)}'\n`,
      );
      return [...texts, ...plurals].join('');
    },
  },
  {
    project: 'own texts',
    syntax: 'apple',
    files: 'strings/{locale}.json',
    fileOf: (locale) => json(entriesOf(APPLE, locale)),
  },
  {
    project: 'own texts',
    syntax: 'fluent',
    files: 'strings/{locale}.json',
    fileOf: (locale) => json(entriesOf(FLUENT, locale)),
  },
];

/** The texts as a project in a separate folder. The caller removes it. */
export function folderOf({ files, fileOf }: OwnTexts): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'locale-sync-own-')));
  const config = { version: 1, source: 'en', targets: ['de'], catalogs: [{ files }] };
  const contents = [
    ['service.config.json', JSON.stringify(config)],
    ...(['en', 'de'] as const).map((locale) => [files.replace('{locale}', locale), fileOf(locale)]),
  ] as const;
  for (const [path = '', content = ''] of contents) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}
