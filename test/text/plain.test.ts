import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlain, validate } from '../../src/text/index.js';
import type { MessageContext } from '../../src/text/index.js';

const contexts: readonly MessageContext[] = (
  ['plain', 'i18next', 'icu', 'rails', 'vue', 'printf'] as const
).flatMap((syntax) => {
  const context = { syntax, source: 'en', target: 'ar' };
  const plural = { category: 'few', ordinal: false } as const;
  return [context, { ...context, plural }, { ...context, inline: 'xliff' as const }];
});

const plainText = fc
  .array(fc.oneof(fc.string({ maxLength: 5 }), fc.string({ unit: 'binary', maxLength: 2 })))
  .map((parts) => parts.join(''))
  .filter(isPlain);

test('the rules find nothing in two plain texts that differ', () => {
  fc.assert(
    fc.property(plainText, plainText, (source, target) => {
      fc.pre(source !== target);
      for (const context of contexts) expect(validate(source, target, context)).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test('no character makes a text plain in which a rule finds something', () => {
  const wrong: string[] = [];
  for (let code = 0; code <= 0xffff; code += 1) {
    const char = String.fromCharCode(code);
    for (const target of [char, `a${char}`, `a${char}a`]) {
      if (isPlain(target) && validate('word', target, contexts[0]!).length > 0) wrong.push(target);
    }
  }
  expect(wrong).toEqual([]);
});

test.each(['Save', 'Änderungen speichern?', '保存', 'L’élève, d’accord', "Don't stop", 'سلّة'])(
  '%s is plain',
  (word) => {
    expect(isPlain(word)).toBe(true);
  },
);

test.each([
  '',
  ' a',
  'a ',
  'a\u00a0',
  '{x}',
  '50 %',
  'a:b',
  '<b>',
  'a & b',
  '$t',
  'a\u200bb',
  'a|b',
])('%j is not', (word) => {
  expect(isPlain(word)).toBe(false);
});
