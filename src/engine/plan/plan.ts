import { eachInSteps } from '../../model/index.js';
import type { Steps } from '../../model/index.js';
import { amountsOf } from '../changes/batches.js';
import { segmentsOf } from '../changes/segments.js';
import type {
  Attempt,
  Change,
  Decided,
  Failure,
  FileChanges,
  KnownTranslation,
  PlanTotals,
  RunPlan,
  Segment,
  WaitingChange,
} from '../changes/types.js';
import type { LocaleComparison } from '../units/types.js';
import { Asking } from './asking.js';
import type { AskingContext, OpenDraft } from './asking.js';
import { draftLocale, isOpen } from './drafts.js';
import type { Draft, DraftContext, FileDrafts } from './drafts.js';

export interface PlanContext extends DraftContext, AskingContext {}

/** A plan; undefined: the planner yields so that the caller can do something else. */
export type PlanStep = RunPlan | undefined;

/**
 * Decides what is written, reused and requested: one complete plan per service language, each made
 * on demand. Changes nothing.
 */
export function* planLanguages(
  locales: readonly LocaleComparison[],
  context: PlanContext,
): Iterable<PlanStep> {
  for (const [target, some] of byLanguage(locales)) {
    const unsent = context.unsent?.filter(({ group }) => group.options.target === target);
    yield yield* planLanguage(some, { ...context, unsent });
  }
}

/** Joins several plans into one. */
export function joinPlans(plans: readonly RunPlan[]): RunPlan {
  const [first] = plans;
  if (first !== undefined && plans.length === 1) return first;
  return {
    ...decidedIn(plans),
    batches: plans.flatMap(({ batches }) => batches),
    waiting: plans.flatMap(({ waiting }) => waiting),
    answers: new Map(plans.flatMap(({ answers }) => [...answers])),
  };
}

/** Joins the decisions of several plans. */
export function decidedIn(plans: readonly Decided[]): Decided {
  return {
    files: plans.flatMap(({ files }) => files),
    failures: new Map(plans.flatMap(({ failures }) => [...failures])),
    totals: plans.reduce((sum, { totals }) => addTotals(sum, totals), NO_TOTALS),
  };
}

export const NO_TOTALS: PlanTotals = {
  requests: 0,
  texts: 0,
  characters: 0,
  reused: { repository: 0, memory: 0, duplicates: 0 },
};

function addTotals(a: PlanTotals, b: PlanTotals): PlanTotals {
  return {
    requests: a.requests + b.requests,
    texts: a.texts + b.texts,
    characters: a.characters + b.characters,
    reused: {
      repository: a.reused.repository + b.reused.repository,
      memory: a.reused.memory + b.reused.memory,
      duplicates: a.reused.duplicates + b.reused.duplicates,
    },
  };
}

/** Groups locales with the same service language: only these share requests. */
function byLanguage(
  locales: readonly LocaleComparison[],
): ReadonlyMap<string, readonly LocaleComparison[]> {
  const groups = new Map<string, LocaleComparison[]>();
  for (const locale of locales) {
    const target = languageOf(locale);
    const group = groups.get(target);
    if (group === undefined) groups.set(target, [locale]);
    else group.push(locale);
  }
  return groups;
}

/** The service language of a locale; the locale itself if it has no units. */
export function languageOf({ files, locale }: LocaleComparison): string {
  const unit = files.find(({ units }) => units.length > 0)?.units[0];
  return unit?.options.request.target ?? locale;
}

function* planLanguage(locales: readonly LocaleComparison[], context: PlanContext): Steps<RunPlan> {
  const drafts: FileDrafts[] = [];
  for (const locale of locales) drafts.push(...(yield* draftLocale(locale, context)));
  const wanting = drafts.flatMap(({ drafts: some }) => some).filter(isOpen);
  const { batches, answers, open } = yield* new Asking(wanting, context).settle();
  yield undefined;
  const failures = new Map<Change, Failure>();
  const waiting: WaitingChange[] = [];
  const first = new Set(context.unsent);
  let next = 0;
  const files = yield* eachInSteps(drafts, ({ file, drafts: own }): FileChanges => {
    const made = own.map((draft, at) => {
      // `open` is in the drafts' order.
      const one = open[next]?.draft === draft ? open[next++] : undefined;
      const change = changeOf(draft, { at, open: one, first });
      if (one !== undefined && change.isAsked) waiting.push({ change, attempt: one.attempt });
      if (one?.end !== undefined && 'failure' in one.end) failures.set(change, one.end.failure);
      return change;
    });
    return { file, changes: made };
  });
  const reused = reusedIn(files.flatMap((one) => one.changes));
  const totals = { ...amountsOf(batches), reused };
  return { files, failures, totals, batches, waiting, answers };
}

interface Deciding extends Pick<Change, 'at'> {
  /** Undefined if its text was known from the start. */
  readonly open: OpenDraft | undefined;
  /** Segments that earlier changes requested; those of this change are added. */
  readonly first: Set<Segment>;
}

function changeOf(draft: Draft, { at, open, first }: Deciding): Change {
  const isPending = draft.do === 'recall';
  const isProposal = isPending || draft.do === 'propose';
  const isAsked = open !== undefined && open.end === undefined && !isPending;
  const remembered = open?.end !== undefined && 'known' in open.end ? open.end : undefined;
  const known = isAsked ? undefined : (draft.known ?? remembered?.known);
  return Object.freeze({
    file: draft.file,
    at,
    unit: draft.unit,
    action: isProposal ? 'propose' : actionOf(draft, known),
    message: draft.message,
    known,
    reuse: isAsked
      ? repeatIn(open.attempt, first)
      : (draft.reuse ?? (remembered?.isRemembered === true ? 'memory' : undefined)),
    isAsked,
    findings: known?.findings ?? draft.findings,
    isPending,
  });
}

/** 'duplicate' if all segments have already been requested. */
function repeatIn(attempt: Attempt, first: Set<Segment>): 'duplicate' | undefined {
  let isRepeat = true;
  for (const segment of segmentsOf(attempt)) {
    if (first.has(segment)) continue;
    isRepeat = false;
    first.add(segment);
  }
  return isRepeat ? 'duplicate' : undefined;
}

function actionOf({ do: decided }: Draft, known: KnownTranslation | undefined): Change['action'] {
  if (decided === 'copy') return 'copy';
  return known === undefined ? 'translate' : 'reuse';
}

function reusedIn(changes: Iterable<Change>): PlanTotals['reused'] {
  const reused = { repository: 0, memory: 0, duplicates: 0 };
  for (const { action, reuse } of changes) {
    if (reuse === 'duplicate') reused.duplicates += 1;
    else if (reuse === undefined || action === 'propose') continue;
    else reused[reuse === 'archive' ? 'repository' : reuse] += 1;
  }
  return reused;
}
