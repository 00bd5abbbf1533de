import type {
  InlineMarkup,
  Key,
  MessageSyntax,
  PluralCategory,
  ProblemCode,
  Unit,
} from '../model/index.js';
import type { PluralLibrary } from './plural/library.js';
import type { Protected } from './scan/custom.js';

/**
 * How codes that must not be translated are sent, from the first choice to the last (DESIGN.md
 * section 6): `element`: as empty elements with an index; `ignore`: as their own text in an element
 * that the service leaves alone; `cut`: not at all, the text around them is sent in pieces.
 */
export type Form = 'element' | 'ignore' | 'cut';

export interface PluralForm {
  readonly category: PluralCategory;
  readonly ordinal: boolean;
  /** Whose rule chooses the form. Default: CLDR's. */
  readonly library?: PluralLibrary | undefined;
  /** The placeholder that shows the count, `{days}`. Default: placeholders named like a count. */
  readonly shownBy?: string;
  /** The source's text of this form, if another is translated because it fits more numbers. */
  readonly own?: string;
}

/** What is needed to read a text, besides its characters. */
export interface MessageContext {
  readonly syntax: MessageSyntax;
  readonly inline?: InlineMarkup;
  /** BCP 47 tag. */
  readonly source: string;
  /** BCP 47 tag. */
  readonly target: string;
  /** The target as file names spell it, by which some libraries choose a rule. Default: `target`. */
  readonly spelled?: string;
  /**
   * The plural form of the text (i18next suffixes, Rails maps). ICU plurals are in the text itself.
   */
  readonly plural?: PluralForm;
  /** `Capabilities.foldsLines` of the format. */
  readonly foldsLines?: true | undefined;
  /** The most code points of the target. */
  readonly maxLength?: number;
  /** The number of forms between bars that the target's other texts have, if they show one. */
  readonly shownForms?: number;
  /** In Fluent, how other messages refer to the text: `-brand`, `save.title`. */
  readonly ownName?: string | undefined;
  /** Java's `MessageFormat` reads the file: texts with arguments double their apostrophes. */
  readonly doubledApostrophes?: true;
  /** `hosts` of the config: where the target may lead, besides the source's hosts. */
  readonly hosts?: readonly string[];
  /** Protection from the config: `placeholders:` and `keep:`. */
  readonly custom?: Protected;
}

/** A unit that a target of a locale should have. */
export interface ExpectedUnit {
  readonly key: Key;
  /** The source unit that it is derived from. */
  readonly unit: Unit;
  /** Source text to translate. */
  readonly text: string;
  readonly plural?: PluralForm;
  /** What is known about it besides its words: its author's note, and words of its key. */
  readonly note?: string;
  /** The text's syntax, if it differs from the file's. */
  readonly syntax?: MessageSyntax;
  /** Key of a form that can replace this one: if a target has it, this one is not missing. */
  readonly standIn?: Key;
}

export interface TextProblem {
  readonly code: ProblemCode;
  readonly message: string;
  /**
   * People do this on purpose: at most a warning, unless the config sets the level of the rule. In
   * a machine's answer it is an error.
   */
  readonly mild?: true;
}

export type Restored =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: TextProblem };

/** A text prepared for sending. */
export interface Prepared {
  /** Empty if there is nothing to translate; then `restore([])` returns the text. */
  readonly texts: readonly string[];
  readonly tagHandling?: 'xml';
  readonly ignoreTags?: readonly string[];
  /** The whole message as context, if the texts are not whole sentences. */
  readonly context?: string;
  /** Inserts the answers, as many as `texts` and in the same order. Never throws. */
  readonly restore: (answers: readonly string[]) => Restored;
}
