import { expect, test } from 'vitest';
import { keyPlaces } from '../../src/code/extract/key-places.js';
import { pageHtml } from '../../src/people/review/page-html.js';
import { parseEdits, parsePatch } from '../../src/people/review/patch.js';
import { parseRuns } from '../../src/people/review/run-history.js';
import { hostsOf, refusalOf } from '../../src/people/review/server/answer-requests.js';
import { scriptJson } from '../../src/model/sinks/script-json.js';
import { previewsOf } from '../../src/text/index.js';

const EDIT = {
  file: 'de.json',
  locale: 'de',
  key: ['a', 'b'],
  seen: { source: 's', target: 't' },
  text: 'x',
};

test('a patch is taken as the report saved it', () => {
  expect(parsePatch(JSON.stringify({ version: 1, edits: [EDIT] }))).toEqual([EDIT]);
  expect(parsePatch(`\ufeff${JSON.stringify({ version: 1, edits: [EDIT] })}`)).toEqual([EDIT]);
});

test.each<[string, string, RegExp]>([
  ['no JSON', '{', /not valid JSON/],
  ['another version', '{"version":2,"edits":[]}', /invalid at: version/],
  ['no list', '{"version":1,"edits":{}}', /invalid at: edits/],
  ['no key', JSON.stringify({ version: 1, edits: [{ ...EDIT, key: 'a' }] }), /edits\.0\.key/],
  [
    'nothing said',
    JSON.stringify({ version: 1, edits: [{ ...EDIT, text: undefined }] }),
    /edits\.0/,
  ],
  [
    'an unknown rule',
    JSON.stringify({ version: 1, edits: [{ ...EDIT, dismiss: ['x'] }] }),
    /dismiss/,
  ],
  ['an unknown field', JSON.stringify({ version: 1, edits: [{ ...EDIT, x: 1 }] }), /edits\.0/],
])('a patch with %s is refused', (_, text, message) => {
  expect(() => parsePatch(text)).toThrow(message);
  expect(parseEdits([{ ...EDIT, key: 'a' }])).toBe(undefined);
});

test('lines of the history of any shape are read, and broken ones left out', () => {
  const lines = [
    '{"time":"2026-01-02T03:04:05.000Z","command":"sync","locales":["de"],"requests":2,"texts":9,"characters":120}',
    '{"time":1767323045000,"characters":-5}',
    '{"time":"never"}',
    'null',
    '{"time":"2026',
  ];
  expect(parseRuns(lines.join('\n'))).toEqual([
    { time: '2026-01-02T03:04:05.000Z', command: 'sync', requests: 2, texts: 9, characters: 120 },
    { time: '2026-01-02T03:04:05.000Z', command: '', requests: 0, texts: 0, characters: 0 },
  ]);
});

test.each([
  [{}, true],
  [{ address: '::1' }, true],
  [{ address: '::ffff:127.0.0.1' }, true],
  [{ address: '192.168.0.7' }, false],
  [{ host: 'localhost:80' }, true],
  [{ host: 'evil.example:80' }, false],
  [{ host: '127.0.0.1:81' }, false],
  [{ origin: 'http://127.0.0.1:80' }, true],
  [{ origin: 'http://127.0.0.1:81' }, false],
  [{ origin: 'null' }, false],
  [{ site: 'same-site' }, false],
  [{ site: 'none' }, true],
  [{ token: undefined }, false],
  [{ token: 'secre' }, false],
])('%o may ask: %o', (change, may) => {
  const asking = {
    ...{ method: 'GET', host: '127.0.0.1:80', origin: undefined, site: undefined },
    ...{ token: 'secret', address: '127.0.0.1' },
  };
  const refusal = refusalOf({ ...asking, ...change }, { token: 'secret', hosts: hostsOf(80) });
  expect(refusal === undefined).toBe(may);
});

test('JSON in a script cannot end it, and is read back as it was', () => {
  const value = '</script><!-- <script> & \u2028';
  const text = scriptJson({ value });
  expect(text).not.toMatch(/[<>&\u2028]/);
  expect(JSON.parse(text)).toEqual({ value });
  const { html } = pageHtml({ home: 'file', shown: { value, more: "$& $1 $' %SCRIPT%" } });
  const start = /<script id="start"[^>]*>([^<]*)<\/script>/.exec(html)?.[1] ?? '';
  const more = "$& $1 $' %SCRIPT%";
  expect(JSON.parse(start)).toEqual({ home: 'file', shown: { value, more } });
  expect(html.match(/<\/script/g)).toHaveLength(2);
});

const CONTEXT = { syntax: 'icu', source: 'en', target: 'pl' } as const;

test.each<[string, readonly string[]]>([
  ['no choice {n}', []],
  [
    '{n, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}',
    ['1 plik', '2 pliki', '0 plików', '1.5 pliku'],
  ],
  [
    '{n, plural, =0 {nic} other {# z {name}}}',
    ['nic', '1 z {name}', '2 z {name}', '5 z {name}', '1.5 z {name}'],
  ],
  ['{n, selectordinal, other {#.}}', ['0.']],
  [
    '{who, select, she {{n, plural, one {a} other {b}}} other {{n, plural, one {c} other {d}}}}',
    ['c', 'd', 'd', 'd'],
  ],
  ['{n, plural, one {', []],
])('%s reads as %o', (text, shown) => {
  expect(previewsOf(text, CONTEXT).map((one) => one.text)).toEqual(shown);
});

test('a plural form of its own is shown with a number of it', () => {
  const plural = { category: 'few', ordinal: false } as const;
  expect(previewsOf('{{count}} pliki', { ...CONTEXT, syntax: 'i18next', plural })).toEqual([
    { form: 'few', number: 2, text: '2 pliki' },
  ]);
});

test('a key is found where code asks for it, and its forms by their key', () => {
  const base = {
    text: undefined,
    count: false,
    ordinal: false,
    context: false,
    note: undefined,
    name: '',
    written: '',
  };
  const placesOf = keyPlaces(
    [
      { ...base, key: 'cart.items', namespace: undefined, file: 'src/cart.ts', line: 3 },
      { ...base, key: 'cart.items', namespace: undefined, file: 'src/list.ts', line: 9 },
      { ...base, key: 'title', namespace: 'shop', file: 'src/shop.ts' },
    ],
    {
      namespace: 'translation',
      separators: { key: '.', namespace: ':', plural: '_', context: '_' },
    },
  );
  expect(placesOf('locales/en.json', ['cart', 'items'])).toEqual([
    'src/cart.ts:3',
    'src/list.ts:9',
  ]);
  expect(placesOf('locales/en.json', ['cart', 'items_other'])).toHaveLength(2);
  expect(placesOf('locales/en.json', ['cart', 'items', 'few'])).toHaveLength(2);
  expect(placesOf('locales/en/shop.json', ['title'])).toEqual(['src/shop.ts']);
  expect(placesOf('locales/en/cart.json', ['title'])).toEqual([]);
  // Groups that are namespaces.
  expect(placesOf('locales/en.json', ['shop', 'title'])).toEqual(['src/shop.ts']);
  expect(placesOf('locales/en.json', ['cart', 'title'])).toEqual([]);
  expect(placesOf('locales/en.json', ['translation', 'cart', 'items_one'])).toHaveLength(2);
  expect(placesOf('locales/en.json', ['other', 'cart', 'items'])).toEqual([]);
});
