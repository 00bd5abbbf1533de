import type { Facts, TargetFact } from '../state/index.js';
import {
  ADOPTED,
  EDITED,
  isHuman,
  REVIEW,
  targetHash,
  targetIn,
  unitHash,
} from '../state/index.js';
import { expandUnits, statedLength, validate } from '../text/index.js';
import type { ExpectedUnit, MessageContext, TextProblem } from '../text/index.js';
import { keyId, RULES } from '../model/index.js';
import type { Key, ProblemCode, RuleLevel, RuleLevels, Unit, UnitStatus } from '../model/index.js';
import type { FilePair, TargetFile } from './files.js';
import type { UnitOptions } from './options.js';
import type { SourceUnit, SourceUnits } from './source-units.js';
import { unchangedUnit } from './unchanged.js';
import type { EarlierTarget } from './unchanged.js';

/** What a comparison says of a unit; one object for all of which the same is said. */
interface Finding {
  readonly status: UnitStatus;
  /** Origin of the text that stands there, undefined where no text or no fact is. */
  readonly origin: string | undefined;
  /** `targetHash` of that text. */
  readonly hash: string | undefined;
  /** The lock speaks of this very text. */
  readonly isKnown: boolean;
  /** copy: excluded by config or file, empty, or not a text. */
  readonly treatment: 'translate' | 'copy';
  /** Machine text made under other options than today's. */
  readonly drifted: boolean;
  /** Under review because of a source change that is certain and new: a proposal may be paid for. */
  readonly mayPropose: boolean;
  readonly problems: readonly GradedProblem[];
}

/** One unit of one target file, compared with its source. Holds what only this target has: a run has very many. */
export class UnitDiff implements Finding {
  readonly source: SourceUnit;
  /** The unit as it stands in the target file. */
  readonly current: Unit | undefined;
  readonly options: UnitOptions;
  readonly #finding: Finding;

  constructor(
    source: SourceUnit,
    finding: Finding,
    { current, options }: Pick<UnitDiff, 'current' | 'options'>,
  ) {
    this.source = source;
    this.current = current;
    this.options = options;
    this.#finding = finding;
  }

  /** The same finding of a unit that stands elsewhere now. */
  moved(source: SourceUnit, place: Pick<UnitDiff, 'current' | 'options'>): UnitDiff {
    return new UnitDiff(source, this.#finding, place);
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
  get status(): UnitStatus {
    return this.#finding.status;
  }
  get origin(): string | undefined {
    return this.#finding.origin;
  }
  get hash(): string | undefined {
    return this.#finding.hash;
  }
  get isKnown(): boolean {
    return this.#finding.isKnown;
  }
  get mayPropose(): boolean {
    return this.#finding.mayPropose;
  }
  get treatment(): Finding['treatment'] {
    return this.#finding.treatment;
  }
  get drifted(): boolean {
    return this.#finding.drifted;
  }
  get problems(): readonly GradedProblem[] {
    return this.#finding.problems;
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
  /** Never known from the source: kept. */
  readonly extra: readonly Unit[];
}

export interface ObsoleteUnit {
  readonly unit: Unit;
  readonly facts: readonly KnownText[];
}

/** One thing the lock says of a unit in one locale. */
export interface KnownText extends TargetFact {
  readonly source: string;
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

/** What each unit of a target file is, by the files themselves and what the lock says of them. Pure. */
export function diffTarget(pair: FilePair, target: TargetFile, context: DiffContext): TargetDiff {
  const { locale } = target;
  const { syntax, path } = pair.source;
  const { sources } = context;
  const expected = expandUnits(pair.source.document.units, { syntax, ...context.languages });
  const standing = new Map(target.document?.units.map((unit) => [keyId(unit.key), unit]));
  const message = { syntax, ...context.languages };
  const ofTarget: UnitContext = { ...context, pair, locale, message };
  const { facts, lockIsKnown, earlier } = context;
  const units = expected.map((unit) => {
    const source = sources.of(unit);
    const current = standing.get(source.keyId);
    if (current !== undefined) standing.delete(source.keyId);
    const options = context.optionsOf(unit.unit.note);
    return (
      unchangedUnit(earlier, source, { current, options, facts, lockIsKnown }) ??
      diffUnit(source, { current, options }, ofTarget)
    );
  });
  const obsolete: ObsoleteUnit[] = [];
  const extra: Unit[] = [];
  for (const unit of standing.values()) {
    const facts = knownTexts(context.facts, unitHash(path, unit.key), locale);
    if (facts.length > 0) obsolete.push({ unit, facts });
    else extra.push(unit);
  }
  return { pair, target, units, obsolete, extra };
}

const NONE: readonly GradedProblem[] = [];

interface UnitContext extends DiffContext {
  readonly pair: FilePair;
  readonly locale: string;
  /** Of a unit that has nothing of its own. */
  readonly message: MessageContext;
}

function diffUnit(
  source: SourceUnit,
  { current, options }: Pick<UnitDiff, 'current' | 'options'>,
  context: UnitContext,
): UnitDiff {
  const absent = source.copied ? NOT_COPIED : MISSING;
  const finding = current === undefined ? absent : compare(source, { current, options }, context);
  return new UnitDiff(source, finding, { current, options });
}

/** Written out: spread into each other, its parts would take longer to copy than to find. */
function compare(
  { expected, id, sourceHash: source, copied }: SourceUnit,
  { current, options }: { readonly current: Unit; readonly options: UnitOptions },
  context: UnitContext,
): Finding {
  const verdict = judge(expected, current, {
    source,
    known: knownTexts(context.facts, id, context.locale),
    lockIsKnown: context.lockIsKnown,
  });
  const { origin, hash, isKnown, mayPropose } = verdict;
  const problems = copied ? NONE : problemsOf(expected, current, verdict, context);
  return {
    status: copied
      ? copyStatus(expected, current, verdict)
      : isInvalid(verdict, problems)
        ? 'invalid'
        : verdict.status,
    origin,
    hash,
    isKnown,
    treatment: copied ? 'copy' : 'translate',
    drifted: !copied && verdict.status === 'current' && isDrifted(origin, options),
    mayPropose,
    problems,
  };
}

/** What the rules say of a text that stands, and stays. */
function problemsOf(
  expected: ExpectedUnit,
  current: Unit,
  { status }: Verdict,
  { rules, message }: Pick<UnitContext, 'rules' | 'message'>,
): readonly GradedProblem[] {
  if (status === 'missing' || status === 'stale') return NONE;
  const found = validate(expected.text, current.text, withOwn(message, expected));
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

interface Verdict {
  readonly status: Extract<UnitStatus, 'current' | 'missing' | 'stale' | 'edited' | 'review'>;
  readonly origin: string | undefined;
  readonly mayPropose: boolean;
  readonly isKnown: boolean;
  readonly hash: string | undefined;
}

interface Evidence {
  /** Hash of today's source text. */
  readonly source: string;
  readonly known: readonly KnownText[];
  readonly lockIsKnown: boolean;
}

const EMPTY: Verdict = {
  status: 'missing',
  origin: undefined,
  mayPropose: false,
  isKnown: false,
  hash: undefined,
};

/** Of units of which nothing stands in the target. */
const MISSING: Finding = { ...EMPTY, treatment: 'translate', drifted: false, problems: NONE };
const NOT_COPIED: Finding = { ...MISSING, treatment: 'copy' };

/** Whose text stands there, and whether it belongs to today's source. */
function judge(expected: ExpectedUnit, current: Unit, evidence: Evidence): Verdict {
  if (current.text === '' && expected.text !== '') return EMPTY;
  const { source, known } = evidence;
  const hash = targetHash(current.text);
  const fact =
    known.find((one) => one.hash === hash && one.source === source) ??
    known.find((one) => one.hash === hash);
  if (fact === undefined) return judgeUnknown(expected, current, { ...evidence, hash });
  const { origin } = fact;
  const isKnown = true;
  if (fact.source !== source) {
    const human = isHuman(origin);
    return { status: human ? 'review' : 'stale', origin, mayPropose: human, isKnown, hash };
  }
  if (origin === EDITED) {
    return { status: 'edited', origin: ADOPTED, mayPropose: false, isKnown, hash };
  }
  const status = origin === REVIEW ? 'review' : 'current';
  return { status, origin, mayPropose: false, isKnown, hash };
}

/** No fact speaks of this text, so a person wrote it. */
function judgeUnknown(
  expected: ExpectedUnit,
  current: Unit,
  { source, known, lockIsKnown, hash }: Evidence & { readonly hash: string },
): Verdict {
  const verdict = { origin: ADOPTED, mayPropose: false, isKnown: false, hash };
  if (known.length === 0) {
    // It is taken as it is, unless the file itself says that its source was another.
    const outdated = current.source !== undefined && current.source !== expected.unit.text;
    return { status: outdated ? 'review' : 'current', ...verdict };
  }
  if (known.some((one) => one.source === source)) return { status: 'edited', ...verdict };
  // Or the lock is older than the text, and a run translated both since.
  return { ...verdict, status: 'review', mayPropose: lockIsKnown };
}

/** What is copied has no review: either the copy is ours and follows the source, or it is left alone. */
function copyStatus(expected: ExpectedUnit, current: Unit, verdict: Verdict): UnitDiff['status'] {
  if (current.text === '' && expected.text !== '') return 'missing';
  return verdict.status === 'stale' ? 'stale' : 'current';
}

/** What the lock says of a unit in one locale. */
export function knownTexts(facts: Facts, id: string, locale: string): readonly KnownText[] {
  const known: KnownText[] = [];
  for (const fact of facts.get(id) ?? []) {
    const target = targetIn(fact, locale);
    if (target === undefined) continue;
    known.push({ hash: target.hash, origin: target.origin, source: fact.source });
  }
  return known;
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
