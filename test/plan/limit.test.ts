import { expect, test } from 'vitest';
import { checkLimit } from '../../src/engine/limit.js';
import type { Billed } from '../../src/engine/limit.js';

test.each<[Billed, number | undefined, string | undefined]>([
  [{ characters: 1_000_000 }, undefined, undefined],
  [{ characters: 100 }, 100, undefined],
  [{ characters: 101 }, 100, '101 characters, but the limit is 100. Nothing was sent.'],
  [{ characters: 0 }, 0, undefined],
  [{ characters: 1 }, 0, '1 characters, but the limit is 0. Nothing was sent.'],
  // Speech is billed by the minute, and the cost of an image is known afterwards.
  [{ characters: 0, jobs: { documents: 0, recordings: 0 } }, 0, undefined],
  [{ characters: 0, jobs: { documents: 0, recordings: 1 } }, 1, undefined],
  [{ characters: 0, jobs: { documents: 0, recordings: 1 } }, undefined, undefined],
  [{ characters: 0, jobs: { documents: 0, recordings: 1 } }, 0, 'would send 1 recording, but'],
  [{ characters: 0, jobs: { documents: 2, recordings: 0 } }, 0, 'would send 2 documents, but'],
  [{ characters: 0, jobs: { documents: 1, recordings: 3 } }, 0, '1 document and 3 recordings'],
])('%j with a limit of %j', (billed, limit, message) => {
  const check = (): void => checkLimit(billed, { limits: { characters: limit, concurrency: 1 } });
  if (message === undefined) expect(check).not.toThrow();
  else {
    expect(check).toThrow(
      expect.objectContaining({
        code: 'limit-exceeded',
        message: expect.stringContaining(message) as string,
        hint: { code: 'raise-limit' },
      }),
    );
  }
});
