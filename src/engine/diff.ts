import type { Facts } from '../state/index.js';
import { ADOPTED, LocaleFacts, targetHash, targetIn, unitHash } from '../state/index.js';
import { isPlain, statedLength, validate } from '../text/index.js';
import type { ExpectedUnit, MessageContext, TextProblem } from '../text/index.js';
import { RULES } from '../model/index.js';
import type {
  FormatName,
  Key,
  ProblemCode,
  RuleLevel,
  RuleLevels,
  Unit,
  UnitStatus,
} from '../model/index.js';
import { findElements } from './array-elements.js';
import type { ElementFindings } from './array-elements.js';
import type { FilePair, TargetFile } from './files.js';
import { EMPTY, isUnfilled, judge, knownTexts, ofToday } from './judge.js';
import type { KnownText, Verdict } from './judge.js';
import type { UnitOptions } from './options.js';
import { ReferenceUses } from './reference-uses.js';
import type { SourceUnit, SourceUnits } from './source-units.js';
import { StandingUnits } from './standing-units.js';
import { unchangedUnit } from './unchanged.js';
import type { EarlierTarget } from './unchanged.js';

/** Where a unit stands in a target, and what it is translated under. */
type Place = Pick<UnitDiff, 'current' | 'options'>;

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
  /** Found by comparing the elements of an array, not by the unit's key alone. */
  get isByElement(): boolean {
    return this.#verdict.byElement !== undefined;
  }
  /** The text that stands here belongs to another element, or to none any more. */
  get isDisplaced(): boolean {
    return this.#verdict.byElement?.isDisplaced === true;
  }
  /** The text that moves here from another element, as it will be here; its `origin` is the one for the lock. */
  get arrival(): UnitDiff | undefined {
    return this.#verdict.byElement?.arrival;
  }
}

export interface GradedProblem extends TextProblem {
  readonly level: Exclude<RuleLevel, 'off'>;
}

export interface TargetDiff {
  readonly pair: FilePair;
  readonly target: TargetFile;
  readonly units: readonly UnitDiff[];
  /** Known to the lock, dropped by the source: removed. */
  readonly obsolete: readonly ObsoleteUnit[];
  /** Known to the lock, no unit of the source any more, but still shown through references: kept. */
  readonly kept: readonly ObsoleteUnit[];
  /** Texts of elements that the source dropped from arrays; others take their places. */
  readonly dropped: readonly Omit<ObsoleteUnit, 'id'>[];
  /** Never known from the source: kept. */
  readonly extra: readonly Unit[];
}

export interface ObsoleteUnit {
  readonly unit: Unit;
  /** `unitHash` that the lock knows it by. */
  readonly id: string;
  readonly facts: readonly KnownText[];
  /** Aliases of it in the target that stay, with its text. */
  readonly aliases?: readonly Key[];
}

export interface DiffContext {
  readonly facts: Facts;
  /** False when the lock may be older than the files beside it. */
  readonly lockIsKnown: boolean;
  readonly rules: RuleLevels;
  readonly languages: { readonly source: string; readonly target: string };
  /** Of the pair's source file. */
  readonly sources: SourceUnits;
  readonly optionsOf: (note: string | undefined) => UnitOptions;
  /** What an earlier run of the same engine found of this file. */
  readonly earlier?: EarlierTarget | undefined;
}

/** Formats whose keys may have the index of an element. */
const HAS_ARRAYS: Readonly<Record<FormatName, boolean>> = {
  json: true,
  yaml: true,
  xliff: false,
  srt: false,
};

/** What each unit of a target file is, by the files themselves and what the lock says of them. Pure. */
export function diffTarget(pair: FilePair, target: TargetFile, context: DiffContext): TargetDiff {
  const { locale } = target;
  const { syntax, path } = pair.source;
  const { facts, lockIsKnown, earlier, languages } = context;
  const standing = new StandingUnits(target.document?.units ?? []);
  const shown = target.document?.references;
  const ofTarget: UnitContext = {
    ...context,
    path,
    locale,
    ofLocale: new LocaleFacts(locale),
    message: { syntax, ...languages },
  };
  const usual = context.optionsOf(undefined);
  const byKey = context.sources.expectedIn(languages.target).map((source) => {
    const current = standing.take(source);
    const { note } = source.expected.unit;
    const options = note === undefined ? usual : context.optionsOf(note);
    if (current === undefined && shown?.shows(source.expected.key) === true) {
      return new UnitDiff(source, { current, options }, EMPTY, REFERENCE);
    }
    return (
      unchangedUnit(earlier, source, { current, options, facts, lockIsKnown }) ??
      diffUnit(source, { current, options }, ofTarget)
    );
  });
  const { format } = pair.source.document;
  const present = HAS_ARRAYS[format] ? (target.document?.units ?? []) : [];
  const found = findElements(byKey, present, { facts, locale, path });
  const isMoved = found.displaced.size + found.inPlace.size > 0;
  const units = isMoved ? byKey.map((unit) => byElement(unit, found, ofTarget)) : byKey;
  const uses = new ReferenceUses(pair.source.document, target.document, units);
  const obsolete: ObsoleteUnit[] = [];
  const kept: ObsoleteUnit[] = [];
  const extra: Unit[] = [];
  for (const unit of standing.left()) {
    const known = knownAs(unit, (key) => {
      const id = unitHash(path, key);
      return { unit, id, facts: knownTexts(facts.get(id), locale) };
    });
    if (known === undefined) extra.push(unit);
    else if (uses.needs(unit)) kept.push(known);
    else obsolete.push({ ...known, ...uses.aliasesOf(unit) });
  }
  for (const [at, { source, current, options }] of units.entries()) {
    if (current !== undefined || !isEmptyContainer(source)) continue;
    const filled = filledContainer(source, extra);
    if (filled !== undefined) units[at] = diffUnit(source, { current: filled, options }, ofTarget);
  }
  return { pair, target, units, obsolete, kept, dropped: found.dropped, extra };
}

/** `{}`, `[]`, or a null that stands where a container may. */
function isEmptyContainer({ expected: { unit } }: SourceUnit): boolean {
  return unit.kind === 'raw' && /^(?:[{[]|null$|~?$)/i.test(unit.text);
}

/** A container that is empty in the source and holds what only the target has: it is there, and nothing is to be written. */
function filledContainer(
  { expected: { unit } }: SourceUnit,
  extra: readonly Unit[],
): Unit | undefined {
  const { key } = unit;
  const inside = extra.find(
    (one) => one.key.length > key.length && key.every((segment, i) => segment === one.key[i]),
  );
  return inside && { ...unit, range: inside.range };
}

/** What the lock says of a unit that the source has not, or not there; undefined where it says nothing. */
function knownAs(
  { key, formerKey, standsFor, text }: Unit,
  lookUp: (key: Key) => ObsoleteUnit,
): ObsoleteUnit | undefined {
  const former = formerKey === undefined ? undefined : lookUp(formerKey);
  // What stands beside the source's own cues is obsolete only if it is just what the lock knows.
  const isSure =
    standsFor !== undefined || former?.facts.some(({ hash }) => hash === targetHash(text));
  const candidates = [
    isSure === true ? former : undefined,
    lookUp(key),
    standsFor === undefined ? undefined : lookUp(standsFor),
  ];
  return candidates.find((one) => one !== undefined && one.facts.length > 0);
}

const NONE: readonly GradedProblem[] = [];

interface UnitContext extends DiffContext {
  /** Of the source. */
  readonly path: string;
  readonly locale: string;
  readonly ofLocale: LocaleFacts;
  /** Of a unit that has nothing of its own. */
  readonly message: MessageContext;
}

function diffUnit(source: SourceUnit, place: Place, context: UnitContext): UnitDiff {
  const { current, options } = place;
  if (current === undefined) return new UnitDiff(source, place, EMPTY, ABSENT);
  const verdict = judge(withFormer(source, current, context), current, context);
  return graded(source, { current, options }, verdict, context);
}

/** A text that stands, with what the rules say of it. */
function graded(
  source: SourceUnit,
  place: Place & { readonly current: Unit },
  verdict: Verdict,
  context: UnitContext,
): UnitDiff {
  const { current, options } = place;
  const { expected, copied } = source;
  if (copied) {
    const status = copyStatus(expected, current, verdict);
    return new UnitDiff(source, place, verdict, { status, drifted: false, problems: NONE });
  }
  const problems = problemsOf(source, current, verdict, context);
  return new UnitDiff(source, place, verdict, {
    status: isInvalid(verdict, problems) ? 'invalid' : verdict.status,
    drifted: verdict.status === 'current' && isDrifted(verdict.origin, options),
    problems,
  });
}

/** With what the lock says under the unit's former key, if that is of this very text and today's source. */
function withFormer(
  source: SourceUnit,
  { formerKey, text }: Unit,
  { facts, path, locale }: Pick<UnitContext, 'facts' | 'path' | 'locale'>,
): SourceUnit {
  const former = formerKey === undefined ? undefined : facts.get(unitHash(path, formerKey));
  if (former === undefined) return source;
  const hash = targetHash(text);
  const same = former.filter(
    (fact) => fact.source === source.sourceHash && targetIn(fact, locale)?.hash === hash,
  );
  return same.length === 0 ? source : { ...source, facts: [...source.facts, ...same] };
}

/** The same unit, where elements of its array have moved. */
function byElement(unit: UnitDiff, found: ElementFindings, context: UnitContext): UnitDiff {
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
  const found = validate(expected.text, text, own);
  return found.length === 0 ? NONE : gradeProblems(found, rules);
}

function isInvalid({ status }: Verdict, problems: readonly GradedProblem[]): boolean {
  return (
    problems.length > 0 &&
    (status === 'current' || status === 'edited') &&
    problems.some(({ level }) => level === 'error')
  );
}

function isDrifted(origin: string | undefined, options: UnitOptions): boolean {
  if (origin === undefined || origin === ADOPTED || !options.isResolved) return false;
  return origin !== options.origin;
}

/** Of units of which nothing stands in the target. */
const ABSENT = { status: 'missing', drifted: false, problems: NONE } as const;

/** Of units that a reference in the target shows. */
const REFERENCE = { status: 'current', drifted: false, problems: NONE } as const;

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

function gradeProblems(
  problems: readonly TextProblem[],
  levels: RuleLevels,
): readonly GradedProblem[] {
  return problems.flatMap((problem) => {
    const rule = RULE_OF.get(problem.code);
    const level = rule === undefined ? 'error' : levels[rule];
    return level === 'off' ? [] : [{ ...problem, level }];
  });
}
