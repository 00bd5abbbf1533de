import { describe, expect, test } from 'vitest';
import {
  findingsIn,
  graded,
  hasErrors,
  KnownFindings,
  messageOf,
} from '../../src/engine/units/findings.js';
import { RULES } from '../../src/model/index.js';
import type { RuleLevels, Unit } from '../../src/model/index.js';
import { TermTable } from '../../src/text/index.js';
import type { ExpectedUnit, MessageContext } from '../../src/text/index.js';
import { compareTexts, fileOf } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';
import type { Who } from '../support/lock-rows.js';

/** What is said of the only unit, whose source is "Hi {name}". */
async function said(target: string, who: Who, input: ComparisonInput = {}): Promise<object> {
  const source = 'Hi {name}';
  const { rows } = fileOf(
    await compareTexts({
      source: { a: source },
      target: { a: target },
      lock: [['a', source, target, who]],
      ...input,
    }),
  );
  const [{ state, findings } = { state: undefined, findings: [] }] = rows;
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
    [
      'only warns of a person’s that was adopted',
      'Hallo',
      'person',
      {},
      ['current', 'placeholder-mismatch warn'],
    ],
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
  ])('%s', async (_, target, who, input, expected) => {
    expect(await said(target, who, input)).toEqual(expected);
  });

  test('counts the length that a note allows, of plain texts too', async () => {
    const format = 'xlf';
    const unit = (target: string): string =>
      `<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de"><file id="f"><unit id="a"><notes><note>maxLength: 5</note></notes><segment><source>Save</source>${target}</segment></unit></file></xliff>`;
    const input = { format, source: unit(''), target: unit('<target>Sichern</target>') } as const;
    const [{ findings } = { findings: [] }] = fileOf(await compareTexts(input)).rows;
    expect(findings).toMatchObject([{ code: 'too-long', level: 'warn' }]);
  });
});

test('a mild problem is at most a warning, unless the config sets the level of its rule', () => {
  const rules = { markup: 'error' } as RuleLevels;
  const mild = [{ code: 'markup-mismatch', message: 'no <b>', mild: true }] as const;
  expect(graded(mild, { rules })).toEqual([]);
  expect(graded(mild, { rules, strict: ['placeholders'] })).toEqual([]);
  expect(graded(mild, { rules, strict: ['markup'] })).toMatchObject([{ level: 'error' }]);
  const plural = [{ code: 'plural-categories', message: 'no few', mild: true }] as const;
  const levels = { 'plural-categories': 'error' } as RuleLevels;
  expect(graded(plural, { rules: levels })).toMatchObject([{ level: 'warn' }]);
});

test('a problem that no rule is named for is an error', () => {
  const rules = {} as RuleLevels;
  const findings = graded([{ code: 'write-failed', message: 'no' }], { rules });
  expect(findings).toEqual([{ code: 'write-failed', message: 'no', level: 'error' }]);
  expect(hasErrors(findings)).toBe(true);
  expect(hasErrors([])).toBe(false);
});

describe('what the rules need to know of a unit', () => {
  const file: MessageContext = { syntax: 'icu', source: 'en', target: 'de' };
  const base: Unit = { key: ['a'], text: 'A', kind: 'text', range: { start: 0, end: 0 } };
  const plural = { category: 'one', ordinal: false } as const;

  test.each<[string, Partial<Unit>, Partial<ExpectedUnit>, Partial<MessageContext>]>([
    ['is what holds for its file', {}, {}, {}],
    ['is its markup', { inline: 'xliff' }, {}, { inline: 'xliff' }],
    ['is its plural form', {}, { plural }, { plural }],
    ['is the length that its file allows', { maxLength: 9 }, {}, { maxLength: 9 }],
    ['is the length that its note allows', { note: 'maxLength: 5' }, {}, { maxLength: 5 }],
    [
      'is the length of the file rather than that of the note',
      { maxLength: 9, note: 'maxLength: 5' },
      {},
      { maxLength: 9 },
    ],
    ['is nothing of another note', { note: 'A button' }, {}, {}],
  ])('%s', (_, unit, expected, own) => {
    const one = { key: ['a'], unit: { ...base, ...unit }, text: 'A', ...expected };
    expect(messageOf(file, one)).toEqual({ ...file, ...own });
  });
});

describe('severities', () => {
  const problem = { code: 'placeholder-mismatch', message: 'no' } as const;
  const long = { code: 'too-long', message: 'long' } as const;

  test.each([
    ['error', 'error', ['placeholder-mismatch error', 'too-long error'], true],
    ['warn', 'error', ['placeholder-mismatch warn', 'too-long error'], true],
    ['warn', 'warn', ['placeholder-mismatch warn', 'too-long warn'], false],
    ['off', 'warn', ['too-long warn'], false],
    ['off', 'off', [], false],
  ] as const)('placeholders: %s, max-length: %s', (placeholders, length, expected, isError) => {
    const rules = { placeholders, 'max-length': length } as RuleLevels;
    const findings = graded([problem, long], { rules });
    expect(findings.map(({ code, level }) => `${code} ${level}`)).toEqual(expected);
    expect(hasErrors(findings)).toBe(isError);
  });
});

describe('an engine that stays open', () => {
  const base: Unit = { key: ['a'], text: '', kind: 'text', range: { start: 0, end: 0 } };
  const rules = Object.fromEntries(Object.keys(RULES).map((rule) => [rule, 'error'])) as RuleLevels;
  const context: MessageContext = { syntax: 'icu', source: 'en', target: 'de' };
  const current = { ...base, text: 'Hier: https://b.example, an item' };
  const expected: ExpectedUnit = {
    key: ['a'],
    unit: base,
    text: 'See https://a.example, {count} items',
  };
  const row = { source: { expected, plain: false }, options: { expectedTerms: undefined } };
  const file = { rules, message: { ...context, hosts: [] } };
  const custom = { placeholders: [/item/gu], keep: undefined };
  const one = { category: 'one', ordinal: false } as const;

  test('does not check a text again while everything that the rules read is the same', () => {
    const known = new KnownFindings();
    const found = known.of(row, current, file);
    expect(found).not.toEqual([]);
    expect(known.of({ ...row, source: { ...row.source } }, current, { ...file })).toBe(found);
  });

  interface Change {
    readonly expected?: Partial<ExpectedUnit>;
    readonly message?: Partial<MessageContext>;
    readonly rules?: Partial<RuleLevels>;
    readonly terms?: TermTable;
    readonly text?: string;
  }

  test.each<[string, Change]>([
    ['the text', { text: 'Hier' }],
    ['the source', { expected: { text: 'See {count}' } }],
    ['the length', { expected: { unit: { ...base, maxLength: 5 } } }],
    ['the key', { expected: { key: ['a_one'] } }],
    ['the form', { expected: { plural: one } }],
    ['the placeholder of the form', { expected: { plural: { ...one, shownBy: '{count}' } } }],
    ['the syntax of the unit', { expected: { syntax: 'plain' } }],
    ['the syntax of the file', { message: { syntax: 'plain' } }],
    ['a rule', { rules: { placeholders: 'warn' } }],
    ['the hosts', { message: { hosts: ['b.example'] } }],
    ['what is protected', { message: { custom } }],
    ['the glossary', { terms: new TermTable([['items', 'Dinge']]) }],
  ])('checks a text again after a change of %s', (_, change) => {
    const known = new KnownFindings();
    const before = known.of(row, current, file);
    const changed = {
      source: { expected: { ...expected, ...change.expected }, plain: false },
      options: { expectedTerms: change.terms },
    };
    const unit = change.text === undefined ? current : { ...current, text: change.text };
    const other = {
      rules: { ...rules, ...change.rules },
      message: { ...file.message, ...change.message },
    };
    const found = known.of(changed, unit, other);
    expect(found).toEqual(findingsIn(changed, unit.text, other));
    expect(found).not.toBe(before);
  });
});
