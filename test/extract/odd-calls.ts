import { expect, test } from 'vitest';
import { keysIn, type More } from './keys-in.js';

/** Calls that people write, and the keys that they ask for. */
export type Calls = [
  name: string,
  file: string,
  code: string,
  keys: readonly string[],
  more?: More,
];

export function testCalls(calls: readonly Calls[]): void {
  test.each(calls)('%s', async (_, file, code, keys, more) => {
    expect(await keysIn(file, code, more)).toEqual([...new Set(keys)].sort());
  });
}
