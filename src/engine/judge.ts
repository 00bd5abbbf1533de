import { isVacant } from '../model/index.js';
import type { Unit, UnitStatus } from '../model/index.js';
import { ADOPTED, EDITED, isHuman, REVIEW, targetHash, targetIn } from '../state/index.js';
import type { Fact, LocaleFacts, TargetFact } from '../state/index.js';
import type { ExpectedUnit } from '../text/index.js';
import type { UnitDiff } from './unit-diff.js';
import type { SourceUnit } from './source-units.js';

/** One thing the lock says of a unit in one locale. */
export interface KnownText extends TargetFact {
  readonly source: string;
}

/** What is said of a text by itself and the lock, before its rules are looked at. */
export interface Verdict {
  readonly status: Extract<UnitStatus, 'current' | 'missing' | 'stale' | 'edited' | 'review'>;
  /** Origin of the text, undefined where there is none. */
  readonly origin: string | undefined;
  /** Under review because of a source change that is certain and new. */
  readonly mayPropose: boolean;
  /** The lock speaks of this very text. */
  readonly isKnown: boolean;
  /** What was found by comparing texts, of an array or of keys that shifted; undefined where the unit's key says enough. */
  readonly byElement?: ElementVerdict;
  /** Of a text that the lock knows as part of other units. */
  readonly cut?: KnownText;
  /** Another kind of value stands where it belongs. */
  readonly isBlocked?: true;
}

/** Of a unit of an array in which elements have moved, or whose key has shifted. */
export interface ElementVerdict {
  /** The text that belongs here, while it stands at another place, as it will be here. */
  readonly arrival: UnitDiff | undefined;
  /** The text that stands here belongs elsewhere, or nowhere any more. */
  readonly isDisplaced: boolean;
}

interface Circumstances {
  readonly locale: string;
  /** Asks the lock's facts of that locale. */
  readonly ofLocale: LocaleFacts;
  /** False when the lock may be older than the files beside it. */
  readonly lockIsKnown: boolean;
}

/** Of a unit in which no text stands. */
export const EMPTY: Verdict = {
  status: 'missing',
  origin: undefined,
  mayPropose: false,
  isKnown: false,
};

/** True where the source has something and the target has nothing: an empty text, or null or an empty container for a text. */
export function isUnfilled(current: Unit, { text, unit }: ExpectedUnit): boolean {
  if (text === '') return false;
  return current.text === '' || (unit.kind === 'text' && isVacant(current));
}

/** Whose text stands there, and whether it belongs to today's source. */
export function judge(
  unit: Pick<SourceUnit, 'expected' | 'sourceHash' | 'facts'>,
  current: Unit,
  { locale, ofLocale, lockIsKnown }: Circumstances,
): Verdict {
  const { expected, facts } = unit;
  if (isUnfilled(current, expected) || current.untranslated === true) return EMPTY;
  if (facts.length === 0) return judgeUnmentioned(expected, current);
  const { sourceHash: source } = unit;
  const hash = targetHash(current.text);
  for (const fact of facts) {
    const origin = ofLocale.originOf(fact, source, hash);
    if (origin !== undefined) return ofToday(origin);
  }
  const known = knownTexts(facts, locale);
  const fact = known.find((one) => one.hash === hash);
  if (fact === undefined) return judgeUnknown(expected, current, { source, known, lockIsKnown });
  return ofFormer(fact);
}

/** A text that the lock knows for another source than today's. */
export function ofFormer({ origin }: Pick<KnownText, 'origin'>): Verdict {
  const human = isHuman(origin);
  return { status: human ? 'review' : 'stale', origin, mayPropose: human, isKnown: true };
}

/** By origin, which is two characters. */
const TODAY = new Map<string, Verdict>();

/** The text that the lock knows for today's source. */
export function ofToday(origin: string): Verdict {
  let verdict = TODAY.get(origin);
  if (verdict === undefined) {
    const known = { mayPropose: false, isKnown: true };
    if (origin === EDITED) verdict = { status: 'edited', origin: ADOPTED, ...known };
    else verdict = { status: origin === REVIEW ? 'review' : 'current', origin, ...known };
    TODAY.set(origin, verdict);
  }
  return verdict;
}

interface Unknown {
  /** Hash of today's source text. */
  readonly source: string;
  readonly known: readonly KnownText[];
  readonly lockIsKnown: boolean;
}

/** No fact speaks of this text, so a person wrote it. */
function judgeUnknown(
  expected: ExpectedUnit,
  current: Unit,
  { source, known, lockIsKnown }: Unknown,
): Verdict {
  if (known.length === 0) return judgeUnmentioned(expected, current);
  if (current.incomplete === true) return LEFTOVER;
  if (known.some((one) => one.source === source)) return { ...ADOPTION, status: 'edited' };
  // Or the lock is older than the text, and a run translated both since.
  return { ...ADOPTION, status: 'review', mayPropose: lockIsKnown };
}

/** The lock knows nothing of the unit at all. It is taken as it is, unless the file itself says that its source was another. */
function judgeUnmentioned(expected: ExpectedUnit, current: Unit): Verdict {
  if (current.incomplete === true) return LEFTOVER;
  return isOutdatedBeside(current, expected) ? { ...ADOPTION, status: 'review' } : ADOPTION;
}

/** A bilingual file says what a text was translated from; that may be another text than today's. */
export function isOutdatedBeside({ source }: Unit, { unit }: ExpectedUnit): boolean {
  return source !== undefined && source !== (unit.source ?? unit.text);
}

/** Of a text that the lock says nothing of. */
const ADOPTION: Verdict = {
  status: 'current',
  origin: ADOPTED,
  mayPropose: false,
  isKnown: false,
};

/** What is left of a text may be all that its translator wanted, or the rest of an accident. */
const LEFTOVER: Verdict = { ...ADOPTION, status: 'review' };

const NOTHING: readonly KnownText[] = [];

/** What the lock's facts of a unit say of one locale. */
export function knownTexts(
  facts: readonly Fact[] | undefined,
  locale: string,
): readonly KnownText[] {
  if (facts === undefined || facts.length === 0) return NOTHING;
  const known: KnownText[] = [];
  for (const fact of facts) {
    const target = targetIn(fact, locale);
    if (target === undefined) continue;
    known.push({ hash: target.hash, origin: target.origin, source: fact.source });
  }
  return known;
}
