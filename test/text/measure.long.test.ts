import { describe, expect, it } from 'vitest';
import {
  countCharacters,
  formsOf,
  isSound,
  prepare,
  splitText,
  validate,
} from '../../src/text/index.js';
import { context } from './context.js';

describe('countCharacters', () => {
  it.each([
    ['a😀b', undefined, 3],
    ['a <b>c</b> &amp;', undefined, 16],
    ['a <b>c</b> &amp;', 'xml', 5],
    ['Hello <x id="0"/>!', 'xml', 7],
    ['<x id="0">{name}</x> 1 &lt; 2', 'xml', 12],
    ['<p title="a > b">x</p><!-- y -->', 'html', 1],
    ['1 < 2 & 3', 'xml', 9],
    ['', 'xml', 0],
  ] as const)('%j under %s: %i', (text, tagHandling, count) => {
    expect(countCharacters(text, tagHandling)).toBe(count);
  });
});

describe('splitText', () => {
  it('cuts at paragraphs first, then at sentences', () => {
    expect(splitText('One. Two.\n\nThree. Four.', 16, 'en')).toEqual([
      'One. Two.\n\n',
      'Three. Four.',
    ]);
    expect(splitText('One is. Two is.', 12, 'en')).toEqual(['One is. ', 'Two is.']);
  });

  it('leaves whole what fits and what has no end to be cut at', () => {
    expect(splitText('Short.', 100, 'en')).toEqual(['Short.']);
    expect(splitText('x'.repeat(50), 20, 'not a locale')).toEqual(['x'.repeat(50)]);
  });

  it('counts bytes as JSON has them', () => {
    expect(splitText('É"É. Ü"Ü.', 11, 'en')).toEqual(['É"É. ', 'Ü"Ü.']);
    expect(splitText('É"É. Ü"Ü.', 17, 'en')).toHaveLength(1);
  });

  it('does not cut through elements', () => {
    const text = 'A <g id="0">b. C</g> d. E.';
    expect(splitText(text, 12, 'en')).toEqual(['A <g id="0">b. C</g> d. ', 'E.']);
  });
});

describe('hostile text', () => {
  const seeds = [
    '{',
    '{{',
    '}',
    '<a ',
    '<a "',
    '%',
    '&',
    '[',
    '$t(',
    '@:',
    "'{",
    "''",
    '<!--',
    '{a, plural, other {',
    '<b>',
    '</b>',
    '{a}',
    ':a',
    '|',
    '\ud800',
  ];

  it.each(seeds)('of 20,000 characters of %j is read in one pass', (seed) => {
    const text = `x ${seed.repeat(Math.ceil(20_000 / seed.length))}`;
    for (const syntax of ['plain', 'icu'] as const) {
      for (const inline of [undefined, 'xliff'] as const) {
        const ctx = context({ syntax, ...(inline === undefined ? {} : { inline }) });
        expect(formsOf(text, ctx)[0]).toBe('element');
        const { texts, restore } = prepare(text, ctx, 'element');
        expect(restore(texts)).toEqual({ ok: true, text });
        expect(restore([seed.repeat(1000)])).toHaveProperty('ok');
        expect(isSound(text, text, ctx)).toBeUndefined();
        expect(validate('x', text, ctx)).toBeInstanceOf(Array);
      }
    }
    expect(countCharacters(text, 'html')).toBeGreaterThanOrEqual(0);
    expect(splitText(text, 131_072, 'en').join('')).toBe(text);
  });

  it('answers of 100,000 characters are read in one pass', () => {
    const { restore } = prepare('Hello {name}', context(), 'element');
    for (const seed of ['<', '<x id="0"/>', '<g id="0">', '</g>', '<x ', '&', '>']) {
      expect(restore([seed.repeat(100_000 / seed.length)]).ok).toBe(false);
    }
  });
});
