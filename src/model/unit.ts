import type { PluralCategory } from './message.js';

/** Path of a unit inside its file, one segment per level. */
export type Key = readonly string[];

/** Half-open range of UTF-16 offsets into a document's text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * The markup inside `Unit.text`. `xliff`: the text is an XML fragment, with inline codes as
 * elements and `&`, `<` escaped. `srt`: the text has styling tags.
 */
export type InlineMarkup = 'xliff' | 'srt';

/** Translation state according to the file. `review`: a person has to look at it. */
export type UnitState = 'initial' | 'translated' | 'review' | 'reviewed' | 'final';

/** The smallest thing that is translated: one value of a locale file. */
export interface Unit {
  readonly key: Key;
  /**
   * The decoded value. For `kind: 'raw'`, the value as written in the file. For an XLIFF unit
   * without a target, ''.
   */
  readonly text: string;
  /** `raw`: a number, boolean, null or empty container. Copied to targets, never translated. */
  readonly kind: 'text' | 'raw';
  /** The value in the file, including quotes. Empty if the value has yet to be inserted. */
  readonly range: Range;
  /** What the author tells translators: a comment, description or note. */
  readonly note?: string;
  /**
   * What the file itself says to tell equal texts apart: `msgctxt`. The note has it too if it is in
   * words.
   */
  readonly context?: string;
  readonly inline?: InlineMarkup;
  /**
   * In a bilingual file: its source text. Always present in a target; in a source only if it
   * differs from `text`.
   */
  readonly source?: string;
  readonly state?: UnitState;
  /** In a bilingual target: the file marks the text as untranslated, and it equals its source. */
  readonly untranslated?: true;
  /** False if the file says so (`translate="no"`). Copied, never sent. */
  readonly translate?: false;
  /**
   * Copied, but people may change the copy in a target. It is then human text, and waits for review
   * when the source changes.
   */
  readonly adaptable?: true;
  /** In an SRT target: the key that the unit would have by its own times. */
  readonly formerKey?: Key;
  /**
   * In an SRT target: key of the source unit that it belongs to, if that unit now starts at another
   * time.
   */
  readonly standsFor?: Key;
  /** In an SRT target: some cues of the source unit have no counterpart here. */
  readonly incomplete?: true;
  /**
   * Which plural form it is, if the format itself says so. It is the last segment of the key; the
   * rest of the key is the same for all forms of the text.
   */
  readonly plural?: PluralCategory;
  /** The longest translation that the author allows, in code points. */
  readonly maxLength?: number;
}

/** True for a value that is never shown as text: null, an absent value or an empty container. */
export function isVacant({ kind, text }: Unit): boolean {
  return kind === 'raw' && /^(?:[{[]|(?:~|null|Null|NULL)?$)/.test(text);
}

/** A key as one string, unique within its file, for use in maps and sets. */
export function keyId(key: Key): string {
  return key.length === 1 ? (key[0] ?? '') : key.join('\u0000');
}

/** Whether two keys have the same `keyId`. */
export function isSameKey(a: Key, b: Key): boolean {
  if (a.length !== b.length) return false;
  // Neighbouring keys usually differ at the end.
  for (let i = a.length - 1; i >= 0; i -= 1) if (a[i] !== b[i]) return false;
  return true;
}

/** A key as people write it, and as globs such as `keys.exclude` match it: `cart.total`. */
export function formatKey(key: Key): string {
  return key.join('.');
}
