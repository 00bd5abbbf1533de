import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkLimit } from '../../src/engine/plan/limit.js';
import { isKeptInMemory, memoryLost } from '../../src/engine/translate/keeping.js';

const LANGUAGES = ['DE', 'FR'];

/** A project; files outside of it cannot be written. */
function project(): string {
  const root = mkdtempSync(join(tmpdir(), 'keeping-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return root;
}

describe('a place for answers, before anything is paid for', () => {
  test.each<[string, string | undefined, readonly string[], boolean | string]>([
    ['the memory takes all languages', undefined, ['../out'], true],
    ['the memory does not take one, but every file can be written', 'FR', ['fr.json'], false],
    ['a language that is not asked for does not count', 'IT', ['../out'], true],
    ['neither the memory nor a file', 'FR', ['fr.json', '../out'], 'memory-unwritable'],
  ])('%s', (_, refused, files, expected) => {
    const memory = {
      refusal: (target: string) => (target === refused ? 'The memory is full.' : undefined),
    };
    const check = (): unknown =>
      isKeptInMemory(LANGUAGES, { memory, root: project(), files: () => files });
    if (typeof expected === 'boolean') expect(check()).toBe(expected);
    else {
      expect(check).toThrow(
        expect.objectContaining({
          code: expected,
          message: expect.stringContaining('The memory is full. Nor can ../out.') as string,
        }),
      );
    }
  });
});

test('a memory that failed on the way says why', () => {
  const problems = [
    { code: 'write-failed', severity: 'warning', message: 'The disk is full.' },
  ] as const;
  expect(memoryLost({ problems })).toMatchObject({
    code: 'memory-unwritable',
    message: expect.stringMatching(/could not be kept\. The disk is full\.$/) as string,
  });
  expect(memoryLost({ problems: [] }).message).toMatch(/could not be kept\.$/);
});

test.each([
  [100, undefined, true],
  [100, 100, true],
  [101, 100, false],
])('%i characters under a limit of %j may be sent: %j', (characters, limit, expected) => {
  const limits = { characters: limit, concurrency: 'auto' } as const;
  const check = (): void => checkLimit(characters, { limits });
  if (expected) expect(check).not.toThrow();
  else expect(check).toThrow(expect.objectContaining({ code: 'limit-exceeded' }));
});
