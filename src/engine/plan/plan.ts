import { amountsOf } from '../changes/batches.js';
import { segmentsOf } from '../changes/segments.js';
import type {
  Change,
  Failure,
  FileChanges,
  KnownTranslation,
  PlanTotals,
  RunPlan,
  Segment,
} from '../changes/types.js';
import type { LocaleComparison } from '../units/types.js';
import { Asking } from './asking.js';
import type { AskingContext, Settled } from './asking.js';
import { draftLocale, isOpen } from './drafts.js';
import type { Draft, DraftContext } from './drafts.js';

export interface PlanContext extends DraftContext, AskingContext {}

/** Decides what is written, what is reused, and what the service is asked for. Changes nothing. */
export function planAll(locales: readonly LocaleComparison[], context: PlanContext): RunPlan {
  const plans = byLanguage(locales).map((some) => planLanguage(some, context));
  return {
    files: plans.flatMap(({ files }) => files),
    batches: plans.flatMap(({ batches }) => batches),
    answers: new Map(plans.flatMap(({ answers }) => [...answers])),
    failures: new Map(plans.flatMap(({ failures }) => [...failures])),
    totals: plans.reduce((sum, { totals }) => addTotals(sum, totals), NOTHING),
  };
}

const NOTHING: PlanTotals = {
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

/** Locales that the service knows by one code share requests; no others do. */
function byLanguage(
  locales: readonly LocaleComparison[],
): readonly (readonly LocaleComparison[])[] {
  const groups = new Map<string, LocaleComparison[]>();
  for (const locale of locales) {
    const unit = locale.files.find(({ units }) => units.length > 0)?.units[0];
    const target = unit?.options.request.target ?? locale.locale;
    const group = groups.get(target);
    if (group === undefined) groups.set(target, [locale]);
    else group.push(locale);
  }
  return [...groups.values()];
}

function planLanguage(locales: readonly LocaleComparison[], context: PlanContext): RunPlan {
  const drafts = locales.flatMap((locale) => draftLocale(locale, context));
  const asking = new Asking(drafts.flatMap(({ drafts: some }) => some).filter(isOpen), context);
  const { batches, answers, settled, failed } = asking.settle();
  const changes = new Map<Draft, Change>();
  const first = new Set<Segment>();
  const files = drafts.map(({ file, drafts: own }): FileChanges => {
    const made = own.map((draft) => {
      const change = changeOf(draft, settled.get(draft), first);
      if (failed.has(draft)) changes.set(draft, change);
      return change;
    });
    return { file, changes: made };
  });
  const failures = new Map<Change, Failure>();
  for (const [draft, failure] of failed) {
    const change = changes.get(draft);
    if (change !== undefined) failures.set(change, failure);
  }
  const reused = reusedIn(files.flatMap((one) => one.changes));
  return { files, batches, answers, failures, totals: { ...amountsOf(batches), reused } };
}

/** @param first segments that earlier changes ask for; those of this change are added */
function changeOf(draft: Draft, settled: Settled | undefined, first: Set<Segment>): Change {
  const { file, unit, message, findings } = draft;
  const isPending = draft.do === 'recall';
  const isProposal = isPending || draft.do === 'propose';
  const base = { file, unit, message, findings, isPending };
  if (settled?.state === 'waiting' && !isPending) {
    const { attempt } = settled;
    const own = segmentsOf(attempt);
    const reuse = own.every((segment) => first.has(segment)) ? 'duplicate' : undefined;
    for (const segment of own) first.add(segment);
    const action = isProposal ? 'propose' : 'translate';
    return Object.freeze({ ...base, action, known: undefined, reuse, attempt });
  }
  const remembered = settled?.state === 'known' ? settled : undefined;
  const known = draft.known ?? remembered?.known;
  const reuse = draft.reuse ?? (remembered?.isRemembered === true ? 'memory' : undefined);
  const action = isProposal ? 'propose' : actionOf(draft, known);
  return Object.freeze({ ...base, action, known, reuse, attempt: undefined });
}

function actionOf({ do: decided }: Draft, known: KnownTranslation | undefined): Change['action'] {
  if (decided === 'copy') return 'copy';
  return known === undefined ? 'translate' : 'reuse';
}

function reusedIn(changes: Iterable<Change>): PlanTotals['reused'] {
  const reused = { repository: 0, memory: 0, duplicates: 0 };
  for (const { action, reuse } of changes) {
    if (reuse === 'duplicate') reused.duplicates += 1;
    else if (reuse !== undefined && action !== 'propose') reused[reuse] += 1;
  }
  return reused;
}
