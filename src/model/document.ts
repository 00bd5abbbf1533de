import type { MessageSyntax, PluralCategory } from './message.js';
import type { Problem } from './problem.js';
import type { Key, Unit } from './unit.js';

/**
 * `utf-8`, `utf-16le`, `utf-16be`, or the name of an encoding that is not Unicode, such as
 * `iso-8859-1` or `shift_jis`.
 */
export type Encoding = string;

/** The encodings that a catalog's `encoding:` accepts. */
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

/** Name of a format: that of its folder in `src/formats`. */
export type FormatName = string;

/** A parsed locale file. Offsets are UTF-16 offsets into `text`. */
export interface Document {
  readonly format: FormatName;
  /** The whole file, BOM included. */
  readonly text: string;
  /** In file order. Only the last of duplicate keys is listed. */
  readonly units: readonly Unit[];
  /** The first line ending of the file; `\n` if it has none. */
  readonly newline: '\n' | '\r\n' | '\r';
  /** One level of indentation; '' if the file has none. */
  readonly indent: string;
  readonly bom: boolean;
  /** The encoding that the file has and keeps. Absent: UTF-8. */
  readonly encoding?: Encoding;
  /** Warnings only. What makes a file unusable is thrown as a `FormatError`. */
  readonly problems: readonly Problem[];
  /** Language of the source text, if the file states it (XLIFF `srcLang`). */
  readonly sourceLanguage?: string;
  /** When its source texts were extracted from code, if the file states it, as gettext writes it. */
  readonly extractedAt?: string;
  /** Language of the targets, if the file states it (XLIFF `trgLang`, a Rails root key). */
  readonly targetLanguage?: string;
  /** Offset of the attribute that states `targetLanguage`, in a format that has one. */
  readonly targetLanguageAt?: number;
  /** Name of that attribute, if it differs from the format's usual one (XLIFF 1.2). */
  readonly targetLanguageAttribute?: string;
  /** Values that the file repeats by reference (YAML aliases and merge keys), if any. */
  readonly references?: References;
  /** In a target that was parsed with its source: the pieces that form its units (SRT cues). */
  readonly pieces?: Pieces;
  /** The plural forms that the file declares (gettext). Absent: those of its language. */
  readonly pluralCategories?: readonly PluralCategory[];
  /** Texts that the file keeps although nobody sees them (gettext's `#~`), if any. */
  readonly retired?: readonly Unit[];
  /** Units that cannot be read (XLIFF), so they get no text either. */
  readonly leftOut?: readonly LeftOut[];
  /** Message syntax of its texts, if the kind of file determines it (ARB). */
  readonly syntax?: MessageSyntax;
  /** Message syntax of single texts, if the file states it (gettext's `c-format`). */
  readonly syntaxes?: ReadonlyMap<Unit, MessageSyntax>;
}

export interface LeftOut {
  /** Key of the unit, or the common start of its segments' keys. */
  readonly key: Key;
  /** What is wrong with it, and where. */
  readonly why: string;
}

/** The pieces (cues) of a file, in file order. A unit is made of one or more of them. */
export interface Pieces {
  readonly count: number;
  /** The largest number of pieces in one unit. */
  readonly most: number;
  /** Key of a unit that starts with this piece. */
  keyAt(piece: number): Key;
  /** Text of a unit that consists of the pieces `from` to `to`, inclusive. */
  textOf(from: number, to: number): string;
  /** The pieces that form a unit. */
  of(unit: Unit): readonly number[];
  /** True for a unit of the source whose text is also in the pieces of another one. */
  shows(key: Key): boolean;
}

/** Values that a file repeats by reference. Only where a value is written out, it is a unit. */
export interface References {
  /** True if the key has a value only through a reference. */
  shows(key: Key): boolean;
  /** The other keys at which references repeat a unit. */
  usesOf(key: Key): readonly Use[];
}

export interface Use {
  readonly key: Key;
  /** Whether it is an alias of the unit itself, which can take over its value. */
  readonly isAlias: boolean;
}
