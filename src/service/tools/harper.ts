import { findOptional } from '../../disk/index.js';
import { protectPlain } from '../translate/protect.js';
import type { Passage, Tool } from './tool.js';
import { createThread } from './thread.js';
import type { Finding, HarperQuestion } from './harper-thread.js';

/**
 * Kinds of findings that are real errors and rarely false positives. `Typo`, `WordChoice` and the
 * like report names in user interfaces; spelling is left to the dictionaries.
 */
const errors = new Set([
  'Agreement',
  'BoundaryError',
  'Eggcorn',
  'Grammar',
  'Malapropism',
  'Miscellaneous',
  'Nonstandard',
  'Punctuation',
  'Repetition',
]);

/**
 * Whether code is next to a finding without a word in between: what will replace the code is
 * unknown.
 */
function touchesCode({ start, end }: Finding, text: string): boolean {
  let offset = 0;
  return protectPlain(text).some(({ kind, value }) => {
    const from = offset;
    offset += value.length;
    if (kind !== 'code') return false;
    const between = offset <= start ? text.slice(offset, start) : text.slice(end, from);
    return !/\p{L}/u.test(between);
  });
}

/**
 * English grammar by harper.js, if that package is installed. Only findings with a single
 * correction are applied.
 */
export const harper: Tool<Passage, string | undefined> = {
  run: async ({ text, language }) => {
    if (!language.startsWith('en')) return undefined;
    const harperUrl = findOptional('harper.js');
    const binary = findOptional('harper.js/binary');
    if (harperUrl === undefined || binary === undefined) return undefined;
    const thread = createThread('harper', () => import('./harper-thread.ts?module'), {
      harper: harperUrl,
      binary,
    });
    const question: HarperQuestion = { text, dialect: language === 'en-GB' ? 'en-GB' : 'en-US' };
    const found = (await thread.ask(question)) as readonly Finding[] | undefined;
    if (found === undefined) return undefined;

    const isPronoun = ({ kind, start, end }: Finding) =>
      kind === 'Capitalization' && text.slice(start, end) === 'i';
    const wrong = found.filter(
      (each) => (errors.has(each.kind) || isPronoun(each)) && !touchesCode(each, text),
    );
    let result = text;
    let before = text.length;
    // From the end, so that earlier positions stay valid.
    for (const each of wrong.toSorted((a, b) => b.start - a.start)) {
      const { start, end, action, text: replacement } = each;
      if (end > before) continue;
      const kept = action === 2 ? text.slice(start, end) : '';
      const given = action === 1 ? '' : replacement;
      result = result.slice(0, start) + kept + given + result.slice(end);
      before = start;
    }
    return result;
  },
};
