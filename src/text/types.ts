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
 * How what must not be translated goes out, from the first choice to the last (DESIGN.md section
 * 6): `element`: as empty elements with a bare index; `ignore`: its own text inside an element that
 * the service leaves alone; `cut`: not at all, the text around it goes out piece by piece.
 */
export type Form = 'element' | 'ignore' | 'cut';

export interface PluralForm {
  readonly category: PluralCategory;
  readonly ordinal: boolean;
  /** Whose rule chooses the form. Default: CLDR's. */
  readonly library?: PluralLibrary | undefined;
  /** The placeholder that shows the count, `{days}`. Default: what is named like a count. */
  readonly shownBy?: string;
}

/** What a text means beside its characters. */
export interface MessageContext {
  readonly syntax: MessageSyntax;
  readonly inline?: InlineMarkup;
  /** BCP 47. */
  readonly source: string;
  /** BCP 47. */
  readonly target: string;
  /**
   * The plural form that the text is (i18next suffixes, Rails maps). ICU plurals are in the text
   * itself.
   */
  readonly plural?: PluralForm;
  /** Code points that the target may have. */
  readonly maxLength?: number;
  /** There is nothing to translate in it, whatever it looks like. */
  readonly asIs?: true;
  /** What the config protects: `placeholders:` and `keep:`. */
  readonly custom?: Protected;
}

/** A unit that a target of some locale should have. */
export interface ExpectedUnit {
  readonly key: Key;
  /** The source unit it is made from. */
  readonly unit: Unit;
  /** Source text to translate. */
  readonly text: string;
  readonly plural?: PluralForm;
  /** Where it is not the file's. */
  readonly syntax?: MessageSyntax;
  /** A form whose text serves in place of this one: where people have that, this is not missing. */
  readonly standIn?: Key;
}

export interface TextProblem {
  readonly code: ProblemCode;
  readonly message: string;
  /** People do this on purpose: never more than a warning. A machine's answer is refused for it. */
  readonly mild?: true;
}

export type Restored =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: TextProblem };

/** A text made ready to be sent. */
export interface Prepared {
  /** May be empty: nothing to translate, `restore([])` gives the text. */
  readonly texts: readonly string[];
  readonly tagHandling?: 'xml';
  readonly ignoreTags?: readonly string[];
  /** The message that the texts are parts of, where they are no whole sentences. */
  readonly context?: string;
  /** Puts answers, as many as `texts` and in their order, back in place. Never throws. */
  readonly restore: (answers: readonly string[]) => Restored;
}
