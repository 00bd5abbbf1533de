import { TranslatorError } from '../../model/index.js';
import type { JobCall, TranslatorErrorCode } from '../../model/index.js';
import type { JobJournal } from './journal.js';
import type { Sender } from './sender.js';

/** Errors after which the service may have received a file anyway. */
const LOST: ReadonlySet<TranslatorErrorCode> = new Set([
  'network',
  'timeout',
  'server',
  'protocol',
]);

/**
 * An upload that may be billed, with a note on disk from before it begins until its answer is
 * saved. If the process is killed meanwhile, the next run finds the note.
 */
export class NotedUpload {
  readonly #key: string;
  readonly #service: string;
  readonly #journal: JobJournal;
  #isSent = false;

  /** @param key of the document's result, or of the voice job */
  constructor(key: string, { journal, service }: Sender) {
    this.#key = key;
    this.#service = service;
    this.#journal = journal;
  }

  /** Whether an earlier run was stopped before it saw the answer. */
  get wasCutOff(): boolean {
    return this.#journal.wasCutOff(this.#key, this.#service);
  }

  /**
   * @param send resolves when the answer is safely on disk
   * @throws Error of the file system before anything is sent, if the answer could not be saved
   */
  async send<T>(call: JobCall, send: (call: JobCall) => Promise<T>): Promise<T> {
    this.#journal.announce(this.#key, this.#service);
    this.#isSent = true;
    try {
      const answer = await send({
        ...call,
        onUnsent: () => {
          this.#isSent = false;
          call.onUnsent?.();
        },
        onRetry: (reason) => {
          this.#isSent = true;
          call.onRetry?.(reason);
        },
      });
      this.forget();
      return answer;
    } finally {
      this.#journal.release(this.#key);
    }
  }

  /** Removes the note: the outcome is known or reported. */
  forget(): void {
    this.#journal.retract(this.#key);
  }

  /** Whether the service may have received and billed it despite the error. */
  isLost(error: unknown): boolean {
    return this.#isSent && error instanceof TranslatorError && LOST.has(error.code);
  }
}
