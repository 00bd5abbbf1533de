import { limits } from '../../facts/index.js';
import { TranslatorError } from '../../model/index.js';
import type { ImproveOptions, Improver, LocaleSyncError } from '../../model/index.js';
import { memoryKey } from '../../lock/index.js';
import type { Memory } from '../../state/index.js';
import { countCharacters, jsonBytes, splitText } from '../../text/index.js';

/** Texts per request; the interface sets no limit. */
const MOST_TEXTS = 50;

/** Requests at a time if the config sets no number. */
const USUAL_CONCURRENCY = 4;

export interface AnswersContext {
  readonly memory: Memory;
  readonly options: ImproveOptions;
  /** Identifies the service if its answers differ from others' (the embedded one). */
  readonly service: string | undefined;
  /** BCP 47 language of the texts. */
  readonly language: string;
  readonly concurrency: number | 'auto';
  readonly signal: AbortSignal;
  readonly open: () => Promise<Improver>;
}

/** Totals of what was sent. */
export interface ImproveAmounts {
  readonly requests: number;
  readonly texts: number;
  readonly characters: number;
}

/** Answers of Write by text. Each is stored in the memory first, so no text is sent twice. */
export class Answers {
  readonly #context: AnswersContext;
  readonly #known = new Map<string, string>();
  readonly #refused = new Map<string, TranslatorError>();
  readonly #sent = { requests: 0, texts: 0, characters: 0 };
  #fatal: LocaleSyncError | undefined;

  constructor(context: AnswersContext) {
    this.#context = context;
  }

  get sent(): ImproveAmounts {
    return this.#sent;
  }

  /** The error that ended the run. */
  get fatal(): LocaleSyncError | undefined {
    return this.#fatal;
  }

  /** Ends the run. The first error counts. */
  stop(error: LocaleSyncError): void {
    this.#fatal ??= error;
  }

  /** Texts that the service refused, with the reasons. */
  get refused(): ReadonlyMap<string, TranslatorError> {
    return this.#refused;
  }

  of(text: string): string | undefined {
    const pieces = this.#piecesOf(text).map((piece) => this.#known.get(piece));
    return pieces.some((piece) => piece === undefined) ? undefined : pieces.join('');
  }

  /** Takes answers from the memory and returns the texts that have to be sent. */
  recall(texts: readonly string[]): readonly string[] {
    const pieces = [...new Set(texts.flatMap((text) => this.#piecesOf(text)))];
    const open = pieces.filter((piece) => !this.#known.has(piece) && !this.#refused.has(piece));
    const keys = new Map(open.map((piece) => [this.#keyOf(piece), piece]));
    const { memory } = this.#context;
    if (open.length > 0 && !memory.isEmpty(this.#target)) {
      for (const [key, answer] of memory.recall(this.#target, new Set(keys.keys()))) {
        const piece = keys.get(key);
        if (piece !== undefined) this.#known.set(piece, answer);
      }
    }
    return open.filter((piece) => !this.#known.has(piece));
  }

  /** Sends texts that `recall` returned. Stops at an error that would affect all of them. */
  async ask(pieces: readonly string[]): Promise<void> {
    if (pieces.length === 0 || this.#fatal !== undefined) return;
    const batches = this.#pack(pieces);
    const { concurrency } = this.#context;
    const workers = concurrency === 'auto' ? USUAL_CONCURRENCY : concurrency;
    const improver = await this.#context.open();
    const work = async (): Promise<void> => {
      for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
        if (this.#fatal !== undefined || this.#context.signal.aborted) return;
        await this.#send(improver, batch);
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
    this.#settleRefused();
  }

  /** Stores texts as their own answers: they are Write's output, or Write refused them. */
  keep(texts: readonly string[]): void {
    const pieces = texts.flatMap((text) => this.#piecesOf(text));
    this.#put(pieces.map((piece) => [piece, piece] as const));
  }

  async #send(improver: Improver, batch: readonly string[]): Promise<void> {
    const { options, signal } = this.#context;
    try {
      this.#sent.requests += 1;
      const answers = await improver.improve(batch, options, signal);
      this.#put(batch.map((text, at) => [text, answers[at] ?? text] as const));
      this.#sent.texts += batch.length;
      this.#sent.characters += batch.reduce((sum, text) => sum + countCharacters(text), 0);
    } catch (error) {
      if (!(error instanceof TranslatorError)) throw error;
      const isOwn = error.code === 'rejected' || error.code === 'too-large';
      if (!isOwn) this.#fatal ??= error;
      else if (batch.length === 1) this.#refused.set(batch[0] ?? '', error);
      else {
        // One refused text must not affect the others of its batch.
        const half = Math.ceil(batch.length / 2);
        await this.#send(improver, batch.slice(0, half));
        if (this.#isHopeless(error)) return;
        await this.#send(improver, batch.slice(half));
      }
    }
  }

  /** Whether the options seem to be refused: several texts failed and none was accepted. */
  #isHopeless(error: TranslatorError): boolean {
    if (this.#sent.texts === 0 && this.#refused.size >= FEW_REFUSALS) this.#fatal ??= error;
    return this.#fatal !== undefined;
  }

  /**
   * If all texts were refused, the options are the reason; otherwise stores each refused text as
   * its own answer.
   */
  #settleRefused(): void {
    const [first] = this.#refused.values();
    if (first === undefined) return;
    if (this.#sent.texts === 0) this.#fatal ??= first;
    else this.#put([...this.#refused.keys()].map((text) => [text, text] as const));
  }

  #put(entries: readonly (readonly [text: string, answer: string])[]): void {
    for (const [text, answer] of entries) this.#known.set(text, answer);
    const rows = entries.map(([text, answer]) => [this.#keyOf(text), answer] as const);
    this.#context.memory.put(this.#target, rows);
  }

  get #target(): string {
    return `write-${this.#context.options.language ?? this.#context.language}`;
  }

  #keyOf(text: string): string {
    const { options, service = '' } = this.#context;
    const { language = '', style = '', tone = '' } = options;
    return memoryKey(['write', service, language, style, tone, text]);
  }

  #piecesOf(text: string): readonly string[] {
    return splitText(text, this.#room, this.#context.language);
  }

  /** Bytes available for texts in a body. */
  get #room(): number {
    const { language, style, tone } = this.#context.options;
    const frame = { text: [], target_lang: language, writing_style: style, tone };
    return limits.write.bodyBytes - jsonBytes(JSON.stringify(frame)) - 16;
  }

  #pack(pieces: readonly string[]): string[][] {
    const room = this.#room;
    const batches: string[][] = [];
    let left = 0;
    for (const piece of pieces) {
      const bytes = jsonBytes(piece) + 1;
      const last = batches.at(-1);
      if (last === undefined || bytes > left || last.length === MOST_TEXTS) {
        batches.push([piece]);
        left = room - bytes;
      } else {
        last.push(piece);
        left -= bytes;
      }
    }
    return batches;
  }
}

/**
 * Number of refusals, with nothing accepted, after which the options are assumed to be the reason.
 */
const FEW_REFUSALS = 2;
