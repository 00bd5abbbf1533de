import { parse } from '@formatjs/icu-messageformat-parser';
import { expect, it } from 'vitest';
import { armsOf, neededCategories, stepsOf, type Plural } from '../../src/text/icu/arms.js';

const plural = (raw: string): Plural => parse(raw, { captureLocation: true })[0] as Plural;

it.each([
  ['ru', '{n, plural, =1 {1 file} other {{n} files}}', ['=1 <other>', 'few', 'many', 'other']],
  ['de', '{n, plural, =1 {1 file} other {{n} files}}', ['=1', 'other']],
  ['ar', '{n, plural, =0 {no} =1 {1} other {{n}}}', ['=0', '=1', 'two', 'few', 'many', 'other']],
])('Flutter reads =1 as the form for one: %s %s', (target, raw, expected) => {
  const element = plural(raw);
  const steps = stepsOf(element, armsOf(element, raw), { target, library: 'flutter' });
  const names = steps.map(({ selector, arm, place, does }) =>
    does === 'keep' && arm !== place ? `${selector} <${arm.selector}>` : selector,
  );
  expect(names).toEqual(expected);
});

it('others take =1 for one number', () => {
  expect(neededCategories('ru', { ordinal: false }, ['=1', 'other'])).toContain('one');
  const flutter = neededCategories('ru', { ordinal: false, library: 'flutter' }, ['=1', 'other']);
  expect(flutter).not.toContain('one');
});
