import { amountsOf, packAll } from '../segments/batches.js';
import type { PackLimits } from '../segments/batches.js';
import { segmentsOf, isNoAnswer, memoryKeyOf } from '../segments/segments.js';
import type { SegmentTable } from '../segments/segments.js';
import { decidedRows, isForFile } from '../units/decided.js';
import type {
  Attempt,
  DecidedRow,
  LocaleComparison,
  PlanTotals,
  RunPlan,
  Segment,
  Answer,
  RequestGroup,
  Spare,
  Try,
} from '../units/row.js';
import type { DecisionContext } from './decide.js';
import { decideLocale } from './decisions.js';
import type { Memory } from '../../state/index.js';
import { formsOf } from '../../text/index.js';
import type { Form } from '../../text/index.js';
import type { AnswerChecks } from '../segments/answer-checks.js';
import { resolve, settleWith } from '../segments/resolve.js';
import type { Resolution } from '../segments/resolve.js';
import type { Translator } from '../../model/index.js';

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

interface AskingContext {
  readonly memory: Pick<Memory, 'isEmpty' | 'recall'>;
  readonly segments: SegmentTable;
  /** Default: no sound answer is suspicious. */
  readonly checks?: AnswerChecks | undefined;
  readonly limitsOf: (group: RequestGroup) => PackLimits;
  /**
   * Texts that rows of earlier plans wait for and that no request has: they join this plan's.
   * Default: none.
   */
  readonly unsent?: readonly Segment[] | undefined;
}

/**
 * Finds the texts of rows in the memory as far as possible, and packs the rest into requests. A row
 * that waits for answers keeps its `attempt`; the others have a text or a failure.
 */
export class Asking {
  readonly #context: AskingContext;
  readonly #answers = new Map<Segment, Answer>();
  readonly #looked = new Set<Segment>();
  readonly #rows: readonly DecidedRow[];

  /** @param rows those without a text */
  constructor(rows: readonly DecidedRow[], context: AskingContext) {
    this.#rows = rows;
    this.#context = context;
  }

  settle(): Pick<RunPlan, 'batches' | 'answers'> {
    for (const row of this.#rows) {
      row.decision.attempt = this.#attempt(row, { form: firstForm(row) });
    }
    this.#advance(this.#rows);
    for (;;) {
      const { batches, tooLarge } = packAll(this.#wanted(), this.#context.limitsOf);
      if (tooLarge.size === 0) {
        const answers = this.#waitedFor();
        for (const { decision } of this.#rows) {
          if (decision.do === 'recall') decision.attempt = undefined;
        }
        return { batches, answers };
      }
      for (const [segment, failure] of tooLarge) this.#answers.set(segment, { failure });
      const isTooLarge = (segment: Segment): boolean => tooLarge.has(segment);
      this.#advance(this.#rows.filter((row) => segmentsFor(row).some(isTooLarge)));
    }
  }

  #attempt(row: DecidedRow, { form, again, spare }: Try & { readonly spare?: Spare }): Attempt {
    const attempt = this.#context.segments.attempt(row, form, again);
    return spare === undefined ? attempt : { ...attempt, spare };
  }

  #resolve(row: DecidedRow, attempt: Attempt): Resolution {
    const { checks } = this.#context;
    const result = resolve(row, attempt, this.#answers, checks);
    // A proposal that is not requested is shown as far as it is known.
    const isLast = result.state === 'waiting' && row.decision.do === 'recall';
    return isLast && attempt.spare !== undefined
      ? settleWith(row, attempt.spare.best, checks)
      : result;
  }

  /** Tries one form after the other, until each row has a text, waits for answers, or has failed. */
  #advance(all: readonly DecidedRow[]): void {
    let open = all;
    while (open.length > 0) {
      this.#recall(open);
      const next: DecidedRow[] = [];
      for (const row of open) {
        const { decision } = row;
        const { attempt } = decision;
        if (attempt === undefined) continue;
        const result = this.#resolve(row, attempt);
        if (result.state === 'waiting') continue;
        if (result.state === 'next') {
          decision.attempt = this.#attempt(row, result);
          next.push(row);
          continue;
        }
        decision.attempt = undefined;
        if (result.state === 'failed') decision.failure = result.failure;
        else {
          const { text, origin, findings } = result;
          decision.known = { text, origin };
          if (findings !== undefined) decision.findings = findings;
          if (segmentsOf(attempt).length > 0) decision.reuse = 'memory';
        }
      }
      open = next;
    }
  }

  /** Looks up all new segments in the memory, with one call per target language. */
  #recall(open: readonly DecidedRow[]): void {
    const { memory } = this.#context;
    const empty = new Map<string, boolean>();
    const hasNothing = (target: string): boolean => {
      const known = empty.get(target) ?? memory.isEmpty(target);
      empty.set(target, known);
      return known;
    };
    const wanted = new Map<string, Map<string, Segment>>();
    for (const row of open) {
      for (const segment of segmentsFor(row)) {
        const { target } = segment.group.options;
        // An empty memory needs no keys.
        if (hasNothing(target) || this.#looked.has(segment)) continue;
        this.#looked.add(segment);
        const keys = wanted.get(target) ?? new Map<string, Segment>();
        wanted.set(target, keys.set(memoryKeyOf(segment), segment));
      }
    }
    for (const [target, segments] of wanted) {
      const found = memory.recall(target, new Set(segments.keys()));
      for (const [key, text] of found) {
        const segment = segments.get(key);
        // An empty answer is a temporary fault: the text is requested again.
        if (segment === undefined || isNoAnswer(segment.text, text)) continue;
        this.#answers.set(segment, { text });
      }
    }
  }

  /**
   * Segments that have no answer and are in no request yet, each once, in the order in which they
   * are needed.
   */
  #wanted(): readonly Segment[] {
    const wanted = new Set(this.#context.unsent);
    for (const row of this.#rows) {
      if (row.decision.do === 'recall') continue;
      for (const segment of segmentsFor(row)) {
        if (!this.#answers.has(segment)) wanted.add(segment);
      }
    }
    return [...wanted];
  }

  /** Known answers that waiting rows need besides those of the service. */
  #waitedFor(): ReadonlyMap<Segment, Answer> {
    const needed = new Map<Segment, Answer>();
    if (this.#answers.size === 0) return needed;
    for (const row of this.#rows) {
      for (const segment of segmentsFor(row)) {
        const answer = this.#answers.get(segment);
        if (answer !== undefined) needed.set(segment, answer);
      }
    }
    return needed;
  }
}

/** The segments that a row waits for. */
function segmentsFor({ decision: { attempt } }: DecidedRow): readonly Segment[] {
  return attempt === undefined ? [] : segmentsOf(attempt);
}

/** The first form in which a row's text is sent. */
function firstForm({ source, decision }: DecidedRow): Form {
  return formsOf(source.expected.text, decision.message)[0] ?? 'element';
}

const encoder = new TextEncoder();

/** Estimate if nothing is sent: the options as JSON, plus room for resolved ids. */
function estimatedOverhead({ options }: RequestGroup): number {
  return encoder.encode(JSON.stringify(options)).length + 200;
}

/**
 * Bytes of a request body with a group's options and no texts.
 * @param translator computes it; without one it is estimated
 */
export function overheads(translator: Translator | undefined): (group: RequestGroup) => number {
  const known = new Map<string, number>();
  return (group) => {
    let overhead = known.get(group.id);
    if (overhead === undefined) {
      overhead = translator?.overhead(group.options) ?? estimatedOverhead(group);
      known.set(group.id, overhead);
    }
    return overhead;
  };
}
