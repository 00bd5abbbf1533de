import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesAsPlace, memoryLost, requirePlace } from '../../src/engine/translate/keeping.js';

const FULL = { why: 'The memory is full.', advice: 'Free up space' };
const LANGUAGES = ['DE', 'FR'];

/** A project; files outside of it cannot be written. */
function project(): string {
  const root = mkdtempSync(join(tmpdir(), 'keeping-'));
  return root;
}

describe('a place for answers, before anything is paid for', () => {
  test.each<[string, string | undefined, readonly string[], string | undefined]>([
    ['the memory takes all languages', undefined, ['../out'], undefined],
    ['the memory does not take one, but every file can be written', 'FR', ['fr.json'], undefined],
    ['a language that is not asked for does not count', 'IT', ['../out'], undefined],
    ['neither the memory nor a file', 'FR', ['fr.json', '../out'], 'memory-unwritable'],
  ])('%s', (_, refused, files, expected) => {
    const memory = {
      refusal: (target: string) => (target === refused ? FULL : undefined),
    };
    const check = (): void =>
      requirePlace(LANGUAGES, { memory, root: project(), files: () => files });
    if (expected === undefined) expect(check).not.toThrow();
    else {
      expect(check).toThrow(
        expect.objectContaining({
          code: expected,
          message: expect.stringContaining(
            'The memory is full. ../out cannot be written either.',
          ) as string,
          hint: { code: 'save-answers', advice: 'Free up space' },
        }),
      );
    }
  });
});

test.each([
  [['de.json', 'new/fr.json'], true],
  [['de.json', '../out'], false],
])('%j can keep what the memory does not: %j', (files, expected) => {
  expect(filesAsPlace({ root: project(), files: () => files })()).toBe(expected);
});

test('a memory that failed on the way says why', () => {
  expect(memoryLost({ failure: 'It is read-only.' })).toMatchObject({
    code: 'memory-unwritable',
    message: expect.stringMatching(/could no longer be saved\. It is read-only\.$/) as string,
  });
  expect(memoryLost({ failure: undefined }).message).toMatch(
    /could no longer be saved\. The disk is full\.$/,
  );
});
