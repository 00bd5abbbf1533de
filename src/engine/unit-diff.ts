import { ADOPTED, COPIED, targetHash, targetIn, unitHash } from '../state/index.js';
import type { Facts, LocaleFacts } from '../state/index.js';
import { isPlain, statedLength, validate } from '../text/index.js';
import type { ExpectedUnit, MessageContext, TextProblem } from '../text/index.js';
import { RULES } from '../model/index.js';
import type { Key, ProblemCode, RuleLevel, RuleLevels, Unit, UnitStatus } from '../model/index.js';
import { hasIndex } from './array-elements.js';
import type { Rearrangement } from './array-elements.js';
import type { FormerCuts } from './former-cuts.js';
import { EMPTY, isOutdatedBeside, isUnfilled, judge, ofFormer, ofToday } from './judge.js';
import type { KnownText, Verdict } from './judge.js';
import type { UnitOptions } from './options.js';
import type { SourceUnit } from './source-units.js';

/** Where a unit stands in a target, and what it is translated under. */
export type Place = Pick<UnitDiff, 'current' | 'options'>;

/** One unit of one target file, compared with its source. Holds what only this target has: a run has very many. */
export class UnitDiff {
  readonly source: SourceUnit;
  /** The unit as it stands in the target file. */
  readonly current: Unit | undefined;
  readonly options: UnitOptions;
  readonly status: UnitStatus;
  /** Machine text made under other options than today's. */
  readonly drifted: boolean;
  readonly problems: readonly GradedProblem[];
  /** Shared by all units of which the same is said. */
  readonly #verdict: Verdict;

  constructor(
    source: SourceUnit,
    { current, options }: Place,
    verdict: Verdict,
    { status, drifted, problems }: Pick<UnitDiff, 'status' | 'drifted' | 'problems'>,
  ) {
    this.source = source;
    this.current = current;
    this.options = options;
    this.status = status;
    this.drifted = drifted;
    this.problems = problems;
    this.#verdict = verdict;
  }

  /** The same finding of a unit that stands elsewhere now. */
  moved(source: SourceUnit, place: Place): UnitDiff {
    return new UnitDiff(source, place, this.#verdict, this);
  }

  get key(): Key {
    return this.source.expected.key;
  }
  get expected(): ExpectedUnit {
    return this.source.expected;
  }
  /** `unitHash` and `sourceHash`: identity in the lock. */
  get id(): string {
    return this.source.id;
  }
  get sourceHash(): string {
    return this.source.sourceHash;
  }
  /** copy: excluded by config or file, empty, or not a text. */
  get treatment(): 'translate' | 'copy' {
    return this.source.copied ? 'copy' : 'translate';
  }
  /** A reference stands there and shows a text that stands elsewhere (an alias of YAML): it is a person's, and stays. */
  get isReference(): boolean {
    return this.current === undefined && this.status === 'current';
  }
  /** Origin of the text that stands there, undefined where no text or no fact is. */
  get origin(): string | undefined {
    return this.#verdict.origin;
  }
  /** The lock speaks of this very text. */
  get isKnown(): boolean {
    return this.#verdict.isKnown;
  }
  /** Under review because of a source change that is certain and new: a proposal may be paid for. */
  get mayPropose(): boolean {
    return this.#verdict.mayPropose;
  }
  /** Another kind of value stands where it belongs: it cannot be written, so nothing is asked for. */
  get isBlocked(): boolean {
    return this.#verdict.isBlocked === true;
  }
  /** What the lock says of the text, which it knows as part of other units only. */
  get cut(): KnownText | undefined {
    return this.#verdict.cut;
  }
  /** Found by comparing texts with those of other units, not by the unit's key alone. */
  get isByElement(): boolean {
    return this.#verdict.byElement !== undefined;
  }
  /** The text that stands here belongs to another unit, or to none any more. */
  get isDisplaced(): boolean {
    return this.#verdict.byElement?.isDisplaced === true;
  }
  /** The text that moves here from another unit, as it will be here; its `origin` is the one for the lock. */
  get arrival(): UnitDiff | undefined {
    return this.#verdict.byElement?.arrival;
  }
}

export interface GradedProblem extends TextProblem {
  readonly level: Exclude<RuleLevel, 'off'>;
}

const NONE: readonly GradedProblem[] = [];

/** For the units of one target file. */
export interface UnitContext {
  readonly facts: Facts;
  /** False when the lock may be older than the files beside it. */
  readonly lockIsKnown: boolean;
  readonly rules: RuleLevels;
  /** Of the source. */
  readonly path: string;
  readonly locale: string;
  readonly ofLocale: LocaleFacts;
  /** Of a unit that has nothing of its own. */
  readonly message: MessageContext;
  /** Of a target cut by its source. */
  readonly cuts: FormerCuts | undefined;
  /** Origin of a text of today's source that stood at a unit that exists no more, or has another source now. */
  readonly departed: (pair: {
    readonly source: string;
    readonly hash: string;
  }) => string | undefined;
}

/** What a unit is by its text in the target, if any stands there, and what the lock says of it. */
export function diffUnit(source: SourceUnit, place: Place, context: UnitContext): UnitDiff {
  const { current, options } = place;
  if (current === undefined) return new UnitDiff(source, place, EMPTY, ABSENT);
  const verdict = judge(withFormer(source, current, context), current, context);
  const found =
    withCut(verdict, current, { source, context }) ??
    withDeparted(verdict, current, { source, context });
  return graded(source, { current, options }, found, context);
}

interface Around {
  readonly source: SourceUnit;
  readonly context: UnitContext;
}

/** A text of which the lock knows all parts, as parts of other units: its source is another now. */
function withCut(
  verdict: Verdict,
  current: Unit,
  { source, context }: Around,
): Verdict | undefined {
  if (verdict.isKnown || verdict.status === 'missing' || source.copied) return undefined;
  const cut = context.cuts?.find(current);
  return cut && { ...ofFormer(cut), cut };
}

/** Facts follow a text that was taken along when its file or its key got another name. */
function withDeparted(verdict: Verdict, current: Unit, { source, context }: Around): Verdict {
  if (verdict.isKnown || source.copied || !mayHaveCome(verdict, current, source)) return verdict;
  const pair = { source: source.sourceHash, hash: targetHash(current.text) };
  const origin = context.departed(pair);
  return origin === undefined ? verdict : ofToday(origin);
}

/** Elements of arrays are compared as such. */
function mayHaveCome({ status }: Verdict, current: Unit, { expected }: SourceUnit): boolean {
  if (status === 'current') return true;
  if (status !== 'review' || current.incomplete === true || hasIndex(expected.key)) return false;
  return !isOutdatedBeside(current, expected);
}

/** A unit that a reference in the target shows. */
export function shownByReference(source: SourceUnit, place: Place): UnitDiff {
  return new UnitDiff(source, place, EMPTY, { status: 'current', drifted: false, problems: NONE });
}

const BLOCKED: Verdict = { ...EMPTY, isBlocked: true };

/** A unit that its file has no room for, as the message says. */
export function blockedUnit({ source, options }: UnitDiff, message: string): UnitDiff {
  const problems = [{ code: 'write-failed', level: 'error', message }] as const;
  const finding = { status: 'missing', drifted: false, problems } as const;
  return new UnitDiff(source, { current: undefined, options }, BLOCKED, finding);
}

/** A text that stands, with what the rules say of it. */
function graded(
  source: SourceUnit,
  place: Place & { readonly current: Unit },
  found: Verdict,
  context: UnitContext,
): UnitDiff {
  const { current, options } = place;
  const { expected, copied } = source;
  if (copied) {
    const status = copyStatus(expected, current, found);
    return new UnitDiff(source, place, found, { status, drifted: false, problems: NONE });
  }
  const verdict = isMereCopy(found) ? ({ ...found, status: 'stale' } as const) : found;
  const problems = problemsOf(source, current, verdict, context);
  return new UnitDiff(source, place, verdict, {
    status: isInvalid(verdict, problems) ? 'invalid' : verdict.status,
    drifted: verdict.status === 'current' && isDrifted(verdict.origin, options),
    problems,
  });
}

/** True of what was copied while its unit was excluded, where it is to be translated now. */
function isMereCopy({ status, origin }: Verdict): boolean {
  return status === 'current' && origin === COPIED;
}

/** With what the lock says under the unit's former key, if that is of this very text and today's source. */
function withFormer(
  source: SourceUnit,
  { formerKey, text }: Unit,
  { facts, path, locale }: Pick<UnitContext, 'facts' | 'path' | 'locale'>,
): Pick<SourceUnit, 'expected' | 'sourceHash' | 'facts'> {
  const former = formerKey === undefined ? undefined : facts.get(unitHash(path, formerKey));
  if (former === undefined) return source;
  const hash = targetHash(text);
  const same = former.filter(
    (fact) => fact.source === source.sourceHash && targetIn(fact, locale)?.hash === hash,
  );
  if (same.length === 0) return source;
  const { expected, sourceHash } = source;
  return { expected, sourceHash, facts: [...source.facts, ...same] };
}

/** The same unit, where texts have moved. */
export function byElement(unit: UnitDiff, found: Rearrangement, context: UnitContext): UnitDiff {
  const { source, current, options } = unit;
  const origin = found.inPlace.get(source);
  if (origin !== undefined && current !== undefined) {
    const verdict = { ...ofToday(origin), byElement: { arrival: undefined, isDisplaced: false } };
    return graded(source, { current, options }, verdict, context);
  }
  if (!found.displaced.has(source)) return unit;
  const moved = found.displaced.get(source);
  const arrival =
    moved === undefined
      ? undefined
      : graded(
          source,
          { current: moved.unit, options },
          { ...ofToday(moved.origin), origin: moved.origin },
          context,
        );
  const status = current === undefined || current.text === '' ? 'missing' : 'stale';
  const verdict = { ...EMPTY, status, byElement: { arrival, isDisplaced: true } } as const;
  return new UnitDiff(source, unit, verdict, { status, drifted: false, problems: NONE });
}

/** What the rules say of a text that stands, and stays. */
function problemsOf(
  { expected, plain }: SourceUnit,
  { text }: Unit,
  { status }: Verdict,
  { rules, message }: Pick<UnitContext, 'rules' | 'message'>,
): readonly GradedProblem[] {
  if (status === 'missing' || status === 'stale') return NONE;
  const own = withOwn(message, expected);
  if (plain && own.maxLength === undefined && text !== expected.text && isPlain(text)) return NONE;
  return gradeProblems(validate(expected.text, text, own), rules);
}

function isInvalid({ status }: Verdict, problems: readonly GradedProblem[]): boolean {
  return (
    problems.length > 0 &&
    (status === 'current' || status === 'edited') &&
    problems.some(({ level }) => level === 'error')
  );
}

/** True of a machine's text that was made under other options than these. */
export function isDrifted(origin: string | undefined, options: UnitOptions): boolean {
  if (origin === undefined || origin === ADOPTED || !options.isResolved) return false;
  return origin !== options.origin;
}

/** Of units of which nothing stands in the target. */
const ABSENT = { status: 'missing', drifted: false, problems: NONE } as const;

/** What is copied has no review: either the copy is ours and follows the source, or it is left alone. */
function copyStatus(expected: ExpectedUnit, current: Unit, verdict: Verdict): UnitDiff['status'] {
  if (isUnfilled(current, expected)) return 'missing';
  return verdict.status === 'stale' ? 'stale' : 'current';
}

/** What the message rules need to know of a unit: what holds for its whole target, and what it has of its own. */
export function withOwn(message: MessageContext, { unit, plural }: ExpectedUnit): MessageContext {
  const { inline, maxLength = statedLength(unit.note) } = unit;
  if (inline === undefined && plural === undefined && maxLength === undefined) return message;
  return {
    ...message,
    ...(inline === undefined ? {} : { inline }),
    ...(plural === undefined ? {} : { plural }),
    ...(maxLength === undefined ? {} : { maxLength }),
  };
}

const RULE_OF = new Map<ProblemCode, keyof RuleLevels>(
  Object.entries(RULES).map(([rule, code]) => [code, rule as keyof RuleLevels]),
);

export function gradeProblems(
  problems: readonly TextProblem[],
  levels: RuleLevels,
): readonly GradedProblem[] {
  if (problems.length === 0) return NONE;
  return problems.flatMap((problem) => {
    const rule = RULE_OF.get(problem.code);
    const level = rule === undefined ? 'error' : levels[rule];
    return level === 'off' ? [] : [{ ...problem, level }];
  });
}
