import { describe, expect, test } from 'vitest';
import {
  digestOf,
  hashesOf,
  requireSame,
  requireSameFiles,
} from '../../src/engine/plan/saved-plan.js';
import type { SavedPlan } from '../../src/engine/plan/saved-plan.js';
import { compareTexts } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';
import { planFor } from '../support/plan.js';
import type { PlanInput } from '../support/plan.js';

async function digest(input: ComparisonInput, context: PlanInput = {}): Promise<string> {
  return digestOf(planFor(await compareTexts(input), context).files);
}

describe('the digest of what is decided', () => {
  const input: ComparisonInput = {
    source: { a: 'A', b: 'B' },
    target: { b: 'Y', c: 'Z' },
    lock: [
      ['b', 'B', 'Y', 'machine'],
      ['c', 'C', 'Z', 'machine'],
    ],
  };

  test('is the same for the same texts, whatever the memory has learned', async () => {
    expect(await digest(input)).toBe(await digest(input));
    expect(await digest(input, { memory: { A: 'X' } })).toBe(await digest(input));
  });

  test.each<[string, ComparisonInput]>([
    ['a source', { ...input, source: { a: 'A2', b: 'B' } }],
    ['a key', { ...input, source: { a2: 'A', b: 'B' } }],
    ['the options', { ...input, translate: { formality: 'more' } }],
    ['what is removed', { ...input, target: { b: 'Y' } }],
    [
      'what the lock says',
      {
        ...input,
        lock: [
          ['b', 'Old', 'Y', 'machine'],
          ['c', 'C', 'Z', 'machine'],
        ],
      },
    ],
    ['what is excluded', { ...input, exclude: ['a'] }],
  ])('is another where %s is another', async (_, other) => {
    expect(await digest(other)).not.toBe(await digest(input));
  });
});

test('a plan rests on its sources and targets, those included that do not exist', async () => {
  const { files } = planFor(
    await compareTexts({ source: { a: 'A' }, targets: { fr: { a: 'U' } } }),
  );
  const hashes = hashesOf(files);
  expect(Object.keys(hashes)).toEqual(['en/app.json', 'de/app.json', 'fr/app.json']);
  expect(hashes['de/app.json']).toBe('absent');
});

describe('a saved plan', () => {
  const saved: SavedPlan = { selection: {}, files: { 'a.json': '1', 'b.json': '2' }, digest: 'x' };

  test('is carried out as long as nothing changed', () => {
    expect(() => requireSame({ ...saved }, saved)).not.toThrow();
  });

  test.each<[string, Partial<SavedPlan>, string]>([
    ['a file changed', { files: { 'a.json': '1', 'b.json': '3' } }, 'b.json changed'],
    ['a file came', { files: { ...saved.files, 'c.json': '3' } }, 'c.json changed'],
    ['a file went', { files: { 'a.json': '1' } }, 'b.json changed'],
    ['config or lock changed', { digest: 'y' }, 'the config or the lock has changed'],
  ])('is refused where %s', (_, now, message) => {
    expect(() => requireSame({ ...saved, ...now }, saved)).toThrow(
      expect.objectContaining({
        code: 'plan-outdated',
        message: expect.stringContaining(message) as string,
      }),
    );
  });

  test('names five of many files', () => {
    const many = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`${n}.json`, '']));
    expect(() => requireSameFiles({}, many)).toThrow(
      '0.json, 1.json, 2.json, 3.json, 4.json and 3 more',
    );
  });
});
