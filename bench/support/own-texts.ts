import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Texts written for every library in the files that it reads. Used only to count how many kinds of
 * damage the rules find.
 */
export interface OwnTexts {
  readonly project: string;
  /** The library that reads the texts. */
  readonly syntax: string;
  /** For the config. */
  readonly catalog: Readonly<Record<string, unknown>>;
  /** The path and the contents of the file in a language. */
  readonly pathOf: (locale: Locale) => string;
  readonly fileOf: (locale: Locale) => string;
}

type Locale = 'en' | 'de';
type Row = readonly [key: string, en: string, de: string];
type Pair = readonly [en: string, de: string];
type Plural = readonly [key: string, one: Pair, other: Pair];

/** Texts with two placeholders in a library's syntax. */
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
    ['link', 'Read <a href="/help">the help</a> first', 'Erst <a href="/help">die Hilfe</a> lesen'],
    ['plain', 'Save changes', 'Änderungen speichern'],
    ['sentence', 'Nothing was found here.', 'Hier wurde nichts gefunden.'],
  ];
}

/** Plural forms of a count in a library's syntax. */
function pluralsOf(count: string): readonly Plural[] {
  return [
    ['files', [`${count} file`, `${count} Datei`], [`${count} files`, `${count} Dateien`]],
    [
      'users',
      [`${count} user is online`, `${count} Person ist online`],
      [`${count} users are online`, `${count} Personen sind online`],
    ],
    [
      'days',
      [`One day left`, `Noch ein Tag`],
      [`${count} days left in this trial`, `Noch ${count} Tage zur Probe`],
    ],
  ];
}

/** A text, or the text of each plural form. */
type Entry = readonly [
  key: string,
  text: string | { readonly one: string; readonly other: string },
];

function entriesIn(
  locale: Locale,
  rows: readonly Row[],
  plurals: readonly Plural[] = [],
): readonly Entry[] {
  const at = locale === 'en' ? 0 : 1;
  return [
    ...rows.map(([key, ...texts]): Entry => [key, texts[at]]),
    ...plurals.map(([key, one, other]): Entry => [key, { one: one[at], other: other[at] }]),
  ];
}

/** Plurals as texts of their own. */
function flat(
  entries: readonly Entry[],
  keys: (key: string) => readonly [string, string],
): readonly Entry[] {
  return entries.flatMap(([key, text]): Entry[] => {
    if (typeof text === 'string') return [[key, text]];
    const [one, other] = keys(key);
    return [
      [one, text.one],
      [other, text.other],
    ];
  });
}

/** Plurals as one text. */
function joined(
  entries: readonly Entry[],
  join: (one: string, other: string) => string,
): readonly Entry[] {
  return entries.map(([key, text]) => [
    key,
    typeof text === 'string' ? text : join(text.one, text.other),
  ]);
}

function json(entries: readonly (readonly [string, unknown])[]): string {
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function yaml(entries: readonly Entry[]): string {
  return entries
    .map(([key, text]) =>
      typeof text === 'string'
        ? `  ${key}: ${JSON.stringify(text)}\n`
        : `  ${key}:\n    one: ${JSON.stringify(text.one)}\n    other: ${JSON.stringify(text.other)}\n`,
    )
    .join('');
}

function android(entries: readonly Entry[]): string {
  const value = (text: string): string => xml(text).replace(/['"@]/g, String.raw`\$&`);
  const lines = entries.map(([key, text]) =>
    typeof text === 'string'
      ? `    <string name="${key}">${value(text)}</string>\n`
      : `    <plurals name="${key}">\n        <item quantity="one">${value(text.one)}</item>\n        <item quantity="other">${value(text.other)}</item>\n    </plurals>\n`,
  );
  return `<resources>\n${lines.join('')}</resources>\n`;
}

function po(
  rows: readonly Row[],
  plurals: readonly Plural[],
  locale: Locale,
  flag: string,
): string {
  const q = (text: string): string => JSON.stringify(text);
  const header = `msgid ""\nmsgstr ""\n"Language: ${locale}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n`;
  const isSource = locale === 'en';
  const singles = rows.map(
    ([, en, de]) => `#, ${flag}\nmsgid ${q(en)}\nmsgstr ${isSource ? '""' : q(de)}\n`,
  );
  const many = plurals.map(
    ([, one, other]) =>
      `#, ${flag}\nmsgid ${q(one[0])}\nmsgid_plural ${q(other[0])}\nmsgstr[0] ${isSource ? '""' : q(one[1])}\nmsgstr[1] ${isSource ? '""' : q(other[1])}\n`,
  );
  return [header, ...singles, ...many].join('\n');
}

function gettext(flag: string, rows: readonly Row[], plurals: readonly Plural[]): OwnTexts {
  return {
    project: 'own texts',
    syntax: flag,
    catalog: { source: 'po/app.pot', target: 'po/{locale}.po' },
    pathOf: (locale) => (locale === 'en' ? 'po/app.pot' : 'po/de.po'),
    fileOf: (locale) => po(rows, plurals, locale, flag),
  };
}

function qt(rows: readonly Row[], plurals: readonly Plural[], locale: Locale): string {
  const form = (text: string): string => `<numerusform>${xml(text)}</numerusform>`;
  const singles = rows.map(
    ([, en, de]) =>
      `    <message>\n        <source>${xml(en)}</source>\n        <translation>${xml(locale === 'en' ? en : de)}</translation>\n    </message>\n`,
  );
  const many = plurals.map(([, one, other]) => {
    const at = locale === 'en' ? 0 : 1;
    return `    <message numerus="yes">\n        <source>${xml(other[0])}</source>\n        <translation>${form(one[at])}${form(other[at])}</translation>\n    </message>\n`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="${locale}">\n<context>\n    <name>Main</name>\n${[...singles, ...many].join('')}</context>\n</TS>\n`;
}

function xcstrings(rows: readonly Row[], plurals: readonly Plural[]): string {
  const unit = (value: string): object => ({ stringUnit: { state: 'translated', value } });
  const forms = (one: string, other: string): object => ({
    variations: { plural: { one: unit(one), other: unit(other) } },
  });
  const strings = [
    ...rows.map(([key, en, de]): [string, object] => [
      key,
      { localizations: { en: unit(en), de: unit(de) } },
    ]),
    ...plurals.map(([key, one, other]): [string, object] => [
      key,
      { localizations: { en: forms(one[0], other[0]), de: forms(one[1], other[1]) } },
    ]),
  ];
  return json([
    ['sourceLanguage', 'en'],
    ['strings', Object.fromEntries(strings)],
    ['version', '1.0'],
  ]);
}

function fluent(entries: readonly Entry[]): string {
  const message = ([key, text]: Entry): string =>
    typeof text === 'string'
      ? `${key} = ${text}\n`
      : `${key} = { $count ->\n    [one] ${text.one}\n   *[other] ${text.other}\n}\n`;
  return `-brand-name = Brand\n${entries.map(message).join('')}`;
}

function resx(entries: readonly Entry[]): string {
  const data = ([key, text]: Entry): string =>
    `  <data name="${key}" xml:space="preserve">\n    <value>${xml(text as string)}</value>\n  </data>\n`;
  return `<?xml version="1.0" encoding="utf-8"?>\n<root>\n${entries.map(data).join('')}</root>\n`;
}

function strings(entries: readonly Entry[]): string {
  return entries
    .map(([key, text]) => `${JSON.stringify(key)} = ${JSON.stringify(text)};\n`)
    .join('');
}

function php(entries: readonly Entry[]): string {
  const quoted = (text: string): string => `'${text.replace(/['\\]/g, String.raw`\$&`)}'`;
  const lines = entries.map(([key, text]) => `    '${key}' => ${quoted(text as string)},\n`);
  return `<?php\n\nreturn [\n${lines.join('')}];\n`;
}

const ICU: readonly Row[] = [
  ...rowsOf('{name}', '{place}'),
  [
    'photos',
    '{name} has {count, plural, one {# photo} other {# photos}}',
    '{name} hat {count, plural, one {# Foto} other {# Fotos}}',
  ],
  [
    'they',
    '{gender, select, male {He} female {She} other {They}} liked it',
    '{gender, select, male {Er} female {Sie} other {Sie}} mochte es',
  ],
  ['due', 'Due on {when, date, short}', 'Fällig am {when, date, short}'],
  ['total', 'Total: {sum, number}', 'Summe: {sum, number}'],
];
const icuOf = (count: string): readonly Row[] =>
  pluralsOf('#').map(([key, one, other]) => [
    key,
    `{${count}, plural, one {${one[0]}} other {${other[0]}}}`,
    `{${count}, plural, one {${one[1]}} other {${other[1]}}}`,
  ]);
const PERCENT: Row = ['done', '%d%% done', '%d%% fertig'];

/** A file for each language at a path with `{locale}`. */
function own(
  syntax: string,
  files: string,
  fileOf: (locale: Locale) => string,
  more: Readonly<Record<string, unknown>> = {},
): OwnTexts {
  return {
    project: 'own texts',
    syntax,
    catalog: { files, ...more },
    pathOf: (locale) => files.replace('{locale}', locale),
    fileOf,
  };
}

export const OWN_TEXTS: readonly OwnTexts[] = [
  own('i18next v3', 'locales/{locale}.json', (locale) => {
    const all = entriesIn(locale, rowsOf('__name__', '__place__'), pluralsOf('__count__'));
    return json(flat(all, (key) => [key, `${key}_plural`]));
  }),
  own('i18next', 'locales/{locale}.json', (locale) => {
    const rows: readonly Row[] = [
      ...rowsOf('{{name}}', '{{place}}'),
      ['brand', 'About $t(appName)', 'Über $t(appName)'],
      ['raw', 'Shown as {{- html}}', 'Gezeigt als {{- html}}'],
      ['due', 'Due {{when, datetime}}', 'Fällig {{when, datetime}}'],
    ];
    const all = entriesIn(locale, rows, pluralsOf('{{count}}'));
    return json(flat(all, (key) => [`${key}_one`, `${key}_other`]));
  }),
  own('go-i18n', 'active.{locale}.json', (locale) =>
    json(entriesIn(locale, rowsOf('{{.Name}}', '{{.Place}}'), pluralsOf('{{.Count}}'))),
  ),
  own('hugo', 'i18n/{locale}.yaml', (locale) =>
    entriesIn(locale, rowsOf('{{ .Name }}', '{{ .Place }}'), pluralsOf('{{ .Count }}'))
      .map(([key, text]) =>
        typeof text === 'string'
          ? `- id: ${key}\n  translation: '${text}'\n`
          : `- id: ${key}\n  translation:\n    one: '${text.one}'\n    other: '${text.other}'\n`,
      )
      .join(''),
  ),
  own(
    'rails',
    'config/locales/{locale}.yml',
    (locale) =>
      `${locale}:\n${yaml(entriesIn(locale, rowsOf('%{name}', '%{place}'), pluralsOf('%{count}')))}`,
  ),
  own('icu', 'messages/{locale}.json', (locale) =>
    json(entriesIn(locale, [...ICU, ...icuOf('count')])),
  ),
  own('arb', 'lib/l10n/app_{locale}.arb', (locale) =>
    json([['@@locale', locale], ...entriesIn(locale, [...ICU, ...icuOf('count')])]),
  ),
  own('vue', 'locales/{locale}.json', (locale) => {
    const rows: readonly Row[] = [
      ...rowsOf('{name}', '{place}'),
      ['mail', `Write to me{'@'}example.com`, `Schreib an me{'@'}example.com`],
      ['app', 'Welcome to @:plain', 'Willkommen bei @:plain'],
      ['small', 'The @.lower:plain here', 'Die @.lower:plain hier'],
    ];
    const all = entriesIn(locale, rows, pluralsOf('{n}'));
    return json(joined(all, (one, other) => `${one} | ${other}`));
  }),
  own('polyglot', 'locales/{locale}.json', (locale) => {
    const all = entriesIn(locale, rowsOf('%{name}', '%{place}'), pluralsOf('%{smart_count}'));
    return json(joined(all, (one, other) => `${one} |||| ${other}`));
  }),
  own('laravel', 'lang/{locale}/app.php', (locale) => {
    const all = entriesIn(locale, rowsOf(':name', ':place'), pluralsOf(':count'));
    return php(joined(all, (one, other) => `{1} ${one}|[2,*] ${other}`));
  }),
  own('symfony', 'translations/messages.{locale}.yaml', (locale) => {
    const all = entriesIn(locale, rowsOf('%name%', '%place%'), pluralsOf('%count%'));
    return yaml(joined(all, (one, other) => `{1} ${one}|]1,Inf[ ${other}`)).replace(/^ {2}/gm, '');
  }),
  own('chrome', '_locales/{locale}/messages.json', (locale) =>
    json(
      entriesIn(locale, rowsOf('$name$', '$1')).map(([key, message]) => [
        key,
        { message, placeholders: { name: { content: '$1' } } },
      ]),
    ),
  ),
  own('mediawiki', 'i18n/{locale}.json', (locale) => {
    const all = entriesIn(locale, rowsOf('$1', '$2'), pluralsOf('$1'));
    const more: readonly Row[] = [
      [
        'likes',
        '{{GENDER:$1|He|She}} likes [[Special:Log|the log]]',
        '{{GENDER:$1|Er|Sie}} mag [[Special:Log|das Logbuch]]',
      ],
      ['site', 'Welcome to {{SITENAME}}', 'Willkommen bei {{SITENAME}}'],
    ];
    return json([
      ...joined(all, (one, other) => `{{PLURAL:$1|${one}|${other}}}`),
      ...entriesIn(locale, more),
    ]);
  }),
  own('fluent', 'locales/{locale}/app.ftl', (locale) => {
    const more: readonly Row[] = [
      [
        'date',
        'Due { DATETIME($when, month: "long") }',
        'Fällig { DATETIME($when, month: "long") }',
      ],
      ['same', 'See { hello }', 'Siehe { hello }'],
    ];
    const rows = [...rowsOf('{ $name }', '{ -brand-name }'), ...more];
    return fluent(entriesIn(locale, rows, pluralsOf('{ $count }')));
  }),
  {
    project: 'own texts',
    syntax: 'android',
    catalog: { source: 'res/values/strings.xml', target: 'res/values-{locale}/strings.xml' },
    pathOf: (locale) => (locale === 'en' ? 'res/values/strings.xml' : 'res/values-de/strings.xml'),
    fileOf: (locale) =>
      android(entriesIn(locale, [...rowsOf('%1$s', '%2$d'), PERCENT], pluralsOf('%d'))),
  },
  own('apple', '{locale}.lproj/Localizable.strings', (locale) =>
    strings(entriesIn(locale, [...rowsOf('%1$@', '%2$ld'), PERCENT])),
  ),
  {
    project: 'own texts',
    syntax: 'xcstrings',
    catalog: { files: 'App.xcstrings' },
    pathOf: () => 'App.xcstrings',
    fileOf: () => xcstrings([...rowsOf('%1$@', '%2$lld'), PERCENT], pluralsOf('%lld')),
  },
  own('qt', 'app_{locale}.ts', (locale) => qt(rowsOf('%1', '%2'), pluralsOf('%n'), locale)),
  gettext('c-format', [...rowsOf('%1$s', '%2$d'), PERCENT], pluralsOf('%d')),
  gettext('python-format', rowsOf('%(name)s', '%(place)s'), pluralsOf('%(count)d')),
  gettext('python-brace-format', rowsOf('{name}', '{place}'), pluralsOf('{count}')),
  gettext('php-format', [...rowsOf('%1$s', '%2$s'), PERCENT], pluralsOf('%d')),
  gettext('javascript-format', rowsOf('%1$s', '%2$s'), pluralsOf('%d')),
  gettext('perl-brace-format', rowsOf('{name}', '{place}'), pluralsOf('{count}')),
  gettext('qt-format', rowsOf('%1', '%2'), []),
  own('dotnet', 'Resources.{locale}.resx', (locale) =>
    resx(entriesIn(locale, rowsOf('{0}', '{1:N2}'))),
  ),
  own('java', 'messages_{locale}.properties', (locale) =>
    entriesIn(locale, [...rowsOf('{0}', '{1}'), ['paid', '{0,number} paid', '{0,number} bezahlt']])
      .map(([key, text]) => `${key}=${text as string}\n`)
      .join(''),
  ),
];

/** The texts as a project in a separate folder. The caller removes it. */
export function folderOf({ catalog, pathOf, fileOf }: OwnTexts): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'locale-sync-own-')));
  const config = { version: 1, source: 'en', targets: ['de'], catalogs: [catalog] };
  const contents = [
    ['service.config.json', JSON.stringify(config)],
    ...(['en', 'de'] as const).map((locale) => [pathOf(locale), fileOf(locale)]),
  ] as const;
  for (const [path = '', content = ''] of contents) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}
