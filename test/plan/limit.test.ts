import { expect, test } from 'vitest';
import { checkLimit } from '../../src/engine/plan/limit.js';

test.each<[number, number | undefined, boolean]>([
  [1_000_000, undefined, true],
  [100, 100, true],
  [101, 100, false],
  [0, 0, true],
  [1, 0, false],
])('%i characters with a limit of %s', (characters, limit, isFine) => {
  const check = (): void =>
    checkLimit(characters, { limits: { characters: limit, concurrency: 1 } });
  if (isFine) expect(check).not.toThrow();
  else {
    expect(check).toThrow(
      expect.objectContaining({
        code: 'limit-exceeded',
        message: expect.stringContaining(
          `${characters} characters, but the limit is ${limit}.`,
        ) as string,
      }),
    );
  }
});
