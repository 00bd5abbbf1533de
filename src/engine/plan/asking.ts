import type { Memory } from '../../state/index.js';
import { formsOf } from '../../text/index.js';
import type { Form } from '../../text/index.js';
import { packAll } from '../segments/batches.js';
import type { PackLimits } from '../segments/batches.js';
import type { AnswerChecks } from '../segments/answer-checks.js';
import { resolve, settleWith } from '../segments/resolve.js';
import type { Resolution } from '../segments/resolve.js';
import { isNoAnswer, memoryKeyOf, segmentsOf } from '../segments/segments.js';
import type { SegmentTable } from '../segments/segments.js';
import type {
  Answer,
  Attempt,
  DecidedRow,
  RequestGroup,
  RunPlan,
  Segment,
  Spare,
  Try,
} from '../units/row.js';

export interface AskingContext {
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
