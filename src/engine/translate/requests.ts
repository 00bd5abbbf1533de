import { TranslatorError } from '../../model/index.js';
import type { EngineEvent, TranslationAnswer, Translator } from '../../model/index.js';
import type { Memory } from '../../state/index.js';
import { isNoAnswer, memoryKeyOf } from '../segments/segments.js';
import type { Answer, Batch, Segment } from '../units/row.js';
import type { Counts } from './counts.js';
import { memoryLost } from './keeping.js';
import type { Stop } from './stop.js';

export interface RequestContext {
  readonly translator: Translator;
  readonly memory: Pick<Memory, 'put' | 'hasRoom' | 'isLimited' | 'failure'>;
  /**
   * Whether files can hold answers that the memory cannot. Otherwise nothing more is sent while
   * there is still room for the requests in flight.
   */
  readonly isKeptInFiles: () => boolean;
  readonly onEvent: (event: EngineEvent) => void;
}

/**
 * Sends batches one after the other and stores each answer in the memory before anything else uses
 * it.
 */
export class Requests {
  readonly #context: RequestContext;
  readonly #counts: Counts;
  readonly #stop: Stop;
  readonly #backends = new Set<string>();

  constructor(context: RequestContext, { counts, stop }: { counts: Counts; stop: Stop }) {
    this.#context = context;
    this.#counts = counts;
    this.#stop = stop;
  }

  /**
   * @param onAnswered called when the answer has arrived, before it is read
   * @throws TranslatorError
   */
  async send(batch: Batch, onAnswered: () => void): Promise<ReadonlyMap<Segment, Answer>> {
    const answer = await this.#ask(batch, onAnswered);
    const { segments } = batch;
    const { texts } = answer;
    if (texts.length !== segments.length) {
      const message = `The service returned ${texts.length} texts for a request with ${segments.length}; none of them is used.`;
      throw new TranslatorError('protocol', message);
    }
    const answers = segments.map((segment, i) => [segment, { text: texts[i] ?? '' }] as const);
    // Into the memory first, so that whatever happens next, this is paid for once.
    this.#keep(batch, answers);
    this.#counts.answered(batch, answer.billedCharacters);
    this.#tellBackend(batch, answer);
    return new Map(answers);
  }

  async #ask(batch: Batch, onAnswered: () => void): Promise<TranslationAnswer> {
    const { translator, onEvent } = this.#context;
    const { options } = batch.group;
    const counts = this.#counts;
    const stoppable = this.#stop.watch();
    let wasUnsent = false;
    counts.requestBegins();
    try {
      return await translator.translate(
        { options, texts: batch.segments.map(({ text }) => text) },
        {
          signal: stoppable.signal,
          surfaceRate: true,
          onAnswered,
          onUnsent: () => {
            wasUnsent = true;
            counts.requestNotSent();
          },
          onRetry: (reason) => {
            if (!stoppable.retriesIn(reason.delay)) return;
            counts.requestRepeats();
            // A repetition of a request that was never sent is not an additional one.
            if (!wasUnsent) counts.expectRequests(1);
            wasUnsent = false;
            onEvent({ type: 'retry', target: options.target, reason });
          },
        },
      );
    } finally {
      counts.requestEnds();
      stoppable.ended();
    }
  }

  #keep(
    { group }: Batch,
    answers: readonly (readonly [Segment, { readonly text: string }])[],
  ): void {
    const { memory, isKeptInFiles } = this.#context;
    // An empty answer is a temporary fault: if remembered, it would be used forever.
    const entries = answers
      .filter(([segment, { text }]) => !isNoAnswer(segment.text, text))
      .map(([segment, { text }]) => [memoryKeyOf(segment), text] as const);
    const isKept = entries.length === 0 || memory.put(group.options.target, entries);
    if (isKept && memory.hasRoom()) return;
    if (memory.isLimited || !isKeptInFiles()) this.#stop.fail(memoryLost(memory));
  }

  #tellBackend({ group }: Batch, { backend }: TranslationAnswer): void {
    const { target } = group.options;
    if (backend === undefined || this.#backends.has(`${target} ${backend}`)) return;
    this.#backends.add(`${target} ${backend}`);
    this.#context.onEvent({ type: 'backend', target, name: backend });
  }
}
