import { keyId } from '../model/index.js';
import type { ReviewData, ReviewEdit, ReviewOutcome } from '../model/index.js';
import { newTexts, placeOf, textsOf } from './texts.js';
import type { ProposedText } from './texts.js';

/** Texts by people on a branch whose files do not merge with the base. */
export interface Rescue {
  /**
   * Texts to write again on top of the base. If the source has changed since, they wait for review.
   */
  readonly edits: readonly ReviewEdit[];
  /** Texts whose key is gone. */
  readonly homeless: readonly ProposedText[];
}

export interface RescueStates {
  /** Where the branch starts. */
  readonly start: ReviewData;
  readonly branch: ReviewData;
  /** The current state, on top of the base. */
  readonly now: ReviewData;
}

/** Texts by people win over the base. Machine texts are translated again. */
export function rescue({ start, branch, now }: RescueStates): Rescue {
  const present = new Map(textsOf(now).map((text) => [placeOf(text), text]));
  const persons = newTexts(start, branch).filter(({ isPersons }) => isPersons);
  const found = persons.map((text) => ({ text, there: present.get(placeOf(text)) }));
  return {
    edits: found.flatMap(({ text, there }) =>
      there === undefined || there.target === text.target ? [] : [editOf(text, there)],
    ),
    homeless: found.flatMap(({ text, there }) => (there === undefined ? [text] : [])),
  };
}

function editOf(text: ProposedText, there: ProposedText): ReviewEdit {
  const { file, locale, id, seen } = there;
  const isOutdated = text.status === 'review' || seen.source !== text.seen.source;
  return {
    ...{ file, locale, key: id.split('\0'), seen, text: text.target, force: true },
    ...(isOutdated ? { outdated: true } : {}),
  };
}

/** Texts by people that could not be written again. */
export function lostTexts(
  outcomes: readonly ReviewOutcome[],
  { branch }: Pick<RescueStates, 'branch'>,
): readonly ProposedText[] {
  const refused = new Set(
    outcomes.flatMap(({ done, file, locale, key }) =>
      done ? [] : [placeOf({ file, locale, id: keyId(key) })],
    ),
  );
  return refused.size === 0 ? [] : textsOf(branch).filter((text) => refused.has(placeOf(text)));
}
