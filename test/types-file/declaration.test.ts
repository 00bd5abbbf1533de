import ts from 'typescript';
import { expect, test } from 'vitest';
import { formats } from '../../src/formats/public.js';
import { detectSyntax } from '../../src/text/index.js';
import { parseJson } from './support.js';
import { declarationOf } from '../../src/code/types/write-types.js';
import { namespaceOf } from '../../src/model/namespace.js';
import type { MessageLibrary } from '../../src/model/index.js';

interface File {
  readonly path?: string;
  readonly messages: object | string;
}

function textOf(library: MessageLibrary, ...files: readonly File[]): string {
  const sources = files.map(({ path = 'locales/en.json', messages }) => parseJson(path, messages));
  const options = { library, language: 'en', locales: ['en', 'de'] } as const;
  return withoutTexts(declarationOf(sources, options).text);
}

/** The lines between two. */
function between(text: string, from: string, to: string): string {
  const [, rest = ''] = text.split(from);
  return rest.split(to)[0] ?? '';
}

/** Without the texts, which are comments. */
const withoutTexts = (text: string): string => text.replace(/^ *\/\*\* ".*\n/gm, '');

const messagesIn = (text: string): string =>
  between(text, 'export interface Messages {\n', '\n}\n').replace(/^ {2}/gm, '');

test.each<[MessageLibrary, object, string]>([
  ['plain', { b: 'B', a: { x: 'Hi {name}' } }, '"a.x": { "name": MessageValue };\n"b": NoValues;'],
  ['plain', { list: ['A', '{n}'] }, '"list.0": NoValues;\n"list.1": { "n": MessageValue };'],
  [
    'i18next',
    { item_one: '{{count}} of {{all}}', item_other: '{{count}} of {{all}}' },
    '"item": { "all": MessageValue; "count": number };',
  ],
  ['i18next', { user: '{{user.name}} {{user.age}}' }, '"user": { "user": object };'],
  [
    'vue-i18n',
    {
      bus: 'bus | buses',
      car: 'one car | {n} cars',
      it: '{name}',
      list: '{0}',
      of: '{who}: one | {who}: {n}',
      some: ['{n} of many'],
    },
    [
      '"bus": VuePlain;',
      '"car": VueCounted<NoValues, { "n": number }>;',
      '"it": VueCall<{ "name": MessageValue }>;',
      '"list": VueList;',
      '"of": VueCounted<{ "who": MessageValue }, { "n": number; "who": MessageValue }>;',
      '"some.0": VueCounted<NoValues, { "n": MessageValue }>;',
      '"some[0]": VueCounted<NoValues, { "n": MessageValue }>;',
    ].join('\n'),
  ],
  [
    'vue-i18n',
    { a: 'Hi {name}', b: '@:a!', c: "@.upper:{'b'} and {d}", e: '@:f.', f: '@:e {g}' },
    [
      '"a": VueCall<{ "name": MessageValue }>;',
      '"b": VueCall<{ "name": MessageValue }>;',
      '"c": VueCall<{ "d": MessageValue; "name": MessageValue }>;',
      '"e": VueCall<{ "g": MessageValue }>;',
      '"f": VueCall<{ "g": MessageValue }>;',
    ].join('\n'),
  ],
  [
    'i18next',
    {
      boys_one: '{{count}} boy of {{town}}',
      boys_other: '{{count}} boys of {{town}}',
      both: '$t(boys, {"count": {{n}} }) and $t(shop:girls)',
      it: '$t(both)',
    },
    [
      '"both": { "n": MessageValue; "town": MessageValue };',
      '"boys": { "count": number; "town": MessageValue };',
      '"it": { "n": MessageValue; "town": MessageValue };',
    ].join('\n'),
  ],
  ['next-intl', { n: '{n, plural, one {#} other {#}}' }, '"n": { "n": number };'],
  ['formatjs', { at: '{at, date}' }, '"at": { "at": Date | number };'],
  ['svelte-i18n', { a: 'A' }, '"a": NoValues;'],
])('%s: %j', (library, messages, expected) => {
  expect(messagesIn(textOf(library, { messages }))).toBe(expected);
});

test('i18next: groups of a file are namespaces where one is the usual namespace', () => {
  const translation = { a: 'A {{n}}' };
  const alone = textOf('i18next', { messages: { translation } });
  expect(alone).toBe(textOf('i18next', { messages: translation }));
  const two = textOf('i18next', { messages: { translation, shop: { b: 'B' } } });
  expect(messagesIn(two)).toBe('"a": { "n": MessageValue };\n"shop:b": NoValues;');
  expect(two).toContain(
    '  "shop": {\n    "b": string;\n  };\n  "translation": {\n    "a": "{{n}}";\n',
  );
  const text = textOf('i18next', { messages: { translation, title: 'T' } });
  expect(messagesIn(text)).toBe('"title": NoValues;\n"translation.a": { "n": MessageValue };');
});

test('lists are arrays, numbered names are not', () => {
  const messages = {
    days: { '0': 'Sunday', '1': 'Monday' },
    faq: [{ q: 'Why?', a: '{{n}}' }, 'Because', '', { q: 'Who?' }],
    steps: ['Start', 'End'],
  };
  const catalogs = (library: MessageLibrary): string =>
    between(textOf(library, { messages }), 'export type Catalogs = ', '\n  };').replaceAll(
      /\s+/g,
      ' ',
    );
  expect(catalogs('i18next')).toBe(
    '{ "translation": { "days": { "0": string; "1": string; };' +
      ' "faq": [{ "a": "{{n}}"; "q": string; }, string, string, { "q": string; }];' +
      ' "steps": [string, string];',
  );
  expect(catalogs('vue-i18n')).toContain('"steps": (string)[];');
  expect(catalogs('next-intl')).toContain('"steps": { "0": string; "1": string; };');
});

test('keys are any text at all, and none leaves its quotes', () => {
  const keys = ['"', "'", '`${x}`', '*/', '//', 'a\nb', '\u2028\u2029', '\u202e', '\\', '', '💡'];
  const messages = `{${[...keys, '__proto__', 'constructor']
    .map((key) => `${JSON.stringify(key)}: "x"`)
    .join()}}`;
  const text = textOf('plain', { messages });
  expect(text.replaceAll(/[\n ]/g, '')).not.toMatch(/[\p{C}\p{Z}]/u);
  const names = [...messagesIn(text).matchAll(/^(".*"): NoValues;$/gm)];
  expect(names.map(([, name = '']) => JSON.parse(name) as string).sort()).toEqual(
    [...keys, '__proto__', 'constructor'].sort(),
  );
});

test('names of placeholders are quoted too', () => {
  const text = textOf('i18next', { messages: { a: '{{na-me}} {{größe}}' } });
  expect(text).toContain('"a": "{{größe}}{{na-me}}";');
});

test('the text is the same for other words and another order of keys', () => {
  const before = { a: 'Hello {{name}}, {{n}}', b: { c: 'C', d: 'D' } };
  const after = { b: { d: 'Other', c: 'words' }, a: '{{n}} for {{name}}' };
  for (const library of ['i18next', 'next-intl', 'vue-i18n', 'plain'] as const) {
    expect(textOf(library, { messages: after })).toBe(textOf(library, { messages: before }));
  }
  const other = textOf('i18next', { messages: { ...before, a: 'Hello {{name}}' } });
  expect(other).not.toBe(textOf('i18next', { messages: before }));
});

test('each file is a namespace of i18next, and one file of the rest', () => {
  const files = [
    { path: 'locales/en/common.json', messages: { ok: 'OK' } },
    { path: 'locales/en/shop/cart.json', messages: { total: '{{n}}' } },
  ];
  const i18next = textOf('i18next', ...files);
  expect(messagesIn(i18next)).toBe(
    '"common:ok": NoValues;\n"shop/cart:total": { "n": MessageValue };',
  );
  expect(i18next).not.toContain('defaultNS');
  const [only] = files;
  expect(textOf('i18next', only!)).toContain('defaultNS: "common";');
  expect(messagesIn(textOf('plain', ...files))).toContain('"ok": NoValues;');
});

test('the only file is the default namespace, whatever it is called', () => {
  const text = textOf('i18next', { path: 'src/en.i18n.json', messages: { ok: 'OK' } });
  expect(text).toContain('"translation": {');
  expect(text).not.toContain('defaultNS');
});

test('a text in the way of a group', () => {
  const text = textOf('i18next', { messages: { a: 'A', 'a.b': 'B', 'c.d': 'D' } });
  expect(text).toContain('"a": string;\n    "a.b": string;\n    "c": {\n      "d": string;');
});

test.each([
  ['locales/en.json', 'en', undefined],
  ['locales/en/cart.json', 'en', 'cart'],
  ['locales/en/shop/cart.json', 'en', 'shop/cart'],
  ['i18n/cart.en.json', 'en', 'cart'],
  ['i18n/en-cart.json', 'en', 'cart'],
  ['app/en/en.yml', 'en', undefined],
  ['messages.json', 'en', 'messages'],
])('namespace of %s', (path, locale, namespace) => {
  expect(namespaceOf(path, locale)).toBe(namespace);
});

/** What the editor says of a name that it completes at `|`. */
function completed(declaration: string, code: string, name: string): string | undefined {
  const at = code.indexOf('|');
  const texts = new Map([
    ['/d.ts', declaration],
    ['/a.ts', `import type { Catalogs, Messages } from './d';\n${code.replace('|', '')}`],
  ]);
  const service = ts.createLanguageService({
    getScriptFileNames: () => [...texts.keys()],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const text = texts.get(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => '/',
    getCompilationSettings: () => ({ noLib: true, types: [] }),
    getDefaultLibFileName: () => 'none.d.ts',
    fileExists: (file) => texts.has(file),
    readFile: (file) => texts.get(file),
  });
  const place = (texts.get('/a.ts') ?? '').length - (code.length - 1 - at);
  const none = undefined;
  const details = service.getCompletionEntryDetails('/a.ts', place, name, none, none, none, none);
  return details?.documentation?.map(({ text }) => text).join('');
}

test('completion shows the text of a key and its note, whatever they contain', () => {
  const yaml = `# Above the cart.\n# @param */ export\ntitle: "Your */ cart\\n{@link x}"\nlong: ${'word '.repeat(99)}\n`;
  const document = formats.yaml.parse(yaml, { role: 'source', locale: 'en' });
  const source = {
    ...{ path: 'en.yaml', locale: 'en', units: document.units, lists: new Set<string>() },
    ...detectSyntax(document.units, formats.yaml.capabilities),
  };
  const options = { library: 'plain', language: 'en', locales: ['en'] } as const;
  const { text } = declarationOf([source], options);
  const said = '"Your *\\/ cart\\n{\\@link x}": Above the cart. \\@param *\\/ export';
  const catalog = "declare const all: Catalogs['messages']; all.|";
  expect(completed(text, catalog, 'title')).toBe(said);
  expect(completed(text, "type T = Messages['|']", 'title')).toBe(said);
  expect(completed(text, catalog, 'long')).toMatch(/^"(?:word ){39}word…"$/);
});

test('catalogs that code merges are declared as it writes their keys', () => {
  const home = { ...parseJson('l/en/home.json', { title: 'Home {{n}}' }) };
  const shared = parseJson('l/en/shared.json', { list: ['A'] });
  const placed = (place: (name: string) => readonly string[], library: MessageLibrary): string => {
    const sources = [
      { ...home, place: place('home') },
      { ...shared, place: place('shared') },
    ];
    return messagesIn(
      withoutTexts(declarationOf(sources, { library, language: 'en', locales: ['en'] }).text),
    );
  };
  expect(placed((name) => ['translation', 'x', name], 'i18next')).toBe(
    '"x.home.title": { "n": MessageValue };\n"x.shared.list.0": NoValues;',
  );
  expect(placed((name) => [`my-${name}`], 'i18next')).toBe(
    '"my-home:title": { "n": MessageValue };\n"my-shared:list.0": NoValues;',
  );
  expect(placed((name) => [name], 'plain')).toBe(
    '"home.title": { "n": MessageValue };\n"shared.list.0": NoValues;',
  );
});
