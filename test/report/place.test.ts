import { expect, test } from 'vitest';
import { placeOfUnit } from '../../src/engine/report/place.js';
import { compareTexts, fileOf } from '../support/comparison.js';

test('a text is where it is in its target; one that is missing, where its source is', async () => {
  const source = '{\n  "a": "A",\n  "b": {\n    "c": "C"\n  }\n}\n';
  const file = fileOf(await compareTexts({ source, target: '{ "a": "X" }\n' }));
  expect(file.rows.map((unit) => placeOfUnit(file, unit))).toEqual([
    { file: 'de/app.json', line: 1, column: 8, locale: 'de', key: 'a' },
    { file: 'en/app.json', line: 4, column: 10, locale: 'de', key: 'b.c' },
  ]);
});

test('a byte order mark takes no column, and any line end ends a line', async () => {
  const file = fileOf(await compareTexts({ source: '\uFEFF{"a":"A",\r\n"b":"B",\r"c":"C"}' }));
  expect(file.rows.map((unit) => placeOfUnit(file, unit))).toMatchObject([
    { line: 1, column: 6 },
    { line: 2, column: 5 },
    { line: 3, column: 5 },
  ]);
});
