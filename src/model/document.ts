import type { Edit } from './edit.js';
import type { Problem } from './problem.js';
import type { Key, Unit } from './unit.js';

export type FormatName = 'json' | 'yaml' | 'xliff' | 'srt';

/** A parsed locale file. `units` are in file order; of duplicate keys only the last one is there. */
export interface Document {
  readonly format: FormatName;
  /** The whole file, BOM included. */
  readonly text: string;
  readonly units: readonly Unit[];
  readonly newline: '\n' | '\r\n' | '\r';
  /** One level of indentation, '' if the file shows none. */
  readonly indent: string;
  readonly bom: boolean;
  /** Warnings only; what makes a file unusable is thrown as `FormatError`. */
  readonly problems: readonly Problem[];
  /** Language of the source text, where the file states it (XLIFF `srcLang`). */
  readonly sourceLanguage?: string;
  /** Language of the targets, where the file states it (XLIFF `trgLang`, a Rails root key). */
  readonly targetLanguage?: string;
  /** Of a file that has some. */
  readonly references?: References;
  /** Of a target cut by its source (SRT). */
  readonly pieces?: Pieces;
}

/** The pieces (cues) that the units of a file are made of, in file order; another source may have cut other units out of them. */
export interface Pieces {
  readonly count: number;
  /** Key of a unit that begins with a piece. */
  keyAt(piece: number): Key;
  /** Text of a unit of the pieces `from` to `to`, both included. */
  textOf(from: number, to: number): string;
  /** Those that a unit is made of. */
  of(unit: Unit): readonly number[];
}

/** What a file shows through references (aliases and merge keys of YAML). It is no unit there: it is one where it stands. */
export interface References {
  /** True if the key leads somewhere, and does so through a reference. */
  shows(key: Key): boolean;
  /** The other keys at which references show a unit. */
  usesOf(key: Key): readonly Use[];
}

export interface Use {
  readonly key: Key;
  /** It is an alias of the unit itself, which can take its value over (`RemoveEdit.aliases`). */
  readonly isAlias: boolean;
}

export interface ParseOptions {
  /** Which side of a bilingual file the units' text is taken from. Default: 'source'. */
  readonly role?: 'source' | 'target';
  /** Locale of this file as it stands in file names; a single top-level key equal to it is the root key (Rails). */
  readonly locale?: string;
  /** For a target: the source document, which decides how text is cut into units (SRT) and whether there is a root key. */
  readonly source?: Document;
  /** File name for messages. */
  readonly file?: string;
}

export interface DeriveOptions {
  /** Locale of the new file as it stands in file names: the Rails root key becomes this. */
  readonly locale: string;
  /** BCP 47 tag of the new file (XLIFF `trgLang`). */
  readonly language: string;
}

/**
 * One lossless codec per format. Pure: text in, text out.
 * @throws FormatError from `parse` for a file that cannot be used, EditError from `edit` and `derive`.
 */
export interface Codec {
  readonly name: FormatName;
  /** File name endings with the dot, lower case. */
  readonly extensions: readonly string[];
  /** How a target is cut into units depends on its source document. */
  readonly readsSource?: true;
  parse(text: string, options?: ParseOptions): Document;
  /** Applies edits in any order; bytes outside the edited values stay. No edits: the same text. */
  edit(document: Document, edits: readonly Edit[]): string;
  /** A new target file made of the source file's own text with these edits applied. */
  derive(source: Document, edits: readonly Edit[], options: DeriveOptions): string;
}
