import { expect, test } from 'vitest';
import { json } from '../../../src/formats/json/index.js';

const keys = (text: string): readonly string[] =>
  json.parse(text).units.map(({ key }) => key.join('/'));

test.each<[string, string, readonly string[]]>([
  [
    'a stray text',
    '{"a":{"message":"A","description":"d"},"b":{"message":"B"},"stray":"x"}',
    ['a/message', 'b/message'],
  ],
  [
    'an entry with more in it',
    '{"a":{"message":"A","description":"d"},"b":{"message":"B"},"c":{"message":"C","note":"n"}}',
    ['a/message', 'b/message', 'c/message'],
  ],
  [
    'a group of texts',
    '{"x":{"y":"z"},"a":{"defaultMessage":"A"},"b":{"defaultMessage":"B","description":"d"}}',
    ['a/defaultMessage', 'b/defaultMessage'],
  ],
])('%s makes no texts of what authors say', (_, text, expected) => {
  expect(keys(text)).toEqual(expected);
});

test.each([
  '{"a":{"message":"A"},"b":"x"}',
  '{"error":{"message":"A","retry":"R"},"b":{"title":"x"},"c":{"title":"x"}}',
])('%s is no catalog of entries', (text) => {
  expect(keys(text).length).toBeGreaterThan(1);
});

test('the plural header of Nextcloud is no text', () => {
  const text =
    '{"translations":{"a":"b","_%n x_::_%n y_":["%n x","%n y"]},"pluralForm":"nplurals=2;"}';
  const { units, syntax } = json.parse(text);
  expect(syntax).toBe('nextcloud');
  expect(units.map(({ key, translate }) => [key[0], translate])).toEqual([
    ['translations', undefined],
    ['translations', undefined],
    ['translations', undefined],
    ['pluralForm', false],
  ]);
});

test.each<[string | undefined, string, string]>([
  ['arb', '{"@@locale":"en","a":"b"}', 'en.json'],
  ['chrome', '{"a":{"message":"$x$","placeholders":{"x":{"content":"$1"}}}}', 'messages.json'],
  [undefined, '{"a":{"message":"$x$"}}', 'messages.json'],
  [undefined, '{"a":"b"}', 'en.json'],
])('%s is the syntax that %s tells', (syntax, text, file) => {
  expect(json.parse(text, { file }).syntax).toBe(syntax);
});

const INLANG = '"$schema":"https://inlang.com/schema/inlang-message-format"';

test.each<[string, string | undefined, readonly (readonly [string, boolean | undefined])[]]>([
  [`{${INLANG},"a":"b | c"}`, 'inlang', [['a', undefined]]],
  [
    `{${INLANG},"a":{"declarations":["input n"],"match":{"n=*":"x"}}}`,
    'inlang',
    [
      ['a/declarations/0', false],
      ['a/match/n=*', undefined],
    ],
  ],
  [
    `{${INLANG},"a":[{"declarations":[{"name":"n"}],"of":"y","match":{"n=*":"x"}}]}`,
    'inlang',
    [
      ['a/0/declarations/0/name', false],
      ['a/0/of', false],
      ['a/0/match/n=*', undefined],
    ],
  ],
  [
    '{"a":{"selectors":["x"],"match":{"n":"y"}}}',
    undefined,
    [
      ['a/selectors/0', undefined],
      ['a/match/n', undefined],
    ],
  ],
])('what the schema of inlang says of %s', (text, syntax, units) => {
  const document = json.parse(text);
  expect(document.syntax).toBe(syntax);
  expect(document.units.map(({ key, translate }) => [key.join('/'), translate])).toEqual(units);
});

test('what a message of inlang computes and chooses by is no text', () => {
  const text =
    '{"n":[{"declarations":["input n","local c = n: plural"],"selectors":["c"],"match":{"c=one":"{n} day","c=other":"{n} days"}}],"m":[{"match":"x","selectors":["y"]}]}';
  const document = json.parse(text);
  expect(document.units.map(({ key, translate }) => [key.join('/'), translate])).toEqual([
    ['n/0/declarations/0', false],
    ['n/0/declarations/1', false],
    ['n/0/selectors/0', false],
    ['n/0/match/c=one', undefined],
    ['n/0/match/c=other', undefined],
    ['m/0/match', undefined],
    ['m/0/selectors/0', undefined],
  ]);
  const edits = document.units.map((unit, at) => ({
    ...{ op: 'insert' as const, key: unit.key, text: unit.text },
    ...{ after: document.units[at - 1]?.key ?? null, from: { document, unit } },
  }));
  expect(json.edit(json.parse('{}'), edits)).toBe(text);
});
