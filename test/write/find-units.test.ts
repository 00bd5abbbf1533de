import { expect, test } from 'vitest';
import { findUnits } from '../../src/engine/write/find-units.js';
import type { SourceUnit } from '../../src/engine/units/source-units.js';
import { keyId } from '../../src/model/index.js';
import { documentOf } from '../load/support.js';

/** `key=text` of the units of a file that are among these keys. */
function found(file: object, keys: readonly string[]): readonly string[] {
  const wanted = keys.map((name) => {
    const key = name.split('.');
    const unit = { key, text: '', kind: 'text', range: { start: 0, end: 0 } } as const;
    return { keyId: keyId(key), expected: { key, unit, text: '' } };
  });
  const units = findUnits(
    documentOf('de.json', JSON.stringify(file)),
    wanted as unknown as SourceUnit[],
  );
  return keys.flatMap((key, at) => (units[at] === undefined ? [] : `${key}=${units[at].text}`));
}

test.each<[string, object, readonly string[], readonly string[]]>([
  ['nothing where nothing is wanted', { a: 'A' }, [], []],
  ['nothing in an empty file', {}, ['a'], []],
  ['what is wanted', { a: 'A', b: 'B' }, ['b'], ['b=B']],
  ['all of it, in its order', { a: 'A', x: { b: 'B' } }, ['a', 'x.b'], ['a=A', 'x.b=B']],
  ['what follows a gap', { a: 'A', b: 'B', c: 'C' }, ['a', 'c'], ['a=A', 'c=C']],
  ['what is left behind the first ones', { a: 'A', c: 'C' }, ['a', 'b', 'c'], ['a=A', 'c=C']],
  ['in any order', { a: 'A', b: 'B' }, ['b', 'a'], ['b=B', 'a=A']],
  ['nothing of the same last name elsewhere', { x: { a: 'A' }, y: { a: 'B' } }, ['x.a'], ['x.a=A']],
  ['nothing above or below', { a: { b: { c: 'C' } } }, ['a.b', 'b.c', 'c'], []],
  ['numbers too', { a: 1 }, ['a'], ['a=1']],
  ['elements of lists', { l: ['A', 'B'] }, ['l.1'], ['l.1=B']],
])('of a file is found: %s', (_, file, keys, expected) => {
  expect(found(file, keys)).toEqual(expected);
});
