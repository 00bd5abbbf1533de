import { describe, expect, it } from 'vitest';
import { spareRule, CLDR } from '../../src/text/plural/library.js';
import { categoriesOf, holdsMoreThanItSays, holdsWhole } from '../../src/text/plural.js';

const form = (category: 'zero' | 'one' | 'two' | 'few' | 'many' | 'other') => ({
  category,
  ordinal: false,
});

describe('the plural categories of a library', () => {
  it.each([
    ['es', 'one other'],
    ['fr', 'one other'],
    ['it', 'one other'],
    ['pt-BR', 'one other'],
    ['ca', 'one other'],
    ['he', 'one other'],
    ['lv', 'one other'],
    ['cs', 'one few other'],
    ['sk', 'one few other'],
    ['lt', 'one few other'],
    ['hr', 'one few other'],
    ['ro', 'one few other'],
    ['ru', 'one few many other'],
    ['uk_UA', 'one few many other'],
    ['pl', 'one few many other'],
    ['sl', 'one two few other'],
    ['ar', 'zero one two few many other'],
    ['ja', 'other'],
    ['zh-CN', 'other'],
    ['tr', 'one other'],
    ['hu', 'one other'],
    ['tlh', 'one other'],
  ])('are rails-i18n’s for Rails: %s', (locale, categories) => {
    expect(categoriesOf(locale, false, 'rails').join(' ')).toBe(categories);
  });

  it.each([
    ['fr', 'one many other'],
    ['cs', 'one few many other'],
    ['he', 'one two other'],
    ['lv', 'zero one other'],
  ])('are CLDR’s for others: %s', (locale, categories) => {
    expect(categoriesOf(locale, false).join(' ')).toBe(categories);
  });

  it.each(['fr', 'pa', 'ml', 'or'])('has 0 in the form of 1 in Rails: %s', (locale) => {
    expect(holdsMoreThanItSays(locale, { ...form('one'), library: 'rails' }, [])).toBe(true);
  });

  it.each(['tlh', 'not a tag', 'xx'])(
    'are those of English where nothing is known: %s',
    (locale) => {
      expect(categoriesOf(locale, false)).toEqual(['one', 'other']);
    },
  );
});

describe('the rules for a Node without the data of a language', () => {
  const languages = [...CLDR.keys()].filter(
    (one) => Intl.PluralRules.supportedLocalesOf(one).length > 0,
  );

  it('say what CLDR says of whole numbers', () => {
    expect(languages.length).toBeGreaterThan(60);
    for (const language of languages) {
      const node = new Intl.PluralRules(language);
      const { select } = spareRule(language, false);
      const differing = Array.from({ length: 1001 }, (_, n) => n).filter(
        (n) => node.select(n) !== select(n),
      );
      expect([language, differing]).toEqual([language, []]);
    }
  });
});

describe('a form', () => {
  it.each([
    ['ru', 'one', true],
    ['lv', 'one', true],
    ['is', 'one', true],
    ['sl', 'two', true],
    ['fr', 'one', true],
    ['de', 'one', false],
    ['pl', 'one', false],
    ['he', 'two', false],
    ['de', 'other', false],
  ] as const)('of %s %s may hold more counts than it says: %s', (locale, category, expected) => {
    expect(holdsMoreThanItSays(locale, form(category), [])).toBe(expected);
  });

  it('says what it holds where another form answers the rest', () => {
    expect(holdsMoreThanItSays('fr', form('one'), [0])).toBe(false);
  });

  it.each([
    ['fr', 'many', false],
    ['es', 'many', false],
    ['pl', 'other', false],
    ['ru', 'other', false],
    ['cs', 'many', false],
    ['pl', 'many', true],
    ['fr', 'one', true],
  ] as const)('of %s %s is needed for whole numbers: %s', (locale, category, expected) => {
    expect(holdsWhole(locale, form(category))).toBe(expected);
  });
});
