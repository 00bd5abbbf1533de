import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MessageSyntax } from '../../src/model/index.js';
import {
  formsOf,
  isSound,
  prepare,
  splitText,
  validate,
  type MessageContext,
} from '../../src/text/index.js';
import { context } from './context.js';

const syntaxes: readonly MessageSyntax[] = ['plain', 'i18next', 'icu', 'rails', 'vue', 'printf'];

/** Texts of pieces that catalogs hold, well-formed and not. */
const piece = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'Hello',
      'the file',
      'of',
      'Ärger',
      '文字',
      'x',
      '!',
      '.',
      '"',
      '(',
      ')',
    ),
  },
  { weight: 3, arbitrary: fc.constantFrom(' ', '  ', '\n', '\u00a0') },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '{name}',
      '{{count}}',
      '%{count}',
      '%s',
      '%1$s',
      '%d',
      '%%',
      '%(x)s',
      '${x}',
      ':attr',
      '$t(a.b)',
      '@:k',
      "{'@'}",
      '<b>',
      '</b>',
      '<br/>',
      '<0>',
      '</0>',
      '<a href="{{u}}">',
      '</a>',
      '&amp;',
      '&nbsp;',
      '&',
      '<',
      '|',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '{n, plural, one {# item} other {# items}}',
      '{g, select, a {he} other {they <b>do</b>}}',
      "it''s",
      "'{'",
      "'",
      '{',
      '}',
      '#',
      '{d, date, short}',
      '>',
      '\\',
      '%',
      ']]>',
      '\u0000',
      '\ud800',
      '\ufffc',
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
);
const text = fc.array(piece, { maxLength: 14 }).map((parts) => parts.join(''));
const anyContext = fc.record({
  syntax: fc.constantFrom(...syntaxes),
  inline: fc.constantFrom(undefined, 'xliff' as const, 'srt' as const),
  target: fc.constantFrom('de', 'ja', 'fr-CA', 'sr'),
});

function contextOf(value: {
  syntax: MessageSyntax;
  inline: 'xliff' | 'srt' | undefined;
  target: string;
}): MessageContext {
  const { syntax, inline, target } = value;
  return context({ syntax, target, source: target, ...(inline === undefined ? {} : { inline }) });
}

describe('for any text', () => {
  it('identity answers give the source, in every form', () => {
    fc.assert(
      fc.property(text, anyContext, (source, value) => {
        const ctx = contextOf(value);
        for (const form of formsOf(source, ctx)) {
          const { texts, restore } = prepare(source, ctx, form);
          const result = restore(texts);
          // Number words of a locale's own categories may be added to an ICU plural, and arms get
          // the rest of their sentence, in whatever syntax a choice stands alone; the rest stays.
          if (/plural|select/.test(source)) expect(result.ok).toBe(true);
          else expect(result).toEqual({ ok: true, text: source });
        }
      }),
      { numRuns: 300 },
    );
  });

  it('nothing is found wrong with a target that is the source', () => {
    fc.assert(
      fc.property(text, anyContext, (source, value) => {
        const ctx = contextOf(value);
        const problems = validate(source, source, ctx).filter(
          (one) => one.code !== 'plural-categories',
        );
        expect(problems).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('an answer in any shape never throws and is only taken if it is sound', () => {
    const answer = fc.array(
      fc.oneof(
        piece,
        fc.constantFrom('<x id="0"/>', '<x id="1"/>', '<g id="0">', '</g>', '<x id=0></x>', '<x>'),
      ),
      { maxLength: 10 },
    );
    fc.assert(
      fc.property(
        text,
        anyContext,
        fc.array(answer, { maxLength: 8 }),
        (source, value, answers) => {
          const ctx = contextOf(value);
          for (const form of ['element', 'ignore', 'cut'] as const) {
            const result = prepare(source, ctx, form).restore(
              answers.map((parts) => parts.join('')),
            );
            if (result.ok) expect(isSound(source, result.text, ctx)).toBeUndefined();
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

const words = fc.array(fc.constantFrom('one', 'two', 'three words here', 'x, y'), {
  minLength: 1,
  maxLength: 3,
});

describe('for texts with placeholders', () => {
  const placeholders = fc.uniqueArray(
    fc.constantFrom('{a}', '{b}', '{{c}}', '%{d}', '%1$s', '${e}'),
    {
      minLength: 1,
      maxLength: 5,
    },
  );

  it('any order of elements passes; a lost or repeated one does not', () => {
    fc.assert(
      fc.property(placeholders, words, fc.nat(), (codes, parts, turn) => {
        const source = `Start ${codes.map((code, i) => `${code} ${parts[i % parts.length]!}`).join(' ')}`;
        const { restore } = prepare(source, context(), 'element');
        const elements = codes.map((_, i) => `<x id="${i}"/>`);
        const shift = turn % codes.length;
        const turned = [...elements.slice(shift), ...elements.slice(0, shift)];
        const result = restore([`Wort ${turned.join(' mit ')} Ende`]);
        const order = [...codes.slice(shift), ...codes.slice(0, shift)];
        expect(result).toEqual({ ok: true, text: `Wort ${order.join(' mit ')} Ende` });
        expect(restore([`Wort ${turned.slice(1).join(' mit ')} Ende`]).ok).toBe(false);
        expect(restore([`Wort ${[...turned, elements[0]].join(' mit ')} Ende`]).ok).toBe(false);
      }),
    );
  });
});

describe('splitText', () => {
  it('gives parts that join to the text and fit where they have an end to be cut at', () => {
    const sentence = fc.constantFrom(
      'This is one. ',
      'Zwei Sätze! ',
      '三つ目。',
      'Next?\n\n',
      'Line\n',
    );
    fc.assert(
      fc.property(
        fc.array(sentence, { maxLength: 40 }),
        fc.integer({ min: 40, max: 200 }),
        (list, max) => {
          const whole = list.join('');
          const parts = splitText(whole, max, 'en');
          expect(parts.join('')).toBe(whole);
          for (const part of parts)
            expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThanOrEqual(max);
        },
      ),
    );
  });

  it('ends sentences where they end in the whole text', () => {
    const bit = fc.constantFrom(
      ...['a. ', 'B', 'U.S. ', '3.4', '? ', '!”)  ', '\r\n', '。', 'x ', ', ', '... ', 'É', '😀'],
      ...['1 '.repeat(300), 'word '.repeat(120), ') '.repeat(600), '\u0301'],
    );
    fc.assert(
      fc.property(
        fc.array(bit, { minLength: 20, maxLength: 400 }),
        fc.constantFrom('en', 'el'),
        (bits, locale) => {
          const text = `${bits.join('')}${'z'.repeat(20)}`;
          const segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' });
          const expected = Array.from(segmenter.segment(text), ({ segment }) => segment);
          expect(splitText(text, 3, locale)).toEqual(expected);
        },
      ),
    );
  });
});
