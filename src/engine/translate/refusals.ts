import type { TranslatorError } from '../../model/index.js';
import { halvesOf, MAX_BODY_BYTES } from '../segments/batches.js';
import type { PackLimits } from '../segments/batches.js';
import { jsonBytes } from '../../text/index.js';
import type { Answer, Batch, Failure, RequestGroup, Segment } from '../units/row.js';

/** The result of one request of a batch. `answers` is empty if the run ended first. */
export type BatchResult =
  | { readonly type: 'answers'; readonly answers: ReadonlyMap<Segment, Answer> }
  | { readonly type: 'split'; readonly parts: readonly Batch[] }
  | { readonly type: 'again'; readonly error: TranslatorError };

/**
 * After this many rejected requests of a group, with none accepted, its options are assumed to be
 * the reason.
 */
const MAX_REJECTIONS = 8;
/** New size limit after a body was too large, as a share of that body's size. */
const SHRINK = 0.75;

/**
 * What refusals have shown during a run: what not to request again, and how large bodies may be.
 */
export class Refusals {
  #last: TranslatorError | undefined;
  /**
   * Groups (by id) and targets that were refused entirely, with the reason: not requested again in
   * this run.
   */
  readonly #closed = new Map<string, Failure>();
  readonly #rejections = new Map<string, number>();
  /**
   * Largest body in bytes by kind of request, reduced when the service refuses one as too large
   * (413).
   */
  readonly #bodyBytes = new Map<string, number>();
  readonly #overheadOf: (group: RequestGroup) => number;

  /** @param overheadOf bytes of a body with the group's options and no texts */
  constructor(overheadOf: (group: RequestGroup) => number) {
    this.#overheadOf = overheadOf;
  }

  /** The last error that closed a group or target. */
  get last(): TranslatorError | undefined {
    return this.#last;
  }

  limitsOf(group: RequestGroup): PackLimits {
    const bytes = this.#bodyBytes.get(kindOf(group)) ?? MAX_BODY_BYTES;
    return { overhead: this.#overheadOf(group), bytes };
  }

  /** The result of a batch that the service is known to refuse; undefined if it may be sent. */
  foresee(batch: Batch): BatchResult | undefined {
    const { id, options } = batch.group;
    const closed = this.#closed.get(id) ?? this.#closed.get(options.target);
    if (closed !== undefined) return failAll(batch, closed);
    return this.#isTooLarge(batch) ? halve(batch) : undefined;
  }

  /**
   * Called when a request of the group was answered: its options are not the reason for other
   * refusals.
   */
  accepted(group: RequestGroup): void {
    this.#rejections.set(group.id, Number.NEGATIVE_INFINITY);
  }

  /** Handles a refusal that is due to the batch's content, not its timing. */
  learn(batch: Batch, error: TranslatorError): BatchResult {
    if (error.code === 'too-large') return this.#shrink(batch, error);
    if (error.code !== 'rejected') return this.giveUp(batch, error);
    return isAboutOptions(error) ? this.#closeGroup(batch, error) : this.#bisect(batch, error);
  }

  /** After all retries of a request, its target is left to the next run; other targets continue. */
  giveUp(batch: Batch, error: TranslatorError): BatchResult {
    const failure: Failure = { code: 'service-failed', message: error.message };
    this.#closed.set(batch.group.options.target, failure);
    this.#last = error;
    return failAll(batch, failure);
  }

  /** 413: uses smaller bodies for all requests of this kind from now on. */
  #shrink(batch: Batch, error: TranslatorError): BatchResult {
    const { group, segments } = batch;
    if (segments.length === 1) {
      return failAll(batch, { code: 'text-too-large', message: error.message });
    }
    const size = Math.floor(this.#bodySize(batch) * SHRINK);
    const { bytes = MAX_BODY_BYTES } = this.limitsOf(group);
    this.#bodyBytes.set(kindOf(group), Math.min(bytes, size));
    return halve(batch);
  }

  /** Whether the batch was packed before the service refused bodies of its size. */
  #isTooLarge(batch: Batch): boolean {
    const bytes = this.#bodyBytes.get(kindOf(batch.group));
    return bytes !== undefined && batch.segments.length > 1 && this.#bodySize(batch) > bytes;
  }

  #bodySize({ group, segments }: Batch): number {
    const commas = segments.length - 1;
    const empty = this.#overheadOf(group) + commas;
    return segments.reduce((sum, { text }) => sum + jsonBytes(text), empty);
  }

  /** 400: one bad text must not affect the others, and refused options are not tried forever. */
  #bisect(batch: Batch, error: TranslatorError): BatchResult {
    const { id } = batch.group;
    const failure: Failure = { code: 'service-rejected', message: error.message };
    const rejections = (this.#rejections.get(id) ?? 0) + 1;
    this.#rejections.set(id, rejections);
    if (rejections >= MAX_REJECTIONS) this.#closed.set(id, failure);
    return batch.segments.length === 1 ? failAll(batch, failure) : halve(batch);
  }

  /**
   * The address, language, glossary or style is refused, not a text: every request of the group
   * would fail.
   */
  #closeGroup(batch: Batch, error: TranslatorError): BatchResult {
    const failure: Failure = { code: 'service-rejected', message: withNextStep(batch, error) };
    this.#closed.set(batch.group.id, failure);
    this.#last = error;
    return failAll(batch, failure);
  }
}

function failAll({ segments }: Batch, failure: Failure): BatchResult {
  const answer: Answer = { failure };
  return { type: 'answers', answers: new Map(segments.map((segment) => [segment, answer])) };
}

function halve(batch: Batch): BatchResult {
  return { type: 'split', parts: halvesOf(batch) };
}

/** Parameters that are refused regardless of the texts. */
const OF_A_GROUP = ['target_lang', 'glossary_id', 'style_id'];

/** Whether the path (404) or an option is refused, regardless of the texts. */
function isAboutOptions({ status, parameters }: TranslatorError): boolean {
  return status === 404 || OF_A_GROUP.some((name) => parameters.includes(name));
}

function withNextStep({ group }: Batch, { status, message, parameters }: TranslatorError): string {
  if (status === 404) return message;
  const { target } = group.options;
  if (!parameters.includes('target_lang')) {
    return `${message} (if it was deleted there, run again: the next run recreates glossaries and styles from their files)`;
  }
  return `${message} (sent as ${target}; to send another code, map the locale under \`languages:\` in the config, such as { zh_CN: ZH-HANS })`;
}

/** Services treat tagged bodies differently from plain ones. */
function kindOf({ options }: RequestGroup): string {
  return options.tagHandling ?? 'plain';
}
