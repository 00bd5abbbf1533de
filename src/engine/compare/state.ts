import { isVacant } from '../../model/index.js';
import type { Capabilities, Unit } from '../../model/index.js';
import { ADOPTED, EDITED, isForReview, isHuman, targetHash } from '../../lock/index.js';
import type { ExpectedUnit } from '../../text/index.js';
import { filledTexts } from './empty-texts.js';
import type { EmptyJudge } from './empty-texts.js';
import { isOutdatedBeside } from '../units/beside.js';
import { knownTexts } from '../units/known-texts.js';
import type { SourceUnit } from '../units/source-units.js';
import type { TextState } from '../units/row.js';

/** The target has nothing at the unit's key. */
export const MISSING: TextState = {
  status: 'missing',
  origin: undefined,
  isKnown: false,
  mayPropose: false,
  place: 'own',
};

/**
 * A human text is shown here from elsewhere: through an alias, as a plural form that stands in, or
 * as one text for all forms. It stays.
 */
export const BY_REFERENCE: TextState = { ...MISSING, status: 'current', place: 'reference' };

/**
 * The file holds only differences from another file and does not have this unit: the other file's
 * text is used.
 */
export const INHERITED: TextState = { ...MISSING, status: 'current', place: 'inherited' };

/** Another kind of value is at the key: nothing can be written, so nothing is requested. */
export const OCCUPIED: TextState = { ...MISSING, place: 'occupied' };

/** A text that is not in the lock: somebody translated it. */
const ADOPTION: TextState = {
  status: 'current',
  origin: ADOPTED,
  isKnown: false,
  mayPropose: false,
  place: 'own',
};

/** A partial text: the translator may have wanted it so, or the rest was lost. */
const LEFTOVER: TextState = { ...ADOPTION, status: 'review' };

/** By origin, which is two characters. */
const TODAY = new Map<string, TextState>();

/** The state of a text that the lock has for today's source. */
export function stateOfToday(origin: string): TextState {
  const known = TODAY.get(origin);
  if (known !== undefined) return known;
  const base = { isKnown: true, mayPropose: false, place: 'own' } as const;
  const state: TextState =
    origin === EDITED
      ? { ...base, status: 'edited', origin: ADOPTED }
      : { ...base, status: isForReview(origin) ? 'review' : 'current', origin };
  TODAY.set(origin, state);
  return state;
}

/** The state of a text that the lock has for a former source. */
export function stateOfFormer(origin: string): TextState {
  const human = isHuman(origin);
  const status = human ? 'review' : 'stale';
  return { status, origin, isKnown: true, mayPropose: human, place: 'own' };
}

/**
 * Whether the source has a text and the target none: an empty text, or null or `{}` in place of a
 * text.
 */
export function isUnfilled(current: Unit, { text, unit }: ExpectedUnit): boolean {
  if (text === '') return false;
  return current.text === '' || (unit.kind === 'text' && isVacant(current));
}

/**
 * Applies the file's review flag to a state. If a flag in the lock is gone from the file, a person
 * has reviewed the text.
 * @param flagsReview whether the format has such flags
 */
export function withFlag(
  state: TextState,
  current: Unit,
  flagsReview: Capabilities['flagsReview'],
): TextState {
  const isFlagged = current.state === 'review';
  const { status, origin, isKnown, mayPropose } = state;
  const isMachine = origin !== undefined && !isHuman(origin);
  const hasFlag = flagsReview === true || (flagsReview === 'machine' && isMachine);
  if (!isFlagged && (!hasFlag || status !== 'review')) return state;
  if (status === 'missing' || status === 'stale') return state;
  if (isFlagged) {
    const isSettled = isKnown && status !== 'review' && origin !== undefined && isHuman(origin);
    const flagged = { ...state, status: 'review', mayPropose: false, flag: 'set' } as const;
    return isSettled ? { ...flagged, unflagged: state } : flagged;
  }
  const isOfToday = isKnown && !mayPropose && origin !== undefined && isForReview(origin);
  return isOfToday ? { ...ADOPTION, isKnown } : { ...state, flag: 'due' };
}

export interface LockContext {
  readonly locale: string;
  /** False if the lock may be older than the files. */
  readonly lockIsKnown: boolean;
  /** What empty texts of the file mean. */
  readonly empty: Pick<EmptyJudge, 'isOpen' | 'meaningOf'>;
}

/**
 * Whether the text at a unit's key is human or machine text, and whether it belongs to today's
 * source; judged by its own key only.
 */
export function stateOf(
  source: Pick<SourceUnit, 'expected' | 'sourceHash' | 'facts'>,
  current: Unit,
  context: LockContext,
): TextState {
  const { expected, facts } = source;
  const { locale, lockIsKnown } = context;
  if (current.untranslated === true) return MISSING;
  if (isUnfilled(current, expected)) return stateOfEmpty(source, current, context);
  if (facts.length === 0) return stateOfUnmentioned(expected, current);
  const hash = targetHash(current.text);
  const known = knownTexts(facts, locale);
  const same = known.filter((one) => one.hash === hash);
  const today = same.find((one) => one.source === source.sourceHash);
  if (today !== undefined) return stateOfToday(today.origin);
  const [former] = same;
  if (former !== undefined) return stateOfFormer(former.origin);
  // The lock does not have this text, so a person wrote it.
  if (known.length === 0) return stateOfUnmentioned(expected, current);
  if (current.incomplete === true) return LEFTOVER;
  const isForToday = known.some((one) => one.source === source.sourceHash);
  if (isForToday) return { ...ADOPTION, status: 'edited' };
  // Or the lock is older than the text, and another run has since translated the changed source.
  return { ...ADOPTION, status: 'review', mayPropose: lockIsKnown };
}

/**
 * The lock does not have the unit. Its text is adopted, unless the file itself shows that it was
 * made for another source.
 */
function stateOfUnmentioned(expected: ExpectedUnit, current: Unit): TextState {
  if (current.incomplete === true) return LEFTOVER;
  return isOutdatedBeside(current, expected) ? { ...ADOPTION, status: 'review' } : ADOPTION;
}

/**
 * A text that a person emptied is intended. Whether one that was never filled is missing depends on
 * the file. Empty texts never get a proposal.
 */
function stateOfEmpty(
  { expected, sourceHash, facts }: Pick<SourceUnit, 'expected' | 'sourceHash' | 'facts'>,
  current: Unit,
  { locale, empty }: LockContext,
): TextState {
  const { kind, text, incomplete } = current;
  if (kind !== 'text' || incomplete === true || empty.isOpen(current)) return MISSING;
  const known = filledTexts(facts, locale);
  if (known.length === 0) {
    if (empty.meaningOf(current) === 'missing') return MISSING;
    const status = isOutdatedBeside(current, expected) ? 'review' : 'edited';
    return { ...ADOPTION, status };
  }
  const hash = targetHash(text);
  const own = known.filter((one) => one.hash === hash);
  const today = own.find(({ source }) => source === sourceHash);
  if (today !== undefined) return stateOfToday(today.origin);
  const isForToday = own.length === 0 && known.some(({ source }) => source === sourceHash);
  return { ...ADOPTION, status: isForToday ? 'edited' : 'review', isKnown: own.length > 0 };
}
