import { describe, expect, test } from 'vitest';
import { formatKey } from '../../src/model/index.js';
import { compareTexts, fileOf, statusesOf } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';
import type { LockRow } from '../support/lock-rows.js';

const OLD: LockRow = ['old', 'Old', 'X', 'machine'];

async function dropped(input: ComparisonInput): Promise<object> {
  const { obsolete, kept } = fileOf(await compareTexts({ format: 'yaml', ...input }));
  return {
    obsolete: obsolete.map(({ unit, aliases = [] }) => [unit.key, ...aliases].map(formatKey)),
    kept: kept.map(({ unit }) => formatKey(unit.key)),
  };
}

describe('a dropped unit of YAML', () => {
  test('goes where nothing shows it', async () => {
    const input = { source: 'a: A\n', target: 'a: Y\nold: X\n', lock: [OLD] };
    expect(await dropped(input)).toEqual({ obsolete: [['old']], kept: [] });
  });

  test('goes, and leaves its text to its aliases that the source has', async () => {
    const input = { source: 'a: A\n', target: 'old: &x X\na: *x\nb: *x\n', lock: [OLD] };
    expect(await dropped(input)).toEqual({ obsolete: [['old', 'a']], kept: [] });
  });

  test('stays where more than it is shown elsewhere', async () => {
    const lock: LockRow[] = [['base.a', 'Old', 'X', 'machine']];
    const target = 'base: &base\n  a: X\npage:\n  <<: *base\n  b: Y\n';
    const input = { source: 'page:\n  a: A\n  b: B\n', target, lock };
    expect(await dropped(input)).toEqual({ obsolete: [], kept: ['base.a'] });
  });

  test('stays where the source has it through a reference', async () => {
    const source = 'base: &base\n  a: A\npage:\n  <<: *base\n';
    const lock: LockRow[] = [['page.a', 'Old', 'X', 'machine']];
    const input = { source, target: 'base:\n  a: Y\npage:\n  a: X\n', lock };
    expect(await dropped(input)).toEqual({ obsolete: [], kept: ['page.a'] });
  });
});

test('a text that an alias shows is a person’s, and current', async () => {
  const input = { source: 'a: A\nb: B\n', target: 'a: &x X\nb: *x\n' } as const;
  const file = fileOf(await compareTexts({ format: 'yaml', ...input }));
  expect(statusesOf(file)).toEqual({ a: 'current', b: 'current' });
  expect(file.rows.map(({ state }) => state.place)).toEqual(['own', 'reference']);
});
