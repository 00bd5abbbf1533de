import { amountsOf } from '../segments/batches.js';
import { segmentsOf } from '../segments/segments.js';
import { decidedRows, isForFile } from '../units/decided.js';
import type {
  Attempt,
  DecidedRow,
  LocaleComparison,
  PlanTotals,
  RunPlan,
  Segment,
} from '../units/row.js';
import { Asking } from './asking.js';
import type { AskingContext } from './asking.js';
import type { DecisionContext } from './decide.js';
import { decideLocale } from './decisions.js';

export interface PlanContext extends DecisionContext, AskingContext {}

/**
 * Decides what is written, reused and requested: one complete plan per service language, each made
 * on demand. Fills the decisions of the rows, and changes nothing else.
 */
export function* planLanguages(
  locales: readonly LocaleComparison[],
  context: PlanContext,
): Iterable<RunPlan> {
  for (const [target, some] of byLanguage(locales)) {
    const unsent = context.unsent?.filter(({ group }) => group.options.target === target);
    yield planLanguage(some, { ...context, unsent });
  }
}

/** Joins several plans into one. */
export function joinPlans(plans: readonly RunPlan[]): RunPlan {
  const [first] = plans;
  if (first !== undefined && plans.length === 1) return first;
  return {
    files: plans.flatMap(({ files }) => files),
    totals: plans.reduce((sum, { totals }) => addTotals(sum, totals), NO_TOTALS),
    batches: plans.flatMap(({ batches }) => batches),
    answers: new Map(plans.flatMap(({ answers }) => [...answers])),
  };
}

export const NO_TOTALS: PlanTotals = {
  requests: 0,
  texts: 0,
  characters: 0,
  reused: { repository: 0, memory: 0, duplicates: 0 },
};

export function addTotals(a: PlanTotals, b: PlanTotals): PlanTotals {
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
  const row = files.find(({ rows }) => rows.length > 0)?.rows[0];
  return row?.options.request.target ?? locale;
}

function planLanguage(locales: readonly LocaleComparison[], context: PlanContext): RunPlan {
  for (const locale of locales) decideLocale(locale, context);
  const files = locales.flatMap((locale) => locale.files);
  const rows = files.flatMap(decidedRows);
  const asking = new Asking(rows.filter(hasNoText), context);
  const { batches, answers } = asking.settle();
  const first = new Set(context.unsent);
  for (const { decision } of rows) {
    const { attempt } = decision;
    if (attempt !== undefined) decision.reuse = repeatIn(attempt, first);
  }
  const totals = { ...amountsOf(batches), reused: reusedIn(rows) };
  return { files, totals, batches, answers };
}

function hasNoText({ decision }: DecidedRow): boolean {
  return decision.known === undefined;
}

/**
 * 'duplicate' if all segments have already been requested.
 * @param first segments that earlier rows requested; those of this one are added
 */
function repeatIn(attempt: Attempt, first: Set<Segment>): 'duplicate' | undefined {
  let isRepeat = true;
  for (const segment of segmentsOf(attempt)) {
    if (first.has(segment)) continue;
    isRepeat = false;
    first.add(segment);
  }
  return isRepeat ? 'duplicate' : undefined;
}

function reusedIn(rows: Iterable<DecidedRow>): PlanTotals['reused'] {
  const reused = { repository: 0, memory: 0, duplicates: 0 };
  for (const row of rows) {
    const { reuse } = row.decision;
    if (reuse === 'duplicate') reused.duplicates += 1;
    else if (reuse === undefined || !isForFile(row)) continue;
    else reused[reuse === 'archive' ? 'repository' : reuse] += 1;
  }
  return reused;
}
