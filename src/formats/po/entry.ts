import type { Key, MessageSyntax, PluralCategory } from '../../model/index.js';
import type { Entry, Field } from './read.js';

/**
 * `[msgid]`, or `[msgctxt, msgid]`. A plural form is one segment more, so that a context with the
 * name of one as its text has an empty segment between.
 */
export function keyOf({ context, id }: Pick<Entry, 'context' | 'id'>): Key {
  if (context === undefined) return [id.text];
  return CATEGORIES.has(id.text) ? [context.text, '', id.text] : [context.text, id.text];
}

const CATEGORIES: ReadonlySet<string> = new Set([
  'zero',
  'one',
  'two',
  'few',
  'many',
  'other',
] satisfies readonly PluralCategory[]);

export function isFuzzy({ flags }: Entry): boolean {
  return flags.includes('fuzzy');
}

/** The texts of an entry that are filled. */
export function filledIn({ texts }: Entry): readonly Field[] {
  return texts.flatMap((field) => (field === undefined || field.text === '' ? [] : [field]));
}

/** What its flags say: `qt-format`, or one of `printf` and its kin, such as `c-format`; `python-brace-format` is neither. */
export function syntaxOf({ flags }: Entry): MessageSyntax | undefined {
  if (flags.some((flag) => /^(?:qt(?:-plural)?|kde(?:-kuit)?)-format$/.test(flag))) return 'qt';
  const isFormat = flags.some((flag) => /^(?!no-|possible-)(?!.*-brace-)[\w-]+-format$/.test(flag));
  return isFormat ? 'printf' : undefined;
}
