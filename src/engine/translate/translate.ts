import type { ResolvedConfig } from '../../config/index.js';
import type { Problem, Store, Translator } from '../../model/index.js';
import type { AnswerChecks } from '../segments/answer-checks.js';
import type { SegmentTable } from '../segments/segments.js';
import type { FileComparison, Segment } from '../units/row.js';
import { concurrencyOf } from './concurrency.js';
import { filesAsPlace, requirePlace } from './keeping.js';
import type { Places } from './keeping.js';
import type { QueueContext, SendResult } from './queue.js';
import { Sharing, trustsText } from './sharing.js';
import { Translation } from './translation.js';
import type { PlanToSend, TranslateContext } from './translation.js';

export interface ServiceContext extends Pick<QueueContext, 'signal' | 'onEvent'> {
  readonly config: ResolvedConfig;
  readonly memory: QueueContext['memory'] & Places['memory'];
  /** Opens the service when something has to be sent. */
  readonly open: () => Promise<Translator>;
  /** Opens the shared store when texts are missing. Absent: there is none. */
  readonly openStore?: (() => Promise<Store>) | undefined;
  /** The table that created the plans' segments. */
  readonly segments: SegmentTable;
  /** The most characters that texts may be billed for. */
  readonly most: QueueContext['most'];
  readonly checks: AnswerChecks;
  readonly onSettled: TranslateContext['onSettled'];
  /** Files that the run may have to write, relative to the root. */
  readonly files: Places['files'];
}

/** The results of the requests. */
export interface Translated {
  readonly sent: SendResult;
  /** Problems of the shared store. */
  readonly storeProblems: readonly Problem[];
}

const NOTHING_SENT: SendResult = { requests: 0, texts: 0, characters: 0, fatal: undefined };

/** Sends the requests of a run's plans, one plan after the other. */
export class Sending {
  readonly #context: ServiceContext;
  readonly #places: Places;
  /** Service languages whose answers may have to be saved, until it is known that they can be. */
  #languages: readonly string[] = [];
  /** Undefined until something has to be sent. */
  #begun: Begun | undefined;

  constructor(context: ServiceContext) {
    this.#context = context;
    this.#places = { ...context, root: context.config.root };
  }

  /** Called with the service languages of the next plans: their answers must have a place. */
  expect(languages: readonly string[]): void {
    this.#languages = languages;
  }

  /**
   * Sends a plan's requests. Resolves when they are under way and there is room for the next plan.
   * @param isLast whether no later plan can fill its half-full requests: then they are sent, too
   * @throws EngineError 'memory-unwritable'
   */
  async send(plan: PlanToSend, { isLast }: { readonly isLast: boolean }): Promise<void> {
    if (!plan.files.some(isWaiting)) return;
    requirePlace(this.#languages, this.#places);
    this.#languages = [];
    this.#begun ??= await this.#begin();
    await this.#begun.translation.begin(plan, { isLast });
  }

  /** Texts that are not sent yet: those of half-full requests, and those in their next form. */
  get unsent(): readonly Segment[] {
    return this.#begun?.translation.unanswered ?? [];
  }

  /** Whether nothing more is sent, because of an error or an interruption. */
  get isStopped(): boolean {
    return this.#begun?.translation.isStopped ?? this.#context.signal.aborted;
  }

  /** Resolves when everything sent so far has been answered. */
  async answered(): Promise<Translated> {
    await this.#begun?.translation.answered();
    return this.#result(this.#begun?.translation.sent);
  }

  /** Sends a run's only plan. */
  async sendAll(plan: PlanToSend): Promise<Translated> {
    try {
      await this.send(plan, { isLast: true });
      return await this.finish();
    } finally {
      await this.close();
    }
  }

  /** Sends the rest, and resolves when every row has an outcome. */
  async finish(): Promise<Translated> {
    const { translation, sharing } = this.#begun ?? {};
    const sent = await translation?.finish();
    sharing?.remember();
    await this.close();
    return this.#result(sent);
  }

  /** Frees the answers that nothing waits for any more. */
  forget(): void {
    this.#begun?.translation.forget();
  }

  async close(): Promise<void> {
    await this.#begun?.store?.close();
  }

  #result(sent = NOTHING_SENT): Translated {
    return { sent, storeProblems: this.#begun?.store?.problems ?? [] };
  }

  async #begin(): Promise<Begun> {
    const context = this.#context;
    const translator = await context.open();
    const store = await context.openStore?.();
    const sharing = store && new Sharing(store, context.memory, await trustsText());
    const translation = new Translation({
      ...context,
      sharing,
      isKeptInFiles: filesAsPlace(this.#places),
      translator,
      concurrency: concurrencyOf(context.config.limits.concurrency),
    });
    return { translation, store, sharing };
  }
}

function isWaiting({ rows }: FileComparison): boolean {
  return rows.some(({ decision }) => decision?.attempt !== undefined);
}

interface Begun {
  readonly translation: Translation;
  readonly store: Store | undefined;
  readonly sharing: Sharing | undefined;
}
