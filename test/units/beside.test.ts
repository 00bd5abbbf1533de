import { expect, test } from 'vitest';
import { isOutdatedBeside } from '../../src/engine/units/beside.js';
import type { Unit } from '../../src/model/index.js';

const RANGE = { start: 0, end: 0 };

test.each<[string, Partial<Unit>, Partial<Unit>, boolean]>([
  ['a file of one language says nothing of the source', {}, { text: 'New' }, false],
  ['the source beside it is today’s', { source: 'Save' }, { text: 'Save' }, false],
  ['the source beside it was another', { source: 'Old' }, { text: 'Save' }, true],
  ['an empty source beside it is another too', { source: '' }, { text: 'Save' }, true],
  [
    'a source file that names another source text is compared by that one',
    { source: 'Save' },
    { text: 'Speichern', source: 'Save' },
    false,
  ],
  [
    'its own text does not count then',
    { source: 'Speichern' },
    { text: 'Speichern', source: 'Save' },
    true,
  ],
])('%s', (_, target, source, expected) => {
  const base: Unit = { key: ['a'], text: 'X', kind: 'text', range: RANGE };
  const unit = { ...base, ...source };
  expect(isOutdatedBeside({ ...base, ...target }, { key: ['a'], unit, text: unit.text })).toBe(
    expected,
  );
});
