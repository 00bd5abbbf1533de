import { isPluralCategory } from '../../model/index.js';
import type { MessageSyntax, PluralCategory } from '../../model/index.js';
import { categoriesOf, countsOf } from '../plural.js';
import { SYNTAXES } from './index.js';
import type { Arm, Choice } from './syntax.js';

/** An arm of a target. */
export interface Step {
  /** The arm of the source that provides the text. */
  readonly arm: Arm;
  /** Its plural form, if it is one. */
  readonly category?: PluralCategory;
  /** Its exact count. */
  readonly exact?: number;
}

const known = new Map<string, readonly PluralCategory[]>();

/** The plural forms that have arms: those of whole numbers in a language, in CLDR's order. */
export function formsIn(locale: string, syntax: MessageSyntax): readonly PluralCategory[] {
  const id = `${syntax} ${locale}`;
  const forms = known.get(id) ?? formsOf(locale, syntax);
  known.set(id, forms);
  return forms;
}

function formsOf(locale: string, syntax: MessageSyntax): readonly PluralCategory[] {
  const all = categoriesOf(locale, false).filter(
    (category) => countsOf(locale, { category, ordinal: false }).length > 0,
  );
  const own = SYNTAXES[syntax].forms?.[locale.toLowerCase().split(/[-_]/)[0] ?? ''];
  if (own === undefined || own >= all.length) return all;
  return own === 1 ? ['other'] : ['one', 'other'];
}

/** The plural form of an arm, by its index among the arms without a selector. */
export function categoryAt(place: number, forms: readonly PluralCategory[]): PluralCategory {
  return forms[Math.min(place, forms.length - 1)] ?? 'other';
}

/** The number in a selector: `{1}`, `1` of `1=`. */
export function exactOf(selector: string | undefined): number | undefined {
  const digits = /^\W?\s?(\d{1,9})\s?\W?$/.exec(selector ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

interface Languages {
  readonly syntax: MessageSyntax;
  readonly source: string;
  readonly target: string;
}

/**
 * The arms of a choice in a target: those that the library selects in its language, each derived
 * from the closest arm of the source. Choices that do not select by position stay the same.
 */
export function stepsOf(choice: Choice, languages: Languages): readonly Step[] {
  const { arms, counts } = choice;
  if (!counts) return arms.map((arm) => ({ arm }));
  const { syntax, source, target } = languages;
  const steps = arms.map((arm): Step => {
    const { selector = '' } = arm;
    const exact = exactOf(selector);
    if (exact !== undefined) return { arm, exact };
    const word = selector.replace(':', '');
    return isPluralCategory(word) ? { arm, category: word } : { arm };
  });
  const placed = steps.filter(({ arm }) => arm.selector === undefined);
  const own = formsIn(source, syntax);
  const last = placed.at(-1);
  if (SYNTAXES[syntax].forms === undefined || placed.length !== own.length || last === undefined) {
    return steps;
  }
  const made = formsIn(target, syntax).map((category): Step => {
    const at = own.indexOf(category);
    return { arm: (at === -1 ? last : (placed[at] ?? last)).arm, category };
  });
  // Arms without a selector must be adjacent, because their position decides.
  const first = steps.findIndex(({ arm }) => arm.selector === undefined);
  const rest = steps.filter(({ arm }) => arm.selector !== undefined);
  return [...rest.slice(0, first), ...made, ...rest.slice(first)];
}
