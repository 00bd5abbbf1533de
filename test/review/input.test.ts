import { expect, test } from 'vitest';
import { readKeyPlaces } from '../../src/code/index.js';
import { loadConfig } from '../../src/index.js';
import { Project } from '../support/project.js';
import { pageHtml } from '../../src/people/review/page-html.js';
import { parseEdits, parsePatch } from '../../src/people/review/patch.js';
import { refusalOf } from '../../src/people/review/server/answer-requests.js';
import type { ReviewData } from '../../src/model/index.js';
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

const GUEST = { guest: { locale: 'de', name: 'Anna', may: 'decide' } } as const;

const HOST = '127.0.0.1:80';

test.each<[Partial<Parameters<typeof refusalOf>[0]>, boolean]>([
  [{}, true],
  [{ address: '::1' }, true],
  [{ address: '::ffff:127.0.0.1' }, true],
  [{ address: '192.168.0.7' }, false],
  [{ headers: { host: 'localhost:80' } }, true],
  [{ headers: { host: 'evil.example:80' } }, false],
  [{ headers: { host: '127.0.0.1:81' } }, false],
  [{ headers: { host: HOST, origin: 'http://127.0.0.1:80' } }, true],
  [{ headers: { host: HOST, origin: 'http://127.0.0.1:81' } }, false],
  [{ headers: { host: HOST, origin: 'null' } }, false],
  [{ headers: { host: HOST, 'sec-fetch-site': 'same-site' } }, false],
  [{ headers: { host: HOST, 'sec-fetch-site': 'none' } }, true],
  [{ link: undefined }, false],
  [{ link: GUEST, address: '192.168.0.7' }, true],
  [{ link: GUEST, headers: { host: 'team.example', origin: 'https://team.example' } }, true],
  [{ headers: { host: HOST, origin: 'https://team.example' } }, true],
  [{ link: GUEST, headers: { host: HOST, origin: 'https://evil.example' } }, false],
  [{ link: GUEST, headers: { host: 'evil.example' } }, false],
])('%o may ask: %o', (change, may) => {
  const asking = { headers: { host: HOST }, link: {}, address: '127.0.0.1' };
  const hosts = [HOST, 'localhost:80', 'team.example'];
  const refusal = refusalOf({ ...asking, ...change }, { hosts, origin: 'https://team.example' });
  expect(refusal === undefined).toBe(may);
});

test('JSON in a script cannot end it, and is read back as it was', () => {
  const value = '</script><!-- <script> & \u2028';
  const text = scriptJson({ value });
  expect(text).not.toMatch(/[<>&\u2028]/);
  expect(JSON.parse(text)).toEqual({ value });
  const shown = { data: { value, more: "$& $1 $' %SCRIPT%" } as unknown as ReviewData, runs: [] };
  const { html } = pageHtml({ home: 'file', shown });
  const start = /<script id="start"[^>]*>([^<]*)<\/script>/.exec(html)?.[1] ?? '';
  expect(JSON.parse(start)).toEqual({ home: 'file', shown });
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

test('a key is found where code asks for it, with its forms and in its namespace', async () => {
  const project = new Project({
    'service.config.yaml': `version: 1
source: en
targets: [de]
catalogs: [{ files: 'locales/{locale}/*.json' }]
extract: { code: ['src/*.ts'], catalog: 'locales/en/{namespace}.json' }
`,
    'package.json': '{ "dependencies": { "i18next": "*" } }',
    'locales/en/translation.json':
      '{ "title": "Title", "cart": { "items_one": "Item", "items_other": "Items", "old": "Old" } }',
    'locales/en/shop.json': '{ "title": "Shop" }',
    'src/cart.ts': "import { t } from 'i18next';\n\nt('cart.items', { count: n });\n",
    'src/list.ts':
      "import { t } from 'i18next';\nt('cart.items', { count: n });\nt('shop:title');\n",
  });
  const placesOf = await readKeyPlaces(await loadConfig({ cwd: project.root, env: {} }));
  const both = ['src/cart.ts:3', 'src/list.ts:2'];
  expect(placesOf?.('locales/en/translation.json', ['cart', 'items_one'])).toEqual(both);
  expect(placesOf?.('locales/en/translation.json', ['cart', 'items_other'])).toEqual(both);
  expect(placesOf?.('locales/en/shop.json', ['title'])).toEqual(['src/list.ts:3']);
  expect(placesOf?.('locales/en/translation.json', ['title'])).toEqual([]);
  expect(placesOf?.('locales/en/translation.json', ['cart', 'old'])).toEqual([]);
});
