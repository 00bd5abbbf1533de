import { describe, expect, test } from 'vitest';
import { AnswerChecks } from '../../src/engine/segments/answer-checks.js';
import { resolve } from '../../src/engine/segments/resolve.js';
import { memoryKeyOf, segmentsOf } from '../../src/engine/segments/segments.js';
import { better, triesAfter } from '../../src/engine/segments/tries.js';
import type { Candidate, DecidedRow, FileComparison } from '../../src/engine/units/row.js';
import type { ProblemCode, RuleLevels } from '../../src/model/index.js';
import { DEFAULT_RULES } from '../../src/config/schema.js';
import { answersTo, rowOf, tableOf } from './support.js';

const finding = (code: ProblemCode) => ({ code, message: '', level: 'warn' }) as const;
const FORMS = ['element', 'ignore', 'cut'] as const;

function tries(codes: readonly ProblemCode[], form: (typeof FORMS)[number], sent = 'a\nb'): string {
  const table = tableOf();
  const { parts } = table.attempt(rowOf('a\nb'), 'element');
  const found = triesAfter(codes.map(finding), { form, parts }, { forms: FORMS, sent: [sent] });
  return found.map((one) => `${one.form} ${one.again ?? ''}`).join(', ');
}

test.each<[ProblemCode[], (typeof FORMS)[number], string]>([
  [['sentence-end'], 'element', 'element preserved, ignore preserved'],
  [['sentence-end'], 'ignore', 'ignore preserved'],
  [['sentence-end'], 'cut', ''],
  [['line-breaks'], 'element', 'element lines, element preserved'],
  [['too-long'], 'element', 'element shorter, ignore preserved'],
  [['no-translation', 'sentence-end'], 'ignore', 'ignore alone'],
])('after %s in form %s: %s', (codes, form, expected) => {
  expect(tries(codes, form)).toBe(expected);
});

test('more lines than a request takes are not sent one by one', () => {
  const lines = (count: number): string => tries(['line-breaks'], 'element', 'a\n'.repeat(count));
  expect(lines(50)).toBe('element lines, element preserved');
  expect(lines(51)).toBe('element preserved, ignore preserved');
});

test.each([
  [[3, 8], 2],
  [[10, 14], 1],
  [[14, 15], 2],
  [[100, 149], 1],
])('texts of %j characters are asked for shorter in %i requests', (lengths, count) => {
  const table = tableOf();
  const row = rowOf('Save');
  const groups = lengths.flatMap((maxLength) => {
    const { decision } = row;
    const message = { ...decision.message, maxLength };
    const own = { ...row, decision: { ...decision, message } };
    return segmentsOf(table.attempt(own, 'element', 'shorter')).map(({ group }) => group);
  });
  expect(new Set(groups).size).toBe(count);
});

test.each<[Candidate | undefined, Candidate, string]>([
  [undefined, { text: 'b', findings: [finding('repetition')] }, 'b'],
  [
    { text: 'a', findings: [finding('sentence-end')] },
    { text: 'b', findings: [finding('repetition')] },
    'a',
  ],
  [
    { text: 'a', findings: [finding('untranslated')] },
    { text: 'b', findings: [finding('sentence-end')] },
    'b',
  ],
  [
    { text: 'a', findings: [finding('sentence-end')] },
    { text: 'b', findings: [finding('sentence-end')] },
    'a',
  ],
  [
    { text: 'longer', findings: [finding('too-long')] },
    { text: 'long', findings: [finding('too-long')] },
    'long',
  ],
])('of %j and %j the better is %s', (earlier, later, expected) => {
  expect(better(earlier, later).text).toBe(expected);
});

function withFile(row: DecidedRow, file: FileComparison): DecidedRow {
  return { ...row, decision: { ...row.decision, file } };
}

describe('a suspicious answer', () => {
  const fileOf = (rules: Partial<RuleLevels>): unknown => ({
    target: { locale: 'de' },
    message: rowOf('').decision.message,
    rules: { ...DEFAULT_RULES, ...rules },
    strict: Object.keys(rules),
  });
  const rowIn = (rules: Partial<RuleLevels>, text = 'Delete it?'): DecidedRow =>
    withFile(rowOf(text), fileOf(rules) as FileComparison);
  const row = rowIn({});

  test('is asked for under other options, and remembered apart from the first', () => {
    const table = tableOf();
    const first = table.attempt(row, 'element');
    const found = resolve(
      row,
      first,
      answersTo(segmentsOf(first), () => 'Löschen'),
      new AnswerChecks(),
    );
    expect(found).toMatchObject({
      state: 'next',
      form: 'element',
      again: 'preserved',
      reason: { code: 'sentence-end' },
      spare: { best: { text: 'Löschen' }, left: [] },
    });
    const again = table.attempt(row, 'element', 'preserved');
    expect(again.parts[0]?.[0]?.group.options.preserveFormatting).toBe(true);
    const keys = [first, again].flatMap(segmentsOf).map(memoryKeyOf);
    expect(new Set(keys).size).toBe(2);
  });

  test.each([
    ['a better one', 'Löschen?', { text: 'Löschen?' }],
    ['the same', 'Löschen', { text: 'Löschen', findings: [{ code: 'sentence-end' }] }],
    ['none', '', { text: 'Löschen', findings: [{ code: 'sentence-end' }] }],
  ])('gives way to a better one: %s', (_, second, expected) => {
    const table = tableOf();
    const spare = {
      best: { text: 'Löschen', findings: [finding('sentence-end')] },
      left: [],
    };
    const attempt = { ...table.attempt(row, 'element', 'preserved'), spare };
    const answers = answersTo(segmentsOf(attempt), () => second);
    const found = resolve(row, attempt, answers, new AnswerChecks());
    expect(found).toMatchObject({ state: 'translated', ...expected });
  });

  test('is none where people write so', () => {
    const { message } = rowOf('Delete it?').decision;
    const texts = ['Löschen', 'Umbenennen', 'Weiter'];
    const rows = texts.map((text) => ({
      ...rowOf('Do it?'),
      current: { text },
      state: { status: 'current' },
    }));
    const locales = [{ locale: 'de', files: [{ message, rows }] }] as never;
    const attempt = tableOf().attempt(row, 'element');
    const answers = answersTo(segmentsOf(attempt), () => 'Löschen');
    const checks = new AnswerChecks();
    checks.compareWith(locales);
    const found = resolve(row, attempt, answers, checks);
    expect(found).toMatchObject({ state: 'translated', text: 'Löschen' });
  });

  test.each<[Partial<RuleLevels>, string, string, string | undefined]>([
    [{}, 'Delete it?', 'Löschen', 'warn'],
    [{ 'sentence-end': 'error' }, 'Delete it?', 'Löschen', 'error'],
    [{ 'sentence-end': 'off' }, 'Delete it?', 'Löschen', undefined],
    [{}, 'Delete this old file', 'Delete this old file', 'warn'],
    [{ untranslated: 'off' }, 'Delete this old file', 'Delete this old file', undefined],
  ])('has the levels of its file: %j', (rules, source, answer, level) => {
    const answered = { sent: [source], answers: [answer], text: answer };
    const found = new AnswerChecks().of(rowIn(rules, source), answered);
    expect(found[0]?.level).toBe(level);
  });
});
