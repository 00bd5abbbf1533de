import type { Document, Encoding, FormatName } from './document.js';
import type { Edit } from './edit.js';
import type { LocaleNames } from './locale-names.js';
import type { MessageSyntax, PluralCategory } from './message.js';
import type { Key } from './unit.js';

export interface ParseOptions {
  /**
   * Which side of a bilingual file gives the units their text. `template`: the source side of a
   * translation, whatever its target language. Default: 'source'.
   */
  readonly role?: 'source' | 'target' | 'template';
  /**
   * Locale of this file, spelled as in file names. A single top-level key equal to it is the root
   * key (Rails).
   */
  readonly locale?: string;
  /**
   * For a target: the parsed source. It decides how SRT is divided into units and which root key
   * is expected.
   */
  readonly source?: Document;
  /**
   * A similar document, such as the one that `edit` changed into this text: a codec may skip the
   * parts that are equal. Default: everything is read.
   */
  readonly editedFrom?: Document;
  /**
   * For a target whose units depend on its source (`sourceDecides`): what is remembered about its
   * texts. Default: nothing.
   */
  readonly recall?: Recall | undefined;
  /**
   * Whether a key's text is for people, in a part of the file that also contains settings (front
   * matter). Default: the name of the key decides.
   */
  readonly isText?: (key: Key) => boolean;
  /** File name for messages. */
  readonly file?: string;
  /** The encoding that the text was decoded from. Default: UTF-8. */
  readonly encoding?: Encoding | undefined;
}

/**
 * Who wrote the text at a key of the target, if that is remembered. `other`: another text is
 * remembered there. Undefined: nothing is.
 * @param of only what is remembered for this source text. Default: for any.
 */
export type Recall = (
  key: Key,
  text: string,
  of?: string,
) => 'person' | 'machine' | 'other' | undefined;

export interface DeriveOptions {
  /** Locale of the new file, spelled as in file names. It becomes the root key of Rails. */
  readonly locale: string;
  /** BCP 47 tag of the new file (XLIFF `trgLang`). */
  readonly language: string;
}

export type KeyNotes = '#' | '//' | 'description' | undefined;

export interface SyntaxSetting {
  /** Name of the file, in the folder of a locale file or the nearest above it. */
  readonly file: string;
  /** What it contains if the setting is on. */
  readonly pattern: RegExp;
  readonly syntax: MessageSyntax;
}

/**
 * What is special about a format, as data. Code outside `src/formats` reads these fields and never
 * compares format names.
 */
export interface Capabilities {
  /** Keys may lead into lists by index: `['faq', '0', 'answer']`. */
  readonly arrays: boolean;
  /**
   * The units of a target depend on its source, so a target is parsed again when its source
   * changes.
   */
  readonly sourceDecides: boolean;
  /** A unit of a target also contains the source text (`Unit.source`). */
  readonly bilingual: boolean;
  /**
   * Name of the attribute that states `Document.targetLanguage`, for messages: `trgLang`. Such a
   * target must state the language of its locale. Absent where a file states no target language.
   */
  readonly targetLanguageAttribute?: string;
  /** A line break in a text only lays it out: it is shown as a blank. */
  readonly foldsLines?: true;
  /** Message syntaxes that `messages: auto` looks for. Empty: every text is `plain`. */
  readonly syntaxes: readonly MessageSyntax[];
  /** The syntax to choose if several fit: `%{name}`, or a map of plural categories. */
  readonly usualSyntax?: MessageSyntax;
  /** The syntax of a file with `{0}`, if its platform has one for such texts. */
  readonly numberedSyntax?: MessageSyntax;
  /**
   * The format contains only texts for people, so its ending alone identifies a locale file.
   */
  readonly onlyTexts: boolean;
  /** Keys found in code can be added to a source file. */
  readonly takesNewKeys: boolean;
  /**
   * How a source file stores the note of a new key from code: as a comment line with this mark
   * above it, or as a description beside it. Undefined, and the default: it has no place for notes.
   */
  readonly keyNotes?: (file: { readonly text: string; readonly path: string }) => KeyNotes;
  /** A project setting that changes `Document.syntax`. */
  readonly syntaxSetting?: SyntaxSetting;
  /** Whose plural rules `Unit.plural` follows. Default: CLDR's. */
  readonly pluralLibrary?: 'gettext' | 'qt';
  /** The plural forms of a new target. @param locale spelled as in file names */
  readonly newFileForms?: (locale: string) => readonly PluralCategory[];
  /** A key is the source text itself, so a reworded text has another key. */
  readonly keysAreTexts?: true;
  /** Keys describe the position of a text (blocks, times), not its content. */
  readonly keysArePlaces?: true;
  /**
   * A file marks texts that wait for review: `Unit.state`, and edits with `review`. `machine`: only
   * those of a machine, since its tools do not mark a person's when the source changes.
   */
  readonly flagsReview?: true | 'machine';
  /** A translation can serve as the source of all targets, itself included, as a template. */
  readonly servesAsTemplate?: true;
  /** A file contains all locales: `ParseOptions.locale` selects the units. */
  readonly multilingual?: true;
  /** A file whose path names no locale contains all of them, and their names are keys in it. */
  readonly nestsLocales?: true;
  /**
   * Matches the first 4,096 characters of a file of the format, if other files share its ending.
   */
  readonly signature?: RegExp;
  /**
   * What readers of the format accept: UTF-8 alone, or what contains ASCII as it is, so no UTF-16.
   * Default: any encoding.
   */
  readonly encodings?: 'utf-8' | 'ascii-based';
  /** Its first group is the encoding that a file declares in its first 65,536 bytes. */
  readonly declaredEncoding?: RegExp;
  /**
   * A new file declares UTF-8, and an edit declares the file's encoding if that is missing or, in a
   * file of ASCII, unsupported.
   */
  readonly correctsEncoding?: true;
  /** The encoding of a file that declares none and is not UTF-8. Default: it is refused. */
  readonly fallbackEncoding?: Encoding;
  /**
   * The format that its files are merged as: one that sees all values of a file, of all locales.
   * Default: their own.
   */
  readonly mergesAs?: FormatName;
  /** How paths spell their locale. Default: exactly as in the config. */
  readonly localeNames?: LocaleNames;
  /** Its source may be of another region than the app's: stores have `en-US` where that has `en`. */
  readonly hasOwnRegion?: true;
}

/** What a format is, as data: known without its parser. */
export interface FormatFacts {
  readonly name: FormatName;
  /** File name endings, each with its dot, in lower case. No two formats share one. */
  readonly extensions: readonly string[];
  /** Endings of another format that its files may have, if the config or `init` says so. */
  readonly otherExtensions?: readonly string[];
  /** Folders in which `init` looks for its files, because they are code elsewhere. Default: any. */
  readonly folders?: RegExp;
  /** Matches the text of files with catalogs, for `init`, if most files with its ending have none. */
  readonly holdsCatalog?: RegExp;
  /**
   * Matches the path of a file about one version, whose number is the first group. `init` leaves out
   * all but the newest of a folder.
   */
  readonly version?: RegExp;
  readonly capabilities: Capabilities;
  /**
   * The frameworks that use its files, for `init`. The first match counts, and packages of a nearer
   * folder count before those of a parent folder. Default: only the format's name is known.
   */
  readonly projects?: readonly ProjectKind[];
  /**
   * Where the platform reads translations of a source whose path has no locale, for `init`. The
   * first whose `target` fits the path counts.
   */
  readonly loneSources?: readonly LoneSource[];
}

/** A framework that uses files of a format. All given conditions must hold. */
export interface ProjectKind {
  /** For people: `Angular`. */
  readonly kind: string;
  /** Its message syntax. Default: detected from the texts. */
  readonly messages?: MessageSyntax;
  /** Matches the path of the locale file. */
  readonly path?: RegExp;
  /** A file in the locale file's folder or a parent folder. */
  readonly file?: string;
  /** Matches a package that such a folder depends on. */
  readonly packages?: RegExp;
}

export interface LoneSource {
  /** Matches the paths that are sources before there is a translation. */
  readonly path: RegExp;
  /**
   * One of these files in a parent folder (`*.csproj`: with this ending) shows that the platform is
   * used. Not needed in a folder for locales, or if it is empty.
   */
  readonly near: readonly string[];
  /** Turns the path of the source into that of a target. */
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
   * Applies edits, in any order. Everything outside the edited values stays as it is. Without
   * edits, the result is the same text.
   */
  edit(document: Document, edits: readonly Edit[]): string;
  /** Makes a new target file: the source file's own text with these edits applied. */
  derive(source: Document, edits: readonly Edit[], options: DeriveOptions): string;
  /**
   * Escapes a character that the file's encoding lacks. Absent: the format has no such escapes.
   */
  readonly escape?: (character: string, file: string) => string;
}
