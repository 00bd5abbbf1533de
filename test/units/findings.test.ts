import { describe, expect, test } from 'vitest';
import { graded, hasErrors } from '../../src/engine/units/findings.js';
import { compareTexts, fileOf } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';
import type { Who } from '../support/lock-rows.js';

/** What is said of the only unit, whose source is "Hi {name}". */
function said(target: string, who: Who, input: ComparisonInput = {}): object {
  const source = 'Hi {name}';
  const { units } = fileOf(
    compareTexts({
      source: { a: source },
      target: { a: target },
      lock: [['a', source, target, who]],
      ...input,
    }),
  );
  const [{ state, findings } = { state: undefined, findings: [] }] = units;
  return [state?.status, ...findings.map(({ code, level }) => `${code} ${level}`)];
}

describe('what the rules say of a text', () => {
  test.each<[string, string, Who, ComparisonInput, readonly string[]]>([
    ['is nothing where it is sound', 'Hallo {name}', 'machine', {}, ['current']],
    [
      'makes a machine’s invalid',
      'Hallo',
      'machine',
      {},
      ['invalid', 'placeholder-mismatch error'],
    ],
    ['makes a person’s invalid', 'Hallo', 'person', {}, ['invalid', 'placeholder-mismatch error']],
    [
      'makes an edited one invalid',
      'Hallo',
      'edited',
      {},
      ['invalid', 'placeholder-mismatch error'],
    ],
    [
      'leaves one in review in review',
      'Hallo',
      'review',
      {},
      ['review', 'placeholder-mismatch error'],
    ],
    [
      'only warns where the config says so',
      'Hallo',
      'machine',
      { rules: { placeholders: 'warn' } },
      ['current', 'placeholder-mismatch warn'],
    ],
    [
      'is nothing where the rule is off',
      'Hallo',
      'machine',
      { rules: { placeholders: 'off' } },
      ['current'],
    ],
    ['is nothing of a copy', 'Hallo', 'copied', { exclude: ['a'] }, ['current']],
    [
      'is nothing of a text that is made anew anyway',
      'Hallo',
      'machine',
      { lock: [['a', 'Old', 'Hallo', 'machine']] },
      ['stale'],
    ],
  ])('%s', (_, target, who, input, expected) => {
    expect(said(target, who, input)).toEqual(expected);
  });

  test('counts the length that a note allows, of plain texts too', () => {
    const format = 'xlf';
    const unit = (target: string): string =>
      `<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de"><file id="f"><unit id="a"><notes><note>maxLength: 5</note></notes><segment><source>Save</source>${target}</segment></unit></file></xliff>`;
    const input = { format, source: unit(''), target: unit('<target>Sichern</target>') } as const;
    const [{ findings } = { findings: [] }] = fileOf(compareTexts(input)).units;
    expect(findings).toMatchObject([{ code: 'too-long', level: 'error' }]);
  });
});

test('a problem that no rule is named for is an error', () => {
  const findings = graded([{ code: 'write-failed', message: 'no' }], {
    ...({} as Parameters<typeof graded>[1]),
  });
  expect(findings).toEqual([{ code: 'write-failed', message: 'no', level: 'error' }]);
  expect(hasErrors(findings)).toBe(true);
  expect(hasErrors([])).toBe(false);
});
