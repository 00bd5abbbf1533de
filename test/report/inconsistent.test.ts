import { describe, expect, test } from 'vitest';
import { oddTexts } from '../../src/engine/report/report.js';
import { compareTexts } from '../support/comparison.js';
import type { RuleName } from '../../src/model/index.js';
import type { ComparisonInput } from '../support/comparison.js';

async function found(input: ComparisonInput, rule: RuleName): Promise<readonly string[]> {
  const files = (await compareTexts(input)).locales.flatMap((locale) => locale.files);
  const on = files.map((file) => ({ ...file, rules: { ...file.rules, [rule]: 'warn' } }));
  return oddTexts(on).map(({ unit, finding }) => {
    const [other] = /(?<=").*(?=")/.exec(finding.message) ?? [];
    return `${unit.source.keyId}: ${unit.current?.text ?? ''}, not ${other ?? ''}`;
  });
}

const SOURCE = { a: 'A', b: 'A', c: 'A' };

describe('one source has several translations', () => {
  test.each<[string, ComparisonInput, readonly string[]]>([
    ['not where all are the same', { source: SOURCE, target: { a: 'X', b: 'X', c: 'X' } }, []],
    [
      'what most have is usual',
      { source: SOURCE, target: { a: 'Y', b: 'X', c: 'X' } },
      ['a: Y, not X'],
    ],
    [
      'of as many the first is usual',
      { source: SOURCE, target: { a: 'Y', b: 'X' } },
      ['b: X, not Y'],
    ],
    [
      'in different files',
      {
        source: { a: 'A' },
        target: { a: 'X' },
        files: { home: { source: { b: 'A' }, target: { b: 'Y' } } },
      },
      ['b: Y, not X'],
    ],
    [
      'not in different locales',
      { source: { a: 'A' }, target: { a: 'X' }, targets: { fr: { a: 'Y' } } },
      [],
    ],
    [
      'not in different contexts',
      { format: 'yaml', source: '# Note\na: A\nb: A\n', target: 'a: X\nb: Y\n' },
      [],
    ],
    [
      'not of texts that are stale or for review',
      {
        source: SOURCE,
        target: { a: 'X', b: 'Y', c: 'Z' },
        lock: [
          ['b', 'Old', 'Y', 'machine'],
          ['c', 'Old', 'Z', 'person'],
        ],
      },
      [],
    ],
    ['not of what is copied', { source: SOURCE, target: { a: 'X', b: 'Y' }, exclude: ['*'] }, []],
  ])('%s', async (_, input, expected) => {
    expect(await found(input, 'inconsistent')).toEqual(expected);
  });
});

describe('opposites have one translation', () => {
  test.each([
    ['Enable', 'Disable'],
    ['Notifications are enabled', 'Notifications are disabled'],
    ['Pin {name}', 'Unpin {name}'],
    ['Turn on sounds', 'Turn off sounds'],
    ['Opening hours', 'Closing hours'],
    ['Added by {user}', 'Removed by {user}'],
    ['Upload speed', 'Download speed'],
    ['Sort ascending', 'Sort descending'],
    ['Favorite stops', 'No favorite stops'],
    ['You can leave', 'You can’t leave'],
    ['Einblenden', 'Ausblenden'],
    ['Activer', 'Désactiver'],
  ])('%s, %s', async (a, b) => {
    const input = { source: { a, b, c: a }, target: { a: 'X', b: 'X', c: 'X' } };
    expect(await found(input, 'opposites')).toEqual([`b: X, not ${a}`, `c: X, not ${b}`]);
  });

  test.each([
    ['Side', 'Inside'],
    ['Delete', 'Remove'],
    ['Enable sounds', 'Disable video'],
    ['Open', 'Opened'],
    ['Sign', 'Design'],
    ['Mode', 'Code'],
    ['No', 'Not now'],
  ])('not: %s, %s', async (a, b) => {
    const input = { source: { a, b }, target: { a: 'X', b: 'X' } };
    expect(await found(input, 'opposites')).toEqual([]);
  });

  test('not with different translations, or in different files', async () => {
    const other = { source: { a: 'Enable' }, target: { a: 'X' } };
    const source = { a: 'Enable', b: 'Disable' };
    const input = { source, target: { a: 'Y', b: 'X' }, files: { home: other } };
    expect(await found(input, 'opposites')).toEqual([]);
  });
});
