import { isSound, validate } from '../text/index.js';
import type { MessageContext } from '../text/index.js';
import type { Retranslate, RuleLevels, Selection } from '../model/index.js';
import { ADOPTED, COPIED, isHuman } from '../state/index.js';
import { acceptance } from './accept.js';
import { amountsOf, MAX_TEXTS, packAll } from './batch.js';
import type { Amounts, Batch, PackLimits } from './batch.js';
import { gradeProblems, withOwn } from './unit-diff.js';
import type { DiffContext, TargetDiff } from './diff.js';
import type { UnitDiff } from './unit-diff.js';
import { advance, makeJob, wiresOf } from './job.js';
import type { Job, JobsOf } from './job.js';
import { isOutdatedBeside } from './judge.js';
import { keyMatcher } from './key-glob.js';
import { LeverageIndex } from './leverage.js';
import type { Orphan } from './orphans.js';
import type { Group, WireTable } from './wire.js';

/** Everything a run will do, decided before anything is done. */
export interface WorkPlan {
  readonly jobs: readonly Job[];
  /** The same by target file, in the order of its units. */
  readonly jobsOf: JobsOf;
  /** Jobs whose text only the service has. */
  readonly waiting: readonly Job[];
  /** Those of them whose texts another one asks for already. */
  readonly repeated: readonly Job[];
  readonly batches: readonly Batch[];
  readonly totals: PlanTotals;
}

export interface PlanTotals extends Amounts {
  readonly reused: {
    readonly repository: number;
    readonly memory: number;
    readonly duplicates: number;
  };
}

export interface PlanContext {
  readonly selection: Selection;
  readonly rules: RuleLevels;
  /** Texts that the lock does not know are looked for in the memory: a run that was killed may have written them. */
  readonly doubtsPeople?: boolean;
  /** Files whose source is gone: their texts are reused where their source text is found again. */
  readonly orphans?: readonly Orphan[];
  readonly table: WireTable;
  readonly limitsOf: (group: Group) => PackLimits;
  readonly languagesOf: (locale: string) => DiffContext['languages'];
}

/** What a plan is made of; a locale's targets are asked for when their turn has come. */
export interface PlannedTargets {
  readonly locales: readonly string[];
  ofLocale(locale: string): Iterable<TargetDiff>;
  /** True where none of the locale's files is there. */
  isNew(locale: string): boolean;
  /** Length of the longest source text. */
  longestText(locale: string): number;
}

/** Texts in the requests that go out before the rest of their locale is planned: as many as are sent at once by default. */
const FIRST_TEXTS = 5 * MAX_TEXTS;
/** No fifty texts of this length fill a body, whatever stands for their placeholders: full requests stay full ones. */
const SHORT = 200;

/**
 * Decides what is written, what is reused for nothing, and what the service is asked for: one locale after the other, since
 * none shares a request with another.
 */
export class Planning {
  readonly #context: PlanContext;
  readonly #targets: PlannedTargets;
  /** The requests of the next step, planned when they are asked for. */
  readonly #steps: Iterator<readonly Batch[]>;
  readonly #decide: (diff: TargetDiff) => readonly Job[];
  readonly #jobs: Job[] = [];
  readonly #waiting: Job[] = [];
  readonly #batches: Batch[] = [];
  readonly #reused = { repository: 0, memory: 0 };
  readonly #repeated: Job[] = [];
  #texts = 0;
  #characters = 0;

  constructor(targets: PlannedTargets, context: PlanContext) {
    this.#context = context;
    this.#targets = targets;
    this.#decide = decider(context);
    this.#steps = this.#plan();
  }

  /** Plans until there is something to send; empty at the end. */
  next(): readonly Batch[] {
    for (;;) {
      const step = this.#steps.next();
      if (step.done === true) return [];
      if (step.value.length > 0) return step.value;
    }
  }

  /** Plans all the rest. */
  finish(): WorkPlan {
    while (this.next().length > 0);
    const { table } = this.#context;
    const jobs = this.#jobs;
    const batches = this.#batches;
    // Only what the memory has: their wires are not sent.
    for (const job of jobs) if (job.pending) advance(job, table);
    table.drain();
    const requests = batches.length;
    const totals = {
      requests,
      texts: this.#texts,
      characters: this.#characters,
      reused: { ...this.#reused, duplicates: this.#repeated.length },
    };
    const waiting = this.#waiting;
    return { jobs, jobsOf: byTarget(jobs), waiting, repeated: this.#repeated, batches, totals };
  }

  *#plan(): Generator<readonly Batch[]> {
    for (const locale of this.#targets.locales) yield* this.#planLocale(locale);
  }

  /**
   * The requests of one locale. Where nothing of it stands, nothing can be reused: the first of a run's requests need not
   * wait until all the rest is compared.
   */
  *#planLocale(locale: string): Generator<readonly Batch[]> {
    const targets = this.#targets;
    const isNew = targets.isNew(locale) && !this.#hasOrphans(locale);
    let isFirst = isNew && this.#batches.length === 0 && targets.longestText(locale) <= SHORT;
    const { table } = this.#context;
    const ofLocale = targets.ofLocale(locale);
    for (const diffs of isNew ? oneByOne(ofLocale) : [[...ofLocale]]) {
      for (const job of this.#jobsOf(diffs, isNew)) {
        this.#jobs.push(job);
        this.#ask(job);
        if (isFirst && table.waiting >= FIRST_TEXTS) {
          isFirst = false;
          yield this.#pack({ onlyFull: true });
        }
      }
    }
    yield this.#pack({ onlyFull: false });
  }

  #hasOrphans(locale: string): boolean {
    return this.#context.orphans?.some((orphan) => orphan.locale === locale) === true;
  }

  #jobsOf(diffs: readonly TargetDiff[], isNew: boolean): readonly Job[] {
    const jobs = diffs.flatMap((diff) => this.#decide(diff));
    if (isNew) return jobs;
    const wanting = jobs.filter(
      (job) => job.action === 'translate' && job.text === undefined && !isRenewal(job),
    );
    const proposed = jobs.filter(isProposal);
    if (wanting.length + proposed.length > 0) {
      const wanted = [...wanting, ...proposed];
      const leverage = leverageFor(wanted, diffs, this.#context.orphans ?? []);
      for (const job of wanting) reuse(job, leverage);
      for (const job of wanting) if (job.text === undefined) keepMoved(job, leverage);
      for (const job of wanting) lookAt(job, this.#context.rules);
      for (const job of proposed) propose(job, leverage);
    }
    return jobs;
  }

  /** The texts asked for so far as requests; those that would not fill one stay where more are to come. */
  #pack({ onlyFull }: { readonly onlyFull: boolean }): readonly Batch[] {
    const { table, limitsOf } = this.#context;
    const wires = table.drain();
    const packed = packAll(wires, limitsOf);
    const batches = onlyFull ? packed.filter((batch) => batch.wires.length === MAX_TEXTS) : packed;
    for (const batch of batches) for (const wire of batch.wires) wire.underWay = true;
    if (onlyFull) table.putBack(wires.filter(({ underWay }) => !underWay));
    const { texts, characters } = amountsOf(batches);
    this.#texts += texts;
    this.#characters += characters;
    for (const batch of batches) this.#batches.push(batch);
    return batches;
  }

  /** Takes a job as far as memory allows. */
  #ask(job: Job): void {
    const { table } = this.#context;
    if (job.text === undefined && job.action !== 'copy' && !job.pending) {
      const { asked } = table;
      if (advance(job, table)) {
        this.#waiting.push(job);
        if (table.asked === asked) this.#repeated.push(job);
      } else {
        if (isRemembered(job)) job.reuse = 'memory';
        job.wires = undefined;
      }
    }
    const { reuse } = job;
    if (reuse !== undefined && reuse !== 'duplicate' && job.action !== 'propose')
      this.#reused[reuse] += 1;
  }
}

function* oneByOne<T>(all: Iterable<T>): Generator<readonly T[]> {
  for (const one of all) yield [one];
}

function decider(context: PlanContext): (diff: TargetDiff) => readonly Job[] {
  const retranslates = retranslation(context.selection);
  const accepts = acceptance(context.selection);
  const doubtsPeople = context.doubtsPeople === true;
  return (diff) => {
    const languages = context.languagesOf(diff.target.locale);
    const message = { syntax: diff.pair.source.syntax, ...languages };
    const decision = { diff, accepts, retranslates, message, doubtsPeople };
    const jobs: Job[] = [];
    for (const unit of diff.units) {
      const job = decide(unit, decision);
      if (job !== undefined) jobs.push(job);
    }
    return jobs;
  };
}

/** What one locale's files have for the texts that these jobs want. */
function leverageFor(
  jobs: readonly Job[],
  ofLocale: readonly TargetDiff[],
  orphans: readonly Orphan[],
): LeverageIndex {
  const leverage = new LeverageIndex(jobs.map(({ unit }) => unit));
  for (const diff of ofLocale) leverage.add(diff);
  const locale = ofLocale[0]?.target.locale;
  for (const orphan of orphans) {
    if (orphan.locale === locale)
      for (const { unit, facts } of orphan.units) leverage.addDropped(unit, facts, orphan.path);
  }
  return leverage;
}

function byTarget(jobs: readonly Job[]): JobsOf {
  const groups = new Map<TargetDiff, Job[]>();
  for (const job of jobs) {
    const group = groups.get(job.diff);
    if (group === undefined) groups.set(job.diff, [job]);
    else group.push(job);
  }
  return groups;
}

/** True for a job whose answers were all in the memory; a text without anything to translate needs none. */
function isRemembered(job: Job): boolean {
  return job.text !== undefined && wiresOf(job).length > 0;
}

interface Decision {
  readonly doubtsPeople: boolean;
  readonly diff: TargetDiff;
  readonly accepts: (unit: UnitDiff) => boolean;
  readonly retranslates: (unit: UnitDiff) => boolean;
  /** Of a unit that has nothing of its own. */
  readonly message: MessageContext;
}

function decide(unit: UnitDiff, decision: Decision): Job | undefined {
  const { diff } = decision;
  const accepted = decision.accepts(unit);
  // In a bilingual file the source stands beside its translation: an accepted one gets today's.
  const { current, expected } = unit;
  if (accepted && (current === undefined || !isOutdatedBeside(current, expected))) return undefined;
  const action = accepted ? 'copy' : actionOf(unit, decision);
  if (action === undefined) return undefined;
  const message = withOwn(decision.message, unit.expected);
  const base = { diff, unit, action, message } as const;
  const { arrival } = unit;
  if (arrival?.current !== undefined) {
    const { current, origin } = arrival;
    return makeJob({
      ...base,
      action: 'translate',
      text: current.text,
      origin,
      reuse: 'repository',
    });
  }
  if (action === 'propose' && !unit.mayPropose) return makeJob({ ...base, pending: true });
  if (action !== 'copy') return makeJob(base);
  if (accepted) return makeJob({ ...base, text: unit.current?.text ?? '', origin: ADOPTED });
  return makeJob({ ...base, text: unit.expected.text, origin: COPIED });
}

function actionOf(
  unit: UnitDiff,
  { retranslates, doubtsPeople }: Pick<Decision, 'retranslates' | 'doubtsPeople'>,
): Job['action'] | undefined {
  const { status, treatment, isKnown } = unit;
  if (unit.isReference || unit.isBlocked) return undefined;
  if (treatment === 'copy') {
    return status === 'missing' || status === 'stale' ? 'copy' : undefined;
  }
  if (status === 'missing' || status === 'stale' || retranslates(unit)) return 'translate';
  if (status === 'review') return 'propose';
  return doubtsPeople && !isKnown ? 'propose' : undefined;
}

const RETRANSLATED: Record<Retranslate, (unit: UnitDiff) => boolean> = {
  drifted: ({ drifted }) => drifted,
  edited: ({ status }) => status === 'edited' || status === 'review' || status === 'invalid',
  all: () => true,
};

function retranslation({ retranslate, keys, accept }: Selection): (unit: UnitDiff) => boolean {
  if (retranslate === undefined || accept === true) return () => false;
  const matches = keys === undefined ? () => true : keyMatcher(keys);
  const chosen = RETRANSLATED[retranslate];
  return (unit) => chosen(unit) && matches(unit.key);
}

/** True where a text that stands is to be made anew, so that reusing what stands would be no answer. */
function isRenewal({ unit, action }: Job): boolean {
  return action === 'propose' || (unit.status !== 'missing' && unit.status !== 'stale');
}

/** A text for a person to look at beside their own. */
function isProposal({ action, unit }: Job): boolean {
  return action === 'propose' && unit.status === 'review';
}

/** A person's text that was moved is what it was, whatever the rules say of it. */
function lookAt(job: Job, rules: RuleLevels): void {
  if (job.text === undefined || job.origin === undefined || !isHuman(job.origin)) return;
  job.problems = gradeProblems(validate(job.unit.expected.text, job.text, job.message), rules);
}

/** A person's text is not lost when its unit moves and changes at once, nor when the rules find fault with it. */
function keepMoved(job: Job, leverage: LeverageIndex): void {
  const found = leverage.findMoved(job.unit, job.diff.target.path);
  if (found === undefined) return;
  job.text = found.text;
  job.origin = found.origin;
  job.reuse = 'repository';
}

/** What the repository has for today's source is proposed for nothing; it stays where it is. */
function propose(job: Job, leverage: LeverageIndex): void {
  const found = leverage.find(job.unit, job.diff.target.path);
  if (found === undefined) return;
  if (isSound(job.unit.expected.text, found.text, job.message) !== undefined) return;
  job.text = found.text;
  job.origin = found.origin;
  job.reuse = 'repository';
}

function reuse(job: Job, leverage: LeverageIndex): void {
  const found = leverage.find(job.unit, job.diff.target.path);
  if (found === undefined) return;
  const unsound = isSound(job.unit.expected.text, found.text, job.message) !== undefined;
  if (unsound && !leverage.isLast(found)) return;
  leverage.take(found);
  job.text = found.text;
  job.origin = found.origin;
  job.reuse = 'repository';
}
