import { findOptional } from '../tools/optional-package.js';
import { protectPlain } from '../translate/protect.js';
import type { WriteEngine } from './engine.js';
import { createThread } from '../tools/thread.js';

/** A finding with one answer. */
interface Finding {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  /** 0: replace, 1: remove, 2: insert behind. */
  readonly action: number;
  readonly text: string;
}

/**
 * Kinds of findings that are real errors and rarely false. `Typo`, `WordChoice` and the like
 * mistake names in interfaces for mistakes; spelling is for the dictionaries.
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

const body = `
const open = async ({ harper, binary }) => {
  const { LocalLinter, Dialect } = await import(harper);
  const options = { binary: (await import(binary)).binary };
  return {
    'en-GB': new LocalLinter({ ...options, dialect: Dialect.British }),
    'en-US': new LocalLinter({ ...options, dialect: Dialect.American }),
  };
};
const answer = async (linters, { text, dialect }) => {
  const lints = await linters[dialect].lint(text, { language: 'plaintext' });
  return lints.flatMap((lint) => {
    const [suggestion, ...others] = lint.suggestions();
    if (suggestion === undefined || others.length > 0) return [];
    const { start, end } = lint.span();
    const action = suggestion.kind();
    return [{ kind: lint.lint_kind(), start, end, action, text: suggestion.get_replacement_text() }];
  });
};`;

async function findingsIn(text: string, dialect: 'en-GB' | 'en-US') {
  const harper = findOptional('harper.js');
  const binary = findOptional('harper.js/binary');
  if (harper === undefined || binary === undefined) return undefined;
  const thread = createThread('harper', body, { harper, binary });
  return (await thread.ask({ text, dialect })) as readonly Finding[] | undefined;
}

/** Code next to a finding, without a word in between: what the code will become is not known. */
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

function apply(text: string, findings: readonly Finding[]): string {
  let result = text;
  let before = text.length;
  // From the end, so that earlier positions stay true.
  for (const finding of [...findings].sort((a, b) => b.start - a.start)) {
    const { start, end, action, text: replacement } = finding;
    if (end > before) continue;
    const kept = action === 2 ? text.slice(start, end) : '';
    result = result.slice(0, start) + kept + (action === 1 ? '' : replacement) + result.slice(end);
    before = start;
  }
  return result;
}

/**
 * English grammar by harper.js, where that package is installed. Only findings with one answer are
 * taken.
 */
export const harper: WriteEngine = {
  name: 'harper',
  improve: async (text, language) => {
    if (!language.startsWith('en')) return undefined;
    const found = await findingsIn(text, language === 'en-GB' ? 'en-GB' : 'en-US');
    if (found === undefined) return undefined;
    const isPronoun = ({ kind, start, end }: Finding) =>
      kind === 'Capitalization' && text.slice(start, end) === 'i';
    const wrong = found.filter((each) => errors.has(each.kind) || isPronoun(each));
    return apply(
      text,
      wrong.filter((each) => !touchesCode(each, text)),
    );
  },
};
