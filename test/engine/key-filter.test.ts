import { expect, test } from 'vitest';
import { KeyFilter } from '../../src/engine/key-filter.js';
import { memoryKey } from '../../src/state/index.js';

const keysOf = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => memoryKey([`${name} ${at}`]));

test('knows every key, and hardly any other', () => {
  const filter = new KeyFilter();
  const own = keysOf('own', 30_000);
  for (const key of own) filter.add(key);
  expect(own.every((key) => filter.mayHave(key))).toBe(true);
  const wrong = keysOf('other', 30_000).filter((key) => filter.mayHave(key));
  expect(wrong.length).toBeLessThan(150);
});
