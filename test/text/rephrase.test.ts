import { expect, test } from 'vitest';
import type { MessageSyntax } from '../../src/model/index.js';
import { prepareRephrase } from '../../src/text/index.js';
import type { RephraseForm } from '../../src/text/index.js';

const context = (syntax: MessageSyntax) => ({ syntax, source: 'en', target: 'en' });

/** What becomes of a text whose parts a service answers like this. */
function improved(
  text: string,
  answer: (part: string) => string,
  [syntax, form]: readonly [MessageSyntax, RephraseForm],
): string | undefined {
  const prepared = prepareRephrase(text, context(syntax), form);
  return prepared?.restore(prepared.texts.map(answer));
}

const better = (text: string): string => text.replaceAll('teh', 'the');

test.each<[MessageSyntax, RephraseForm, string, readonly string[], string]>([
  ['plain', 'whole', ' teh end ', ['teh end'], ' the end '],
  ['i18next', 'whole', 'See teh {{file}}', ['See teh {{file}}'], 'See the {{file}}'],
  ['printf', 'whole', 'See teh %1$s', ['See teh %1$s'], 'See the %1$s'],
  ['plain', 'whole', 'Go to <b>teh</b> end', ['Go to <b>teh</b> end'], 'Go to <b>the</b> end'],
  ['icu', 'cut', 'See teh {file} now', ['See teh', 'now'], 'See the {file} now'],
  ['icu', 'cut', "It''s teh {n}", ["It's teh"], "It''s the {n}"],
])('%s, %s: %s', (syntax, form, text, sent, result) => {
  expect(prepareRephrase(text, context(syntax), form)?.texts).toEqual(sent);
  expect(improved(text, better, [syntax, form])).toBe(result);
});

test.each<[string, (part: string) => string]>([
  ['Hello {{name}}', (part) => part.replace('{{name}}', 'you')],
  ['Hello {{name}}', (part) => `${part} {{name}}`],
  ['Hello {{name}}', (part) => part.replace('{{name}}', '{{ Name }}')],
  ['<b>Bold</b> text', (part) => part.replaceAll(/<\/?b>/g, '')],
  ['<b>Bold</b> text', (part) => part.replace('<b>', '<strong>')],
  ['Open https://a.example/x now', (part) => part.replace('/x', '/y')],
  ['100 %s of it', (part) => part.replace('%s', '% s')],
  ['Line one\nline two', (part) => part.replace('\n', ' ')],
  ['A &amp; B', (part) => part.replace('&amp;', 'and')],
])('%s: an answer that changes what is no text does not hold', (text, spoil) => {
  for (const form of ['whole', 'cut'] as const) {
    const result = improved(text, spoil, ['i18next', form]);
    if (result !== undefined) expect(result).toBe(text);
  }
});

test('pieces of a sentence keep their ends', () => {
  const sentence = (part: string): string => `${part.charAt(0).toUpperCase()}${part.slice(1)}.`;
  expect(improved('see {a} and {b} too', sentence, ['icu', 'cut'])).toBe('see {a} and {b} too');
  const bare = (part: string): string => sentence(part.replace(/^, /, ''));
  expect(improved('Hi {a}, you have {b} now', bare, ['icu', 'cut'])).toBe(
    'Hi {a}, you have {b} now',
  );
});

test.each<[MessageSyntax, RephraseForm, string]>([
  ['plain', 'whole', 'Save all'],
  ['i18next', 'cut', 'Only {{name}}'],
  ['icu', 'whole', '{n, plural, one {# file} other {# files}}'],
  ['icu', 'cut', 'Hello {name}, all is well'],
])('%s, %s: an answer without a word does not hold: %s', (syntax, form, text) => {
  for (const nothing of ['', ' ', '.', '42']) {
    expect(improved(text, () => nothing, [syntax, form])).toBeUndefined();
  }
});

test('a message is not written in another way than it is', () => {
  const nested = 'You have {n, plural, one {# file} other {# files}} left';
  for (const form of ['whole', 'cut'] as const) {
    expect(improved(nested, (part) => part, ['icu', form]) ?? nested).toBe(nested);
  }
});
