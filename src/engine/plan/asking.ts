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
  Batch,
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
  /** `memoryKeyOf` texts that this run has already requested for these changes. Default: none. */
  readonly ahead?: ReadonlySet<string> | undefined;
}

/** A change with a known text, or with the attempt that it waits for. */
export type Settled =
  | { readonly state: 'known'; readonly known: KnownTranslation; readonly isRemembered: boolean }
  | { readonly state: 'waiting'; readonly attempt: Attempt };

/** Changes per step: each is quick. */
const STEP = 100;

/** The requests, and the result for each change. */
interface Asked extends Pick<RunPlan, 'batches' | 'answers'> {
  readonly settled: ReadonlyMap<Draft, Settled>;
  readonly failed: ReadonlyMap<Draft, Failure>;
}

/** Resolves changes from the memory as far as possible, and packs the rest into requests. */
export class Asking {
  readonly #context: AskingContext;
  readonly #answers = new Map<Segment, Answer>();
  readonly #looked = new Set<Segment>();
  readonly #settled = new Map<Draft, Settled>();
  readonly #failed = new Map<Draft, Failure>();
  readonly #drafts: readonly Draft[];
  readonly #head: readonly Batch[];
  /** Texts requested ahead that a change was counted for. Other changes reuse them. */
  readonly #counted = new Set<string>();

  /** @param head requests that are already packed (`headStart`) */
  constructor(drafts: readonly Draft[], context: AskingContext, head: readonly Batch[] = []) {
    this.#drafts = drafts;
    this.#head = head;
    this.#context = context;
  }

  *settle(): Steps<Asked> {
    const begin = (draft: Draft): readonly [Draft, Attempt] =>
      this.#attempt(draft, { form: firstForm(draft) });
    const first = yield* eachInSteps(this.#drafts, begin, STEP);
    yield* this.#advance(first);
    for (;;) {
      const asked = this.#asked();
      const { batches, tooLarge } = packAll(asked, this.#context.limitsOf);
      if (tooLarge.size === 0) {
        const { settled, failed } = { settled: this.#settled, failed: this.#failed };
        const answers = this.#waitedFor();
        return { batches: [...this.#head, ...batches], answers, settled, failed };
      }
      for (const [segment, failure] of tooLarge) this.#answers.set(segment, { failure });
      yield* this.#advance(this.#waiting(tooLarge));
    }
  }

  #attempt(draft: Draft, next: Try & { readonly spare?: Spare }): readonly [Draft, Attempt] {
    const { form, again, spare } = next;
    const attempt = this.#context.segments.attempt(draft, form, again);
    return [draft, spare === undefined ? attempt : { ...attempt, spare }];
  }

  #resolve(draft: Draft, attempt: Attempt): Resolution {
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
  *#advance(attempts: readonly (readonly [Draft, Attempt])[]): Steps<void> {
    let open = attempts;
    while (open.length > 0) {
      this.#recall(open);
      const next: (readonly [Draft, Attempt])[] = [];
      let left = open.length;
      for (const [draft, attempt] of open) {
        left -= 1;
        if (left % STEP === 0) yield;
        const result = this.#resolve(draft, attempt);
        this.#settled.delete(draft);
        if (result.state === 'next') next.push(this.#attempt(draft, result));
        else if (result.state === 'failed') this.#failed.set(draft, result.failure);
        else if (result.state === 'waiting')
          this.#settled.set(draft, { state: 'waiting', attempt });
        else {
          const { text, origin, findings } = result;
          const known = { text, origin, ...(findings === undefined ? {} : { findings }) };
          const isRemembered = this.#isOfBefore(attempt);
          this.#settled.set(draft, { state: 'known', known, isRemembered });
        }
      }
      open = next;
    }
  }

  /** Whether the memory had the text before this change requested it. */
  #isOfBefore(attempt: Attempt): boolean {
    const { ahead } = this.#context;
    const segments = segmentsOf(attempt);
    if (ahead === undefined || ahead.size === 0) return segments.length > 0;
    const requested = segments.map(memoryKeyOf).filter((key) => ahead.has(key));
    const own = requested.filter((key) => !this.#counted.has(key));
    for (const key of own) this.#counted.add(key);
    return own.length < segments.length;
  }

  /** Looks up all new segments in the memory, with one call per target language. */
  #recall(attempts: readonly (readonly [Draft, Attempt])[]): void {
    // The memory was empty when these were sent. Anything it has now, this run requested.
    if (this.#head.length > 0) return;
    const { memory } = this.#context;
    const empty = new Map<string, boolean>();
    const hasNothing = (target: string): boolean => {
      const known = empty.get(target) ?? memory.isEmpty(target);
      empty.set(target, known);
      return known;
    };
    const wanted = new Map<string, Map<string, Segment>>();
    for (const [, attempt] of attempts) {
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
  #asked(): readonly Segment[] {
    const asked = new Set<Segment>();
    for (const [draft, settled] of this.#settled) {
      if (settled.state !== 'waiting' || draft.do === 'recall') continue;
      for (const segment of segmentsOf(settled.attempt)) {
        if (!this.#answers.has(segment)) asked.add(segment);
      }
    }
    for (const { segments } of this.#head) for (const segment of segments) asked.delete(segment);
    return [...asked];
  }

  #waiting(segments: ReadonlyMap<Segment, unknown>): readonly (readonly [Draft, Attempt])[] {
    const found: (readonly [Draft, Attempt])[] = [];
    for (const [draft, settled] of this.#settled) {
      if (settled.state !== 'waiting') continue;
      if (segmentsOf(settled.attempt).some((segment) => segments.has(segment))) {
        found.push([draft, settled.attempt]);
      }
    }
    return found;
  }

  /** Known answers that waiting changes need besides those of the service. */
  #waitedFor(): ReadonlyMap<Segment, Answer> {
    const needed = new Map<Segment, Answer>();
    if (this.#answers.size === 0) return needed;
    for (const settled of this.#settled.values()) {
      if (settled.state !== 'waiting') continue;
      for (const segment of segmentsOf(settled.attempt)) {
        const answer = this.#answers.get(segment);
        if (answer !== undefined) needed.set(segment, answer);
      }
    }
    return needed;
  }
}

/** The first form in which a change's text is sent. */
export function firstForm({ unit, message }: Draft): Form {
  return formsOf(unit.source.expected.text, message)[0] ?? 'element';
}
