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
import { expandUnits, validate } from '../text/index.js';
import type { ExpectedUnit, MessageContext, TextProblem } from '../text/index.js';
import { keyId, RULES } from '../model/index.js';
import type { Key, ProblemCode, RuleLevel, RuleLevels, Unit, UnitStatus } from '../model/index.js';
import type { FilePair, TargetFile } from './files.js';
import type { UnitOptions } from './options.js';
import type { SourceUnit, SourceUnits } from './source-units.js';
import { unchangedUnit } from './unchanged.js';
import type { EarlierTarget } from './unchanged.js';

/** One unit of one target file, compared with its source. */
export interface UnitDiff {
  readonly key: Key;
  readonly expected: ExpectedUnit;
  /** The unit as it stands in the target file. */
  readonly current: Unit | undefined;
  readonly status: UnitStatus;
  /** `unitHash` and `sourceHash`: identity in the lock. */
  readonly id: string;
  readonly sourceHash: string;
  /** Origin of the text that stands there, undefined where no text or no fact is. */
  readonly origin: string | undefined;
  /** `targetHash` of that text. */
  readonly hash: string | undefined;
  /** copy: excluded by config or file, empty, or not a text. */
  readonly treatment: 'translate' | 'copy';
  /** Machine text made under other options than today's. */
  readonly drifted: boolean;
  /** Under review because of a source change that is certain and new: a proposal may be paid for. */
  readonly mayPropose: boolean;
  readonly problems: readonly GradedProblem[];
  readonly options: UnitOptions;
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
      unchangedUnit(earlier, source, { expected: unit, current, options, facts, lockIsKnown }) ??
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

/** Written out: spread into each other, its parts would take longer to copy than to find. */
function diffUnit(
  { expected, id, sourceHash, copied }: SourceUnit,
  { current, options }: Pick<UnitDiff, 'current' | 'options'>,
  context: UnitContext,
): UnitDiff {
  const { key } = expected;
  const verdict = judge(expected, current, {
    source: sourceHash,
    known: knownTexts(context.facts, id, context.locale),
    lockIsKnown: context.lockIsKnown,
  });
  const { origin, hash, mayPropose } = verdict;
  const problems = copied ? NONE : problemsOf(expected, current, verdict, context);
  return {
    key,
    expected,
    current,
    id,
    sourceHash,
    options,
    status: copied
      ? copyStatus(expected, current, verdict)
      : isInvalid(verdict, problems)
        ? 'invalid'
        : verdict.status,
    origin,
    hash,
    treatment: copied ? 'copy' : 'translate',
    drifted: !copied && verdict.status === 'current' && isDrifted(origin, options),
    mayPropose,
    problems,
  };
}

/** What the rules say of a text that stands, and stays. */
function problemsOf(
  expected: ExpectedUnit,
  current: Unit | undefined,
  { status }: Verdict,
  { rules, message }: Pick<UnitContext, 'rules' | 'message'>,
): readonly GradedProblem[] {
  if (current === undefined || status === 'missing' || status === 'stale') return NONE;
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
  return origin !== undefined && origin !== ADOPTED && origin !== options.origin;
}

interface Verdict {
  readonly status: Extract<UnitStatus, 'current' | 'missing' | 'stale' | 'edited' | 'review'>;
  readonly origin: string | undefined;
  readonly mayPropose: boolean;
  readonly hash: string | undefined;
}

interface Evidence {
  /** Hash of today's source text. */
  readonly source: string;
  readonly known: readonly KnownText[];
  readonly lockIsKnown: boolean;
}

/** Whose text stands there, and whether it belongs to today's source. */
function judge(expected: ExpectedUnit, current: Unit | undefined, evidence: Evidence): Verdict {
  if (current === undefined || (current.text === '' && expected.text !== '')) {
    return { status: 'missing', origin: undefined, hash: undefined, mayPropose: false };
  }
  const { source, known, lockIsKnown } = evidence;
  const hash = targetHash(current.text);
  const fact =
    known.find((one) => one.hash === hash && one.source === source) ??
    known.find((one) => one.hash === hash);
  if (fact === undefined) {
    // No fact speaks of this text, so a person wrote it.
    if (known.length === 0) return { ...adopt(expected, current), hash };
    const answered = known.some((one) => one.source === source);
    if (answered) return { status: 'edited', origin: ADOPTED, hash, mayPropose: false };
    // Or the lock is older than the text, and a run translated both since.
    return { status: 'review', origin: ADOPTED, hash, mayPropose: lockIsKnown };
  }
  const { origin } = fact;
  if (fact.source !== source) {
    const human = isHuman(origin);
    return { status: human ? 'review' : 'stale', origin, hash, mayPropose: human };
  }
  if (origin === EDITED) return { status: 'edited', origin: ADOPTED, hash, mayPropose: false };
  return { status: origin === REVIEW ? 'review' : 'current', origin, hash, mayPropose: false };
}

/** A text found without a fact is taken as it is, unless the file itself says that its source was another. */
function adopt(expected: ExpectedUnit, current: Unit): Omit<Verdict, 'hash'> {
  const outdated = current.source !== undefined && current.source !== expected.unit.text;
  return { status: outdated ? 'review' : 'current', origin: ADOPTED, mayPropose: false };
}

/** What is copied has no review: either the copy is ours and follows the source, or it is left alone. */
function copyStatus(
  expected: ExpectedUnit,
  current: Unit | undefined,
  verdict: Verdict,
): UnitDiff['status'] {
  if (current === undefined) return 'missing';
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

/** What the message rules need to know of a unit. */
export function messageContext(
  expected: ExpectedUnit,
  context: { readonly pair: FilePair; readonly languages: DiffContext['languages'] },
): MessageContext {
  return withOwn({ syntax: context.pair.source.syntax, ...context.languages }, expected);
}

function withOwn(message: MessageContext, { unit, plural }: ExpectedUnit): MessageContext {
  const { inline, maxLength } = unit;
  if (inline === undefined && plural === undefined && maxLength === undefined) return message;
  return {
    ...message,
    ...(unit.inline === undefined ? {} : { inline: unit.inline }),
    ...(plural === undefined ? {} : { plural }),
    ...(unit.maxLength === undefined ? {} : { maxLength: unit.maxLength }),
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
