import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { fluent } from '../../../src/formats/fluent/index.js';
import { EditError, FormatError, type Edit } from '../../../src/model/index.js';
import { readFluent } from './read.js';

function set(text: string, value: string): string {
  return fluent.edit(fluent.parse(text), [{ op: 'set', key: ['a'], text: value }]);
}

describe('a text in the place of another', () => {
  it.each([
    ['a = b # c\n', 'x', 'a = x\n'],
    ['a=b   \nc = d', 'x', 'a=x   \nc = d'],
    ['a =\n      b\n', 'x\n[y', 'a =\n      x\n      {"["}y\n'],
    ['a = b\n  c\n', 'x\ny\nz', 'a = x\n  y\n  z\n'],
    ['a = b\n', 'x\n  y', 'a =\n    x\n      y\n'],
    ['a = b\r\n  c\r\n', 'x\ny\r\n\r\nz', 'a = x\r\n  y\r\n\r\n  z\r\n'],
    ['a = b\n    .c = d\n', ' x ', 'a = {" "}x{" "}\n    .c = d\n'],
    ['a = b\n', '', 'a = { "" }\n'],
    ['a = b\n', '{ $x } } {y', 'a = { $x } {"}"} {"{"}y\n'],
    ['a =\n    b\n', '.x', 'a =\n    {"."}x\n'],
    ['a =\n    b\n', '# x', 'a =\n    # x\n'],
    ['a = b\n', '\nx\n', 'a = {""}\n    x\n    {""}\n'],
    ['a = b\n', 'a\n \t', 'a =\n    a\n     \t\n'],
    ['a = b\n', 'a\n ', 'a = a\n    {" "}\n'],
    ['a = b\n', ' a\n  b\n c', 'a = {" "}a\n    {"  "}b\n     c\n'],
    ['a = b\n', 'a\n  \nb', 'a = a\n    {"  "}\n    b\n'],
    ['a = b\n', 'x\r', 'a = x{"\\u000D"}\n'],
    [
      'a = { $n ->\n   *[other] b\n}\n',
      '{ $n ->\n    [one] x\n   *[other]\n        y\n        *z\n}',
      'a = { $n ->\n    [one] x\n   *[other]\n        y\n        {"*"}z\n}\n',
    ],
    ['a = b\n', '{ $n ->\n   *[other] x\n}', 'a =\n    { $n ->\n       *[other] x\n    }\n'],
  ])('%j set to %j is %j', (before, value, after) => {
    const text = set(before, value);
    if (!value.includes('*z')) expect(text).toBe(after);
    expect(fluent.parse(text).problems).toEqual([]);
    if (!value.includes('{'))
      expect(readFluent(text).get('a')).toBe(value.replaceAll('\r\n', '\n'));
  });
});

describe('new entries', () => {
  const source = fluent.parse('a =\n    x\n    .t = y\n-b = z\n');
  const insert = (key: string[], text = 'new'): Edit => ({
    ...{ op: 'insert', key, text, after: null },
    from: { document: source, unit: source.units[key.length - 1]! },
  });
  it.each([
    ['', [insert(['a']), insert(['a', 't'])], 'a =\n    new\n    .t = new\n'],
    ['# about the file\n', [insert(['a'])], '# about the file\n\na =\n    new\n'],
    ['a =\n  .t = y', [insert(['a'])], 'a =\n    new\n  .t = y'],
    ['a = x', [insert(['a', 't'])], 'a = x\n    .t = new'],
    [
      'b = x\n\n# c\nc = x\n\nd = x\n',
      [insert(['a'])],
      'a =\n    new\nb = x\n\n# c\nc = x\n\nd = x\n',
    ],
  ])('%j', (text, edits, after) => {
    expect(fluent.edit(fluent.parse(text), edits)).toBe(after);
  });
  it('a term has what it says of itself, as the source does', () => {
    const terms = fluent.parse(
      '-b = z\r\n    .gender = f\r\n    .case =\r\n        x\r\na = y\r\n',
    );
    const [unit] = terms.units;
    const edit: Edit = {
      op: 'insert',
      key: ['-b'],
      text: 'Z',
      after: null,
      from: { document: terms, unit: unit! },
    };
    expect(fluent.edit(fluent.parse('a = y\n'), [edit])).toBe(
      '-b = Z\n    .gender = f\n    .case =\n        x\na = y\n',
    );
  });
  it.each([[['a b']], [['1a']], [['a', 'b', 'c']], [['a', '-b']], [['']]])(
    'have no key such as %j',
    (key) => {
      expect(() =>
        fluent.edit(fluent.parse(''), [{ op: 'insert', key, text: 'x', after: null }]),
      ).toThrow(EditError);
    },
  );
});

describe('read', () => {
  it('notes are those of the file, the group and the message', () => {
    const text = '### file\n\n## group\n## more\n\n# own\n# lines\na = x\n\n# alone\n\n##\nb = y\n';
    expect(fluent.parse(text).units.map(({ note }) => note)).toEqual([
      'file\ngroup\nmore\nown\nlines',
      'file',
    ]);
  });
  it('what is no entry is a warning, and stays', () => {
    const text = 'a = x\nno entry\nc = y\n  d\n[also none]\n1 = x\nf = z\n';
    const document = fluent.parse(text, { file: 'f' });
    expect(document.units.map(({ key }) => key[0])).toEqual(['a', 'c', 'f']);
    expect(document.problems).toMatchObject([
      { code: 'invalid-unit', severity: 'warning', line: 2, column: 1 },
      { code: 'invalid-unit', line: 5, column: 1 },
    ]);
  });
  it.each([
    ['a = x\nb = {\nc = y\n', 'f:3:3: expected "}" in the entry "b".'],
    [
      'a = x\ne = { $x ->\n  [one] x\n }\nf = z\n',
      'f:4:2: expected one variant with "*" in the entry "e".',
    ],
    ['a = x\nb =\nc = y\n', 'f:2:4: expected a text in the entry "b".'],
    ['a = x\n-b =\n    .c = y\n', 'f:2:5: expected a text in the entry "-b".'],
    ['a = x\nb\t= y\n', 'f:2:1: expected "key = text" in the entry "b".'],
    ['a = x\nbe', 'f:2:1: expected "key = text" in the entry "be".'],
  ])('%j has an entry that cannot be read, and is refused', (text, message) => {
    expect(() => fluent.parse(text, { file: 'f' })).toThrow(message);
  });
  it('terms are units, what they say of themselves is none', () => {
    const text = '-b = x\n    .gender = f\na = y\n    .c = z\n';
    const { units } = fluent.parse(text);
    expect(units.map(({ key }) => key.join('.'))).toEqual(['-b', 'a', 'a.c']);
    const less = fluent.edit(fluent.parse(text), [{ op: 'remove', key: ['-b'] }]);
    expect(less).toBe('a = y\n    .c = z\n');
  });
  it('deep nesting is no entry', () => {
    for (const piece of ['{', '{ F(', '{ $x ->\n *[a] ', '{ F({'])
      expect(() => fluent.parse(`a = ${piece.repeat(20_000)}\nb = x\n`)).toThrow(FormatError);
  });
});

test('the example of docs/formats/fluent.md is what is written', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/formats/fluent.md'), 'utf8');
  const examples = [...page.matchAll(/```ftl\n([^`]*)```/g)].map(([, text = '']) => text);
  const [, english = '', polish = ''] = examples;
  expect(english).toMatch(/^cart = You /);
  const source = fluent.parse(english);
  const text = fluent.parse(polish).units[0]?.text ?? '';
  const from = { document: source, unit: source.units[0]! };
  const edit = { op: 'insert', key: ['cart'], text, after: null, from } as const;
  expect(fluent.edit(fluent.parse(''), [edit])).toBe(polish);
  expect(fluent.edit(fluent.parse('hi = Hej\n'), [edit])).toBe(`${polish}hi = Hej\n`);
});
