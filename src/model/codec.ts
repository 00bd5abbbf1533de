import type { Document, Encoding, FormatName } from './document.js';
import type { Edit } from './edit.js';
import type { LocaleNames } from './locale-names.js';
import type { MessageSyntax, PluralCategory } from './message.js';
import type { Key } from './unit.js';

export interface ParseOptions {
  /**
   * The side of a bilingual file that the units' text is taken from. `template`: the source side of
   * a translation, whatever it is translated to. Default: 'source'.
   */
  readonly role?: 'source' | 'target' | 'template';
  /**
   * Locale of this file as file names spell it. A single top-level key equal to it is the root key
   * (Rails).
   */
  readonly locale?: string;
  /**
   * For a target: the parsed source. It decides how SRT is cut into units and which root key is
   * due.
   */
  readonly source?: Document;
  /**
   * A document that the text may differ from in few values, such as the one it was made of by
   * `edit`: a codec may leave out reading again what is the same. Default: all of it is read.
   */
  readonly editedFrom?: Document;
  /**
   * For a target of a format whose source decides: what is remembered of its texts. Default:
   * nothing.
   */
  readonly recall?: Recall | undefined;
  /**
   * Whether the text at a key is for people, in a part of the file that holds settings too (front
   * matter). Default: by the name of the key.
   */
  readonly isText?: (key: Key) => boolean;
  /** File name for messages. */
  readonly file?: string;
  /** How the text was bytes. Default: UTF-8. */
  readonly encoding?: Encoding | undefined;
}

/**
 * Whose a text at a key of the target is, as far as that is remembered; `other`: another text is
 * remembered there. Undefined: nothing is.
 */
export type Recall = (key: Key, text: string) => 'person' | 'machine' | 'other' | undefined;

export interface DeriveOptions {
  /** Locale of the new file as file names spell it. A Rails root key becomes this. */
  readonly locale: string;
  /** BCP 47 tag of the new file (XLIFF `trgLang`). */
  readonly language: string;
}

export type KeyNotes = '#' | '//' | 'description' | undefined;

export interface SyntaxSetting {
  /** Name of the file, in the folder of a locale file or the nearest above it. */
  readonly file: string;
  /** What stands in it. */
  readonly pattern: RegExp;
  readonly syntax: MessageSyntax;
}

/**
 * What is special about a format, as data. Code outside `src/formats` asks these fields and never
 * compares the name of a format.
 */
export interface Capabilities {
  /** Keys may lead into lists by index: `['faq', '0', 'answer']`. */
  readonly arrays: boolean;
  /**
   * Which units a target has depends on its source, so a target is parsed again when its source
   * changes.
   */
  readonly sourceDecides: boolean;
  /** A unit of a target has the source text beside its own (`Unit.source`). */
  readonly bilingual: boolean;
  /**
   * Name of the attribute that states `Document.targetLanguage`, for messages: `trgLang`. Such a
   * target must state the language of its locale. Absent where a file states no target language.
   */
  readonly targetLanguageAttribute?: string;
  /** Message syntaxes that `messages: auto` looks for. Empty: every text is `plain`. */
  readonly syntaxes: readonly MessageSyntax[];
  /** The syntax taken where signs fit several: `%{name}`, or a map of plural categories. */
  readonly usualSyntax?: MessageSyntax;
  /**
   * The format holds texts for people and nothing else, so the ending alone tells a locale file.
   */
  readonly onlyTexts: boolean;
  /** Keys found in code can be added to a source file. */
  readonly takesNewKeys: boolean;
  /**
   * How a source file notes what code says of a new key: a line of comment with this mark above it,
   * or a description beside it. Undefined, and the default: this file has no place for it.
   */
  readonly keyNotes?: (file: { readonly text: string; readonly path: string }) => KeyNotes;
  /** Settings of the project that make `Document.syntax` another one. */
  readonly syntaxSetting?: SyntaxSetting;
  /** Whose rule chooses the plural forms of `Unit.plural`. Default: CLDR's. */
  readonly pluralLibrary?: 'gettext' | 'qt';
  /** The plural forms that a new target (locale as files spell it) has room for. */
  readonly newFileForms?: (locale: string) => readonly PluralCategory[];
  /** A key is the source text itself, so that other words are another key. */
  readonly keysAreTexts?: true;
  /** Keys say where a text is (blocks, times), and nothing of what it says. */
  readonly keysArePlaces?: true;
  /** A file says of each text whether it waits for review: `Unit.state` and edits with `review`. */
  readonly flagsReview?: true;
  /** A translation can be the source of all of them, itself included: it is read as a template. */
  readonly servesAsTemplate?: true;
  /** A file holds the texts of all locales: `ParseOptions.locale` says which are the units. */
  readonly multilingual?: true;
  /**
   * What a file of the format holds in its first 4,096 characters, where the ending is shared with
   * other files.
   */
  readonly signature?: RegExp;
  /** Finds the encoding that a file declares, as its first group, in its first 4,096 bytes. */
  readonly declaredEncoding?: RegExp;
  /** An edit declares UTF-8 in a file of ASCII that declares an encoding not known here. */
  readonly correctsEncoding?: true;
  /** The encoding of a file that declares none and is no UTF-8. Default: such a file is refused. */
  readonly fallbackEncoding?: Encoding;
  /** How paths say their locale. Default: exactly as the config spells it. */
  readonly localeNames?: LocaleNames;
}

/** What a format is, as data: known without its parser. */
export interface FormatFacts {
  readonly name: FormatName;
  /** File name endings, each with its dot, in lower case; no two formats share one. */
  readonly extensions: readonly string[];
  readonly capabilities: Capabilities;
  /**
   * What uses its files, for `init`: the first that fits, where packages of a nearer folder come
   * before those of one above it. Default: nothing but the name of the format is known.
   */
  readonly projects?: readonly ProjectKind[];
  /** A source that stands alone before the first translation, for `init`. */
  readonly loneSource?: LoneSource;
}

/** A framework that uses files of a format, if all that is said holds. */
export interface ProjectKind {
  /** For people: `Angular`. */
  readonly kind: string;
  /** How it writes messages. Default: as the texts show. */
  readonly messages?: MessageSyntax;
  /** Of the locale file. */
  readonly path?: RegExp;
  /** A file in the folder of the locale file or above it. */
  readonly file?: string;
  /** A package that such a folder uses. */
  readonly packages?: RegExp;
}

export interface LoneSource {
  readonly kind: string;
  readonly path: RegExp;
  /** It need not be in a folder for locales where such a file is above it. */
  readonly file: string;
  /** What makes the path of a target of its own. */
  readonly target: readonly [part: RegExp, instead: string];
}

/**
 * Reads and edits one format without loss. Pure: text in, text out.
 * @throws FormatError from `parse` for a file that cannot be used, EditError from `edit` and
 * `derive`.
 */
export interface Codec extends Pick<FormatFacts, 'name' | 'extensions' | 'capabilities'> {
  parse(text: string, options?: ParseOptions): Document;
  /**
   * Applies edits, in any order. Everything outside the edited values stays as it is; without edits
   * the same text comes back.
   */
  edit(document: Document, edits: readonly Edit[]): string;
  /** Makes a new target file: the source file's own text with these edits applied. */
  derive(source: Document, edits: readonly Edit[], options: DeriveOptions): string;
  /**
   * A character that the file's encoding lacks, as a value of this file can say it. Absent: it
   * cannot.
   */
  readonly escape?: (character: string, file: string) => string;
}
