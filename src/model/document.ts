import type { MessageSyntax, PluralCategory } from './message.js';
import type { Problem } from './problem.js';
import type { Key, Unit } from './unit.js';

/**
 * `utf-8`, `utf-16le`, `utf-16be`, or the name of an encoding that is not Unicode, such as
 * `iso-8859-1` or `shift_jis`.
 */
export type Encoding = string;

/** Encodings as `encoding:` of a catalog names them. */
export const ENCODINGS = {
  'utf-8': 'utf-8',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  latin1: 'iso-8859-1',
  'iso-8859-1': 'iso-8859-1',
  'iso-8859-2': 'iso-8859-2',
  'iso-8859-15': 'iso-8859-15',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1252': 'windows-1252',
  'koi8-r': 'koi8-r',
  shift_jis: 'shift_jis',
  'euc-jp': 'euc-jp',
  'euc-kr': 'euc-kr',
  gb2312: 'gb2312',
  gbk: 'gbk',
  big5: 'big5',
} as const satisfies Readonly<Record<string, Encoding>>;

/** Name of a format, which is that of its folder in `src/formats`. */
export type FormatName = string;

/** A parsed locale file. Offsets are UTF-16 offsets into `text`. */
export interface Document {
  readonly format: FormatName;
  /** The whole file, BOM included. */
  readonly text: string;
  /** In file order. Of duplicate keys only the last one is listed. */
  readonly units: readonly Unit[];
  /** The first line end of the file; `\n` where it has none. */
  readonly newline: '\n' | '\r\n' | '\r';
  /** One level of indentation, '' if the file shows none. */
  readonly indent: string;
  readonly bom: boolean;
  /** How its characters were bytes, and are to be again. Absent: UTF-8. */
  readonly encoding?: Encoding;
  /** Warnings only. What makes a file unusable is thrown as a `FormatError`. */
  readonly problems: readonly Problem[];
  /** Language of the source text, where the file states it (XLIFF `srcLang`). */
  readonly sourceLanguage?: string;
  /** Language of the targets, where the file states it (XLIFF `trgLang`, a Rails root key). */
  readonly targetLanguage?: string;
  /** Offset of the attribute that states `targetLanguage`, in a format that has one. */
  readonly targetLanguageAt?: number;
  /** Name of that attribute, where it is another than that of the format (XLIFF 1.2). */
  readonly targetLanguageAttribute?: string;
  /** Values that the file repeats by reference (YAML aliases and merge keys), where it has any. */
  readonly references?: References;
  /** Where a format can find single units without making all of them. */
  readonly lookup?: Lookup;
  /** In a target that was parsed with its source: the pieces its units are made of (SRT cues). */
  readonly pieces?: Pieces;
  /** The plural forms that the file has room for (gettext). Absent: those of its language. */
  readonly pluralCategories?: readonly PluralCategory[];
  /** Texts that the file keeps though nobody sees them (gettext's `#~`), where it has any. */
  readonly retired?: readonly Unit[];
  /** What the file has and nobody can read (XLIFF), so that it gets no text either. */
  readonly leftOut?: readonly LeftOut[];
  /** Message syntax of its texts, where the shape of the file tells it (ARB). */
  readonly syntax?: MessageSyntax;
  /** Message syntax of single texts, where the file says it (gettext's `c-format`). */
  readonly syntaxes?: ReadonlyMap<Unit, MessageSyntax>;
}

export interface LeftOut {
  /** Of the unit, or what the keys of its segments begin with. */
  readonly key: Key;
  /** What is wrong with it, and where. */
  readonly why: string;
}

/** Finds single units of a file. */
export interface Lookup {
  /** How many values the file has: at least as many as units. */
  readonly values: number;
  /** The unit at a key, as it is in `Document.units`; a new object each time. */
  unitAt(key: Key): Unit | undefined;
}

/** The pieces (cues) of a file, in file order. A unit is made of one or more of them. */
export interface Pieces {
  readonly count: number;
  /** The largest number of pieces in one unit. */
  readonly most: number;
  /** Key of a unit that begins with this piece. */
  keyAt(piece: number): Key;
  /** Text of a unit made of the pieces `from` to `to`, both included. */
  textOf(from: number, to: number): string;
  /** The pieces that a unit is made of. */
  of(unit: Unit): readonly number[];
  /** True for a unit of the source that the pieces of another one say too. */
  shows(key: Key): boolean;
}

/** Values that a file repeats by reference. A value is a unit only where it is written out. */
export interface References {
  /** True if a value is found at the key, and only through a reference. */
  shows(key: Key): boolean;
  /** The other keys at which references repeat a unit. */
  usesOf(key: Key): readonly Use[];
}

export interface Use {
  readonly key: Key;
  /** An alias of the unit itself, which can take over its value (`RemoveEdit.aliases`). */
  readonly isAlias: boolean;
}
