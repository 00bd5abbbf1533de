import { describe, expect, test } from 'vitest';
import { positionOf } from '../../src/engine/units/unit-position.js';
import { formatKey } from '../../src/model/index.js';
import { documentOf } from '../load/support.js';

/** `line:column` of each unit, by key. */
function positions(path: string, text: string): Readonly<Record<string, string>> {
  const document = documentOf(path, text);
  return Object.fromEntries(
    document.units.map((unit) => {
      const { line, column } = positionOf(document, unit);
      return [formatKey(unit.key), `${line}:${column}`];
    }),
  );
}

describe('a unit is at the line and column of its value', () => {
  test.each<[string, string, Readonly<Record<string, string>>]>([
    ['in one line', '{"a":"A","b":"B"}', { a: '1:6', b: '1:14' }],
    ['line by line', '{\n  "a": "A",\n\n  "b": "B"\n}\n', { a: '2:8', b: '4:8' }],
    ['with lines of Windows', '{\r\n  "a": "A",\r\n  "b": "B"\r\n}', { a: '2:8', b: '3:8' }],
    ['with lines of old', '{\r  "a": "A",\r  "b": "B"\r}', { a: '2:8', b: '3:8' }],
    ['behind a byte order mark', '\uFEFF{"a":"A",\n"b":"B"}', { a: '1:6', b: '2:5' }],
    ['behind signs of two units', '{"a":"😀","b":"B"}', { a: '1:6', b: '1:15' }],
  ])('%s', (_, text, expected) => {
    expect(positions('de.json', text)).toEqual(expected);
  });

  test('in YAML', () => {
    expect(positions('de.yaml', 'a: A\nb:\n  c: "C"\n')).toEqual({ a: '1:4', 'b.c': '3:6' });
  });
});

test('a unit that has no place in its file is in its first line', () => {
  const document = documentOf('de.json', '{\n"a":"A"\n}');
  const unit = { key: ['b'], text: 'B', kind: 'text', range: { start: 0, end: 0 } } as const;
  expect(positionOf(document, unit)).toEqual({ line: 1, column: 1 });
});

test('of very many lines each is found', () => {
  const lines = Array.from({ length: 1000 }, (_, i) => `"k${i}": "${i}"`);
  const found = positions('de.json', `{\n${lines.join(',\n')}\n}`);
  expect([0, 1, 499, 998, 999].map((i) => found[`k${i}`])).toEqual([
    '2:7',
    '3:7',
    '501:9',
    '1000:9',
    '1001:9',
  ]);
});
