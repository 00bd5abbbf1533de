/** Path of a unit inside its file: one segment per level, never a dotted string. */
export type Key = readonly string[];

/** Half-open range of UTF-16 offsets into a document's text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** How inline codes stand in `Unit.text`. `xliff`: the text is an XML fragment (entities escaped, codes as elements). `srt`: styling tags stand in it. */
export type InlineMarkup = 'xliff' | 'srt';

/** Translation state that the file itself states (XLIFF 2 `state`). */
export type UnitState = 'initial' | 'translated' | 'reviewed' | 'final';

/** The smallest thing that is translated: one value of a locale file. */
export interface Unit {
  readonly key: Key;
  /** The value, decoded; the raw slice of the file for `kind: 'raw'`; '' for an XLIFF unit without target. */
  readonly text: string;
  /** `raw`: a number, boolean, null, empty container: copied to targets, never translated. */
  readonly kind: 'text' | 'raw';
  /** The value in the file, quotes included. Empty range where a value is to be inserted. */
  readonly range: Range;
  /** What the author left for translators: comment, description, note. */
  readonly note?: string;
  readonly inline?: InlineMarkup;
  /** In a bilingual file: what stands in `<source>` beside it, for a target always, for a source where it is not `text`. */
  readonly source?: string;
  readonly state?: UnitState;
  /** False where the file says so (`translate="no"`): copied, never sent. */
  readonly translate?: false;
  /** In a target cut by its source (SRT): the key that the unit had before the source changed its times or its neighbours. */
  readonly formerKey?: Key;
  /** In a target cut by its source (SRT): the source's unit that it belongs to, though that stands at another time now. */
  readonly standsFor?: Key;
  /** In a target cut by its source (SRT): parts of the source's unit have no counterpart here. */
  readonly incomplete?: true;
  /** Longest translation in code points that the author allows. */
  readonly maxLength?: number;
}

/** Null as JSON and YAML spell it, a value that is not there, or an empty container: no reader shows it as a text. */
export function isVacant({ kind, text }: Unit): boolean {
  return kind === 'raw' && /^(?:[{[]|(?:~|null|Null|NULL)?$)/.test(text);
}

/** Identity of a key within one file; usable as a Map key. */
export function keyId(key: Key): string {
  return key.length === 1 ? (key[0] ?? '') : key.join('\u0000');
}

/** A key as people write it and as globs of keys match it: `cart.total`. */
export function formatKey(key: Key): string {
  return key.join('.');
}
