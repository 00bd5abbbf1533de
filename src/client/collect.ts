import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { FileReceiver } from './files.js';
import type { ResponseHeaders } from './headers.js';

/** One outgoing attempt. */
export interface Outgoing {
  readonly origin: string;
  readonly path: string;
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string | Readable | undefined;
  /**
   * Milliseconds for the whole attempt, including the answer; with a receiver, between two pieces.
   */
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
  /** Receives the body of a success. Undefined: the outcome contains it. */
  readonly receiver: FileReceiver | undefined;
}

/** The outcome of an attempt. */
export type Collected =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: ResponseHeaders;
      /** Complete for a success, otherwise the part needed for a message. */
      readonly body: Buffer;
    }
  /** The answer was not complete within the timeout. */
  | { readonly kind: 'late' }
  | { readonly kind: 'aborted' }
  /** More than `longestAnswer`. */
  | { readonly kind: 'too-long' }
  /** The receiver threw an error. */
  | { readonly kind: 'unwritten'; readonly cause: unknown }
  | { readonly kind: 'broken'; readonly cause: unknown };

/** The most bytes of an answer kept in memory. Files are streams and have no limit. */
export const longestAnswer = 67_108_864;

/** The most bytes kept of a failure. */
const longestFailure = 65_536;

const stopped = new Error('the request was cancelled because nothing waits for it any more');

function ignore(): void {
  // The attempt already has an outcome.
}

/**
 * Undici's lowest-level API. It saves the stream, listeners and promises that `request` creates for
 * each answer, because these answers are read completely anyway.
 */
class Collector implements Dispatcher.DispatchHandler {
  readonly outcome: Promise<Collected>;
  #settle: (outcome: Collected) => void = ignore;
  #settled = false;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: ResponseHeaders = {};
  #chunks: Buffer[] = [];
  #length = 0;
  #receiver: FileReceiver | undefined;
  readonly #outgoing: Outgoing;
  readonly #timer: NodeJS.Timeout;
  readonly #onAbort = (): void => this.#stop({ kind: 'aborted' });

  constructor(outgoing: Outgoing) {
    this.#outgoing = outgoing;
    this.outcome = new Promise((resolve) => (this.#settle = resolve));
    this.#timer = setTimeout(
      () => this.#stop(this.#failure() ?? { kind: 'late' }),
      outgoing.timeout,
    );
    outgoing.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** May be called again if undici resends a request on another connection. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) controller.abort(stopped);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: ResponseHeaders,
  ): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    if (this.#succeeded()) this.#receiver = this.#outgoing.receiver;
    this.#pass((receiver) => receiver.begin());
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#receiver !== undefined) {
      this.#pass((receiver) => receiver.write(chunk));
      this.#timer.refresh();
      return;
    }
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length > longestFailure && !this.#succeeded()) this.#stop(this.#answer());
    else if (this.#length > longestAnswer) this.#stop({ kind: 'too-long' });
  }

  onResponseEnd(): void {
    this.#pass((receiver) => receiver.end());
    this.#finish(this.#answer());
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, cause: Error): void {
    this.#finish(this.#failure() ?? { kind: 'broken', cause });
  }

  #pass(give: (receiver: FileReceiver) => void): void {
    if (this.#receiver === undefined || this.#settled) return;
    try {
      give(this.#receiver);
    } catch (cause) {
      this.#stop({ kind: 'unwritten', cause });
    }
  }

  #succeeded(): boolean {
    return this.#status >= 200 && this.#status < 300;
  }

  #answer(): Collected {
    const [first] = this.#chunks;
    const body =
      first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    return {
      kind: 'answer',
      status: this.#status,
      headers: this.#headers,
      body: this.#succeeded() ? body : body.subarray(0, longestFailure),
    };
  }

  /** A failure's status is enough if its body is incomplete. */
  #failure(): Collected | undefined {
    return this.#status >= 300 ? this.#answer() : undefined;
  }

  #stop(outcome: Collected): void {
    if (this.#settled) return;
    this.#finish(outcome);
    this.#controller?.abort(stopped);
  }

  #finish(outcome: Collected): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    const { signal, body } = this.#outgoing;
    signal?.removeEventListener('abort', this.#onAbort);
    if (typeof body === 'object' && !body.destroyed) body.on('error', ignore).destroy();
    this.#settle(outcome);
  }
}

/** Sends a request and reads its answer. Never rejects. */
export function collect(dispatcher: Dispatcher, outgoing: Outgoing): Promise<Collected> {
  const collector = new Collector(outgoing);
  const { origin, path, method, headers, body = null } = outgoing;
  try {
    dispatcher.dispatch(
      // The timer above is the only one.
      { origin, path, method, headers, body, headersTimeout: 0, bodyTimeout: 0 },
      collector,
    );
  } catch (cause) {
    collector.onResponseError(null, cause as Error);
  }
  return collector.outcome;
}
