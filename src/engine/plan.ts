import { isSound } from '../text/index.js';
import { formatKey } from '../model/index.js';
import type { Retranslate, Selection } from '../model/index.js';
import { ADOPTED } from '../state/index.js';
import { acceptance } from './accept.js';
import { packAll } from './batch.js';
import type { Batch, PackLimits } from './batch.js';
import { Contexts } from './contexts.js';
import type { DiffContext, TargetDiff, UnitDiff } from './diff.js';
import { advance } from './job.js';
import type { Job } from './job.js';
import { keyMatcher } from './key-glob.js';
import { LeverageIndex } from './leverage.js';
import type { Orphan } from './orphans.js';
import type { Group, WireTable } from './wire.js';

/** Everything a run will do, decided before anything is done. */
export interface WorkPlan {
  readonly jobs: readonly Job[];
  /** Jobs whose text only the service has. */
  readonly waiting: readonly Job[];
  readonly batches: readonly Batch[];
  readonly totals: PlanTotals;
}

export interface PlanTotals {
  readonly requests: number;
  readonly texts: number;
  /** Unicode code points that will be billed. */
  readonly characters: number;
  readonly reused: {
    readonly repository: number;
    readonly memory: number;
    readonly duplicates: number;
  };
}

export interface PlanContext {
  readonly selection: Selection;
  /** Texts that the lock does not know are looked for in the memory: a run that was killed may have written them. */
  readonly doubtsPeople?: boolean;
  /** Files whose source is gone: their texts are reused where their source text is found again. */
  readonly orphans?: readonly Orphan[];
  readonly table: WireTable;
  readonly limitsOf: (group: Group) => PackLimits;
  readonly languagesOf: (locale: string) => DiffContext['languages'];
}

/** Decides what is written, what is reused for nothing, and what the service is asked for. */
export function planWork(diffs: readonly TargetDiff[], context: PlanContext): WorkPlan {
  const retranslates = retranslation(context.selection);
  const accepts = acceptance(context.selection);
  const jobs: Job[] = [];
  for (const ofLocale of byLocale(diffs)) {
    const found: Job[] = [];
    for (const diff of ofLocale) {
      const languages = context.languagesOf(diff.target.locale);
      const contexts = new Contexts({ pair: diff.pair, languages });
      const doubtsPeople = context.doubtsPeople === true;
      const decision = { diff, accepts, retranslates, contexts, doubtsPeople };
      for (const unit of diff.units) {
        const job = decide(unit, decision);
        if (job !== undefined) found.push(job);
      }
    }
    const wanting = found.filter((job) => job.action === 'translate' && !isRenewal(job));
    if (wanting.length > 0) {
      const leverage = leverageFor(wanting, ofLocale, context.orphans ?? []);
      for (const job of wanting) reuse(job, leverage);
    }
    jobs.push(...found);
  }
  return assemble(jobs, context);
}

/** What one locale's files have for the texts that these jobs want. */
function leverageFor(
  jobs: readonly Job[],
  ofLocale: readonly TargetDiff[],
  orphans: readonly Orphan[],
): LeverageIndex {
  const leverage = new LeverageIndex(new Set(jobs.map(({ unit }) => unit.expected.text)));
  for (const diff of ofLocale) leverage.add(diff);
  const locale = ofLocale[0]?.target.locale;
  for (const orphan of orphans) {
    if (orphan.locale === locale)
      for (const { unit, facts } of orphan.units) leverage.addDropped(unit, facts, orphan.path);
  }
  return leverage;
}

/** Takes every job as far as memory allows, and packs what is left. */
function assemble(jobs: readonly Job[], { table, limitsOf }: PlanContext): WorkPlan {
  const reused = { repository: 0, memory: 0, duplicates: 0 };
  const waiting: Job[] = [];
  const pending = jobs.filter((job) => job.pending);
  for (const job of jobs) {
    if (job.text === undefined && job.action !== 'copy' && job.pending !== true) {
      if (advance(job, table)) {
        waiting.push(job);
        if (job.attempt?.set.fresh === 0) reused.duplicates += 1;
      } else if (isRemembered(job)) job.reuse = 'memory';
    }
    if (job.reuse !== undefined && job.action !== 'propose') reused[plural(job.reuse)] += 1;
  }
  const wires = table.drain();
  const batches = packAll(wires, limitsOf);
  const sent = batches.flatMap((batch) => batch.wires);
  const characters = sent.reduce((sum, wire) => sum + wire.characters, 0);
  // Only what the memory has: their wires are not sent.
  for (const job of pending) advance(job, table);
  table.drain();
  const totals = { requests: batches.length, texts: sent.length, characters, reused };
  return { jobs, waiting, batches, totals };
}

/** True for a job whose answers were all in the memory; a text without anything to translate needs none. */
function isRemembered({ text, attempt }: Job): boolean {
  return text !== undefined && attempt !== undefined && attempt.set.wires.length > 0;
}

function plural(reuse: NonNullable<Job['reuse']>): 'repository' | 'memory' | 'duplicates' {
  return reuse === 'duplicate' ? 'duplicates' : reuse;
}

function byLocale(diffs: readonly TargetDiff[]): Iterable<readonly TargetDiff[]> {
  const groups = new Map<string, TargetDiff[]>();
  for (const diff of diffs) {
    const group = groups.get(diff.target.locale);
    if (group === undefined) groups.set(diff.target.locale, [diff]);
    else group.push(diff);
  }
  return groups.values();
}

interface Decision {
  readonly doubtsPeople: boolean;
  readonly diff: TargetDiff;
  readonly accepts: (unit: UnitDiff) => boolean;
  readonly retranslates: (unit: UnitDiff) => boolean;
  readonly contexts: Contexts;
}

function decide(unit: UnitDiff, decision: Decision): Job | undefined {
  const { diff, contexts } = decision;
  const accepted = decision.accepts(unit);
  if (accepted && !isOutdatedBeside(unit)) return undefined;
  const action = accepted ? 'copy' : actionOf(unit, decision);
  if (action === undefined) return undefined;
  const message = contexts.of(unit.expected);
  const base = { diff, unit, action, message, text: undefined, origin: undefined } as const;
  const job: Job = { ...base, attempt: undefined };
  if (action === 'propose' && !unit.mayPropose) return { ...job, pending: true };
  if (action !== 'copy') return job;
  if (accepted) return { ...job, text: unit.current?.text ?? '', origin: ADOPTED };
  return { ...job, text: unit.expected.text, origin: unit.options.origin };
}

/** In a bilingual file the source stands beside its translation: an accepted one gets today's. */
function isOutdatedBeside({ current, expected }: UnitDiff): boolean {
  return current?.source !== undefined && current.source !== expected.unit.text;
}

function actionOf(
  unit: UnitDiff,
  { retranslates, doubtsPeople }: Pick<Decision, 'retranslates' | 'doubtsPeople'>,
): Job['action'] | undefined {
  const { status, treatment, isKnown } = unit;
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
  return (unit) => chosen(unit) && matches(formatKey(unit.key));
}

/** True where a text that stands is to be made anew, so that reusing what stands would be no answer. */
function isRenewal({ unit, action }: Job): boolean {
  return action === 'propose' || (unit.status !== 'missing' && unit.status !== 'stale');
}

function reuse(job: Job, leverage: LeverageIndex): void {
  const found = leverage.find(job.unit, job.diff.target.path);
  if (found === undefined) return;
  const source = job.unit.expected.text;
  if (isSound(source, found.text, job.message) !== undefined) return;
  job.text = found.text;
  job.origin = found.origin;
  job.reuse = 'repository';
}
