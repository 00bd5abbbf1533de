import { eachInSteps } from '../../model/index.js';
import type { Steps } from '../../model/index.js';
import type { Memory } from '../../state/index.js';
import { formsOf } from '../../text/index.js';
import type { Form } from '../../text/index.js';
import { packAll } from '../changes/batches.js';
import type { PackLimits } from '../changes/batches.js';
import type { AnswerChecks } from '../changes/answer-checks.js';
import { resolve, settleWith } from '../changes/resolve.js';
import type { Resolution } from '../changes/resolve.js';
import { isNoAnswer, memoryKeyOf, segmentsOf } from '../changes/segments.js';
import type { SegmentTable } from '../changes/segments.js';
import type {
  Answer,
  Attempt,
  Failure,
  KnownTranslation,
  RequestGroup,
  RunPlan,
  Segment,
  Spare,
  Try,
} from '../changes/types.js';
import type { Draft } from './drafts.js';

export interface AskingContext {
  readonly memory: Pick<Memory, 'isEmpty' | 'recall'>;
  readonly segments: SegmentTable;
  /** Default: no sound answer is suspicious. */
  readonly checks?: AnswerChecks | undefined;
  readonly limitsOf: (group: RequestGroup) => PackLimits;
  /**
   * Texts that changes of earlier plans wait for and that no request has: they join this plan's.
   * Default: none.
   */
  readonly unsent?: readonly Segment[] | undefined;
}

/** A change that needs a text, and how far it has come. */
export interface OpenDraft {
  readonly draft: Draft;
  /** What it waits for, or its last attempt. */
  readonly attempt: Attempt;
  /** Its text, or why it has none; undefined: it waits for answers. */
  readonly end: Known | { readonly failure: Failure } | undefined;
}

interface Known {
  readonly known: KnownTranslation;
  /** Whether the memory had it. */
  readonly isRemembered: boolean;
}

type Unsettled = { -readonly [Name in keyof OpenDraft]: OpenDraft[Name] };

/** Changes per step: each is quick. */
const STEP = 100;

/** The requests, and the result for each change, in order. */
interface Settled extends Pick<RunPlan, 'batches' | 'answers'> {
  readonly open: readonly OpenDraft[];
}

/** Resolves changes from the memory as far as possible, and packs the rest into requests. */
export class Asking {
  readonly #context: AskingContext;
  readonly #answers = new Map<Segment, Answer>();
  readonly #looked = new Set<Segment>();
  readonly #drafts: readonly Draft[];

  constructor(drafts: readonly Draft[], context: AskingContext) {
    this.#drafts = drafts;
    this.#context = context;
  }

  *settle(): Steps<Settled> {
    const begin = (draft: Draft): Unsettled => {
      return { draft, attempt: this.#attempt(draft, { form: firstForm(draft) }), end: undefined };
    };
    const open = yield* eachInSteps(this.#drafts, begin, STEP);
    yield* this.#advance(open);
    for (;;) {
      const { batches, tooLarge } = packAll(this.#wanted(open), this.#context.limitsOf);
      if (tooLarge.size === 0) {
        const answers = this.#waitedFor(open);
        return { batches, answers, open };
      }
      for (const [segment, failure] of tooLarge) this.#answers.set(segment, { failure });
      const isTooLarge = (segment: Segment): boolean => tooLarge.has(segment);
      yield* this.#advance(
        open.filter((one) => isWaiting(one) && segmentsOf(one.attempt).some(isTooLarge)),
      );
    }
  }

  #attempt(draft: Draft, { form, again, spare }: Try & { readonly spare?: Spare }): Attempt {
    const attempt = this.#context.segments.attempt(draft, form, again);
    return spare === undefined ? attempt : { ...attempt, spare };
  }

  #resolve({ draft, attempt }: OpenDraft): Resolution {
    const { checks } = this.#context;
    const result = resolve(draft, attempt, this.#answers, checks);
    // A proposal that is not requested is shown as far as it is known.
    const isLast = result.state === 'waiting' && draft.do === 'recall';
    return isLast && attempt.spare !== undefined
      ? settleWith(draft, attempt.spare.best, checks)
      : result;
  }

  /**
   * Tries one form after the other, until each change has a text, waits for answers, or has failed.
   */
  *#advance(all: readonly Unsettled[]): Steps<void> {
    let open = all;
    while (open.length > 0) {
      this.#recall(open);
      const next: Unsettled[] = [];
      let left = open.length;
      for (const one of open) {
        left -= 1;
        if (left % STEP === 0) yield;
        const result = this.#resolve(one);
        if (result.state === 'waiting') continue;
        if (result.state === 'next') {
          one.attempt = this.#attempt(one.draft, result);
          next.push(one);
        } else if (result.state === 'failed') one.end = { failure: result.failure };
        else {
          const { text, origin, findings } = result;
          const known = { text, origin, ...(findings === undefined ? {} : { findings }) };
          one.end = { known, isRemembered: segmentsOf(one.attempt).length > 0 };
        }
      }
      open = next;
    }
  }

  /** Looks up all new segments in the memory, with one call per target language. */
  #recall(open: readonly OpenDraft[]): void {
    const { memory } = this.#context;
    const empty = new Map<string, boolean>();
    const hasNothing = (target: string): boolean => {
      const known = empty.get(target) ?? memory.isEmpty(target);
      empty.set(target, known);
      return known;
    };
    const wanted = new Map<string, Map<string, Segment>>();
    for (const { attempt } of open) {
      for (const segment of segmentsOf(attempt)) {
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
  #wanted(open: readonly OpenDraft[]): readonly Segment[] {
    const wanted = new Set(this.#context.unsent);
    for (const one of open) {
      if (!isWaiting(one) || one.draft.do === 'recall') continue;
      for (const segment of segmentsOf(one.attempt)) {
        if (!this.#answers.has(segment)) wanted.add(segment);
      }
    }
    return [...wanted];
  }

  /** Known answers that waiting changes need besides those of the service. */
  #waitedFor(open: readonly OpenDraft[]): ReadonlyMap<Segment, Answer> {
    const needed = new Map<Segment, Answer>();
    if (this.#answers.size === 0) return needed;
    for (const { attempt } of open.filter(isWaiting)) {
      for (const segment of segmentsOf(attempt)) {
        const answer = this.#answers.get(segment);
        if (answer !== undefined) needed.set(segment, answer);
      }
    }
    return needed;
  }
}

function isWaiting({ end }: OpenDraft): boolean {
  return end === undefined;
}

/** The first form in which a change's text is sent. */
function firstForm({ unit, message }: Draft): Form {
  return formsOf(unit.source.expected.text, message)[0] ?? 'element';
}
