import { expect, it } from 'vitest';
import { yaml } from '../../../src/formats/yaml/index.js';
import type { Edit, Key } from '../../../src/model/index.js';

const edit = (text: string, ...edits: Edit[]): string => yaml.edit(yaml.parse(text), edits);
const remove = (...key: Key): Edit => ({ op: 'remove', key });
const insert = (name: string, after: Key | null): Edit => ({
  ...{ op: 'insert', key: ['m', name], text: 'N', after },
});

const BEHIND = 'm: {\n  a: x, # of a\n  b: y, # of b\n  c: z # of c\n}\n';
const ABOVE = 'm: {\n  # of a\n  a: x,\n  # of b\n  b: y,\n  # of c\n  c: z\n}\n';
const LEADING = 'm: {\n  a: x # of a\n  , b: y # of b\n}\n';

/** Without the lines that say something of a key. */
const without = (text: string, key: string): string =>
  text.replace(new RegExp(`  (?:# of ${key}\n  )?${key}: .*\n`), '');

it.each([
  ['behind, the first', BEHIND, 'a', without(BEHIND, 'a')],
  ['behind, one between', BEHIND, 'b', without(BEHIND, 'b')],
  ['behind, the last', BEHIND, 'c', without(BEHIND, 'c').replace('y,', 'y')],
  ['above, the first', ABOVE, 'a', without(ABOVE, 'a')],
  ['above, one between', ABOVE, 'b', without(ABOVE, 'b')],
  ['above, the last', ABOVE, 'c', without(ABOVE, 'c').replace('y,', 'y')],
  ['behind, with the comma in front', LEADING, 'b', 'm: {\n  a: x # of a\n}\n'],
])('comments of a flow map go with their key: %s', (_, text, key, expected) => {
  expect(edit(text, remove('m', key))).toBe(expected);
});

it.each([
  ['behind the first', BEHIND, ['m', 'a'], BEHIND.replace('# of a\n', '# of a\n  "n": "N",\n')],
  ['behind the last', BEHIND, ['m', 'c'], BEHIND.replace('z # of c', 'z, # of c\n  "n": "N"')],
  ['before all', ABOVE, null, ABOVE.replace('{\n', '{\n  "n": "N",\n')],
  ['between', ABOVE, ['m', 'a'], ABOVE.replace('x,\n', 'x,\n  "n": "N",\n')],
])('comments of a flow map stay with their key: %s', (_, text, after, expected) => {
  expect(edit(text, insert('n', after))).toBe(expected);
});

it.each([
  ['m: {a: x, # of a\n  c: z}\n', 'm: {a: x, # of a\n  "n": "N",\n  c: z}\n'],
  ['m: {a: x # of a\n  , c: z}\n', 'm: {a: x, # of a\n  "n": "N"\n  , c: z}\n'],
  ['m: {a: x # of a\n  }\n', 'm: {a: x, # of a\n  "n": "N"\n  }\n'],
  ['  m: {a: x, # of a\n  }\n', '  m: {a: x, # of a\n    "n": "N",\n  }\n'],
])('what comes behind a comment is in a line of its own: %j', (text, expected) => {
  const edited = edit(text, insert('n', ['m', 'a']));
  expect(edited).toBe(expected);
  expect(unitsOf(edited)).toContain('m.n=N');
});

it.each([
  ['m: {\n  a: x, # of a\n  b: y # of b\n}\n', 'b', ['m', 'a']],
  ['m: {\n  a: x, # of a\n  b: y, # of b\n}\n', 'b', ['m', 'a']],
  ['m: {a: x, # of a\n  b: y}\n', 'b', ['m', 'a']],
  ['m: {a: x, # of a\n  b: y}\n', 'b', ['m', 'b']],
  ['m: {a: x, b: y, # of b\n  c: z}\n', 'c', ['m', 'b']],
])('one comes where another goes, and comments stay with their key: %j', (text, gone, after) => {
  const edited = edit(text, remove('m', gone), insert('n', after));
  const rest = unitsOf(text).filter((one) => !one.startsWith(`m.${gone}=`));
  expect(unitsOf(edited)).toEqual([...rest, 'm.n=N']);
  const comments = (all: string): readonly string[] => all.match(/# of \w/g) ?? [];
  expect(comments(edited)).toEqual(comments(text).filter((one) => one !== `# of ${gone}`));
});

it.each([
  ['s:\n  - a\n', ['s', 'foo'], '"s" is a sequence, and "foo"'],
  ['s: [a]\n', ['s', 'foo', 'bar'], '"s" is a sequence, and "foo"'],
  ['- a\n', ['foo'], 'the file is a sequence, and "foo"'],
])('a sequence takes no element by name: %j', (text, key, message) => {
  expect(() => edit(text, { op: 'insert', key, text: 'N', after: null })).toThrow(message);
});

const unitsOf = (text: string): string[] =>
  yaml.parse(text).units.map(({ key, text: value }) => `${key.join('.')}=${value}`);

it.each([
  ['a: !!omap\n  - one: x\n  - two: y\nb: z\n', ['a.0.one=x', 'a.1.two=y', 'b=z']],
  ['a: !!omap [one: x]\n', ['a.0.one=x']],
  ['!!pairs\n- one: x\n- one: y\n', ['0.one=x', '1.one=y']],
  ['a: !<tag:yaml.org,2002:pairs> [b, c]\n', ['a.0=b', 'a.1=c']],
])('ordered maps and lists of pairs are sequences: %j', (text, units) => {
  expect(unitsOf(text)).toEqual(units);
});

it.each([
  ["a: 'one\n\n'\nb: c\n", ['a=one\n', 'b=c'], "a: 'q'\nb: c\n"],
  ["en:\n  a: 'one\n'\n  b: c\n", ['en.a=one ', 'en.b=c'], "en:\n  a: 'q'\n  b: c\n"],
  ['en:\n  a: "one\ntwo"\n', ['en.a=one two'], 'en:\n  a: "q"\n'],
  ["en:\n  a: 'it''s\nme'\n  b: 'x\ny'\n", ["en.a=it's me", 'en.b=x y'], undefined],
])('a quoted text goes on in any column: %j', (text, units, after) => {
  expect(unitsOf(text)).toEqual(units);
  const document = yaml.parse(text);
  expect(yaml.edit(document, [])).toBe(text);
  const edited = yaml.edit(document, [{ op: 'set', key: document.units[0]!.key, text: 'q' }]);
  if (after !== undefined) expect(edited).toBe(after);
});

it.each(["a: 'one\nb: two\n", "a: 'one\nb: 'two'\n", "a: 'one\n---\n'\n"])(
  'a quote that is missing is an error: %j',
  (text) => {
    expect(() => yaml.parse(text)).toThrow(/quoted text is never closed/);
  },
);
