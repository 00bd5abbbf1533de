import { GETTEXT_FORMATS, isPluralCategory } from '../../model/index.js';
import type { Key, MessageSyntax } from '../../model/index.js';
import type { Entry, Field } from './read.js';

/**
 * `[msgid]`, or `[msgctxt, msgid]`. A plural form adds one segment. A context whose text is the
 * name of a plural form gets an empty segment in between.
 */
export function keyOf({ context, id }: Entry): Key {
  if (context === undefined) return [id.text];
  return isPluralCategory(id.text) ? [context.text, '', id.text] : [context.text, id.text];
}

export function isFuzzy({ flags }: Entry): boolean {
  return flags.includes('fuzzy');
}

/** The non-empty texts of an entry. */
export function filledIn({ texts }: Entry): readonly Field[] {
  return texts.flatMap((field) => (field === undefined || field.text === '' ? [] : [field]));
}

/** The syntax in its flags: `c-format`, or `possible-c-format`, which msgfmt also checks. */
export function syntaxOf({ flags }: Entry): MessageSyntax | undefined {
  const formats = flags.map((flag) => flag.replace(/^possible-/, ''));
  return GETTEXT_FORMATS.find((format) => formats.includes(format));
}
