import type { TranslatorError } from '../model/index.js';
import { failBatch, halvesOf, MAX_BODY_BYTES } from './batch.js';
import type { Batch, PackLimits } from './batch.js';
import { jsonBytes } from './wire.js';
import type { Group, WireFailure } from './wire.js';

/** What becomes of a batch after one request. */
export type Outcome =
  | { readonly type: 'settled' }
  | { readonly type: 'split'; readonly parts: readonly Batch[] }
  | { readonly type: 'again'; readonly error: TranslatorError };

export const SETTLED: Outcome = { type: 'settled' };

/** Rejections of a group's requests, with none accepted, after which its options are taken to be the reason. */
const MAX_REJECTIONS = 8;
/** Of the size of a body that was too large: what bodies like it may have from then on. */
const SHRINK = 0.75;

/** What the service's refusals have taught a run: what is not asked again, and how large its bodies may be. */
export class Refusals {
  /** The last failure after which a whole group or target was given up. */
  last: TranslatorError | undefined;
  /** Groups and targets that only refuse, with the reason: not asked again in this run. */
  readonly #closed = new Map<string, WireFailure>();
  readonly #rejected = new Map<string, number>();
  /** Largest body by kind of request, lowered when the service refuses one as too large (413). */
  readonly #bodyBytes = new Map<string, number>();
  readonly #overheadOf: (group: Group) => number;

  /** @param overheadOf bytes of a body with the group's options and no texts */
  constructor(overheadOf: (group: Group) => number) {
    this.#overheadOf = overheadOf;
  }

  limitsOf(group: Group): PackLimits {
    const bytes = this.#bodyBytes.get(kindOf(group)) ?? MAX_BODY_BYTES;
    return { overhead: this.#overheadOf(group), bytes };
  }

  /** Of a batch that the service is known to refuse; undefined for one that may be sent. */
  foresee(batch: Batch): Outcome | undefined {
    const { id, options } = batch.group;
    const closed = this.#closed.get(id) ?? this.#closed.get(options.target);
    if (closed !== undefined) return failAll(batch, closed);
    return this.#isTooLarge(batch) ? halve(batch) : undefined;
  }

  /** A request of the group was answered: its options are not what others are refused for. */
  accepted(group: Group): void {
    this.#rejected.set(group.id, Number.NEGATIVE_INFINITY);
  }

  /** A refusal for what the batch is, not for when it came. */
  learn(batch: Batch, error: TranslatorError): Outcome {
    if (error.code === 'too-large') return this.#shrink(batch, error);
    if (error.code !== 'rejected') return this.givenUp(batch, error);
    return isAboutOptions(error) ? this.#closeGroup(batch, error) : this.#bisect(batch, error);
  }

  /** After all retries of a request its target is left for the next run; the other targets go on. */
  givenUp(batch: Batch, error: TranslatorError): Outcome {
    const failure = { code: 'service-failed', message: error.message } as const;
    this.#closed.set(batch.group.options.target, failure);
    this.last = error;
    return failAll(batch, failure);
  }

  /** 413: smaller bodies for all requests of this kind from here on. */
  #shrink(batch: Batch, error: TranslatorError): Outcome {
    const { group, wires } = batch;
    if (wires.length === 1) {
      return failAll(batch, { code: 'text-too-large', message: error.message });
    }
    const size = Math.floor(this.#bodySize(batch) * SHRINK);
    const { bytes = MAX_BODY_BYTES } = this.limitsOf(group);
    this.#bodyBytes.set(kindOf(group), Math.min(bytes, size));
    return halve(batch);
  }

  /** True for a batch packed before the service showed how little it takes. */
  #isTooLarge(batch: Batch): boolean {
    const bytes = this.#bodyBytes.get(kindOf(batch.group));
    return bytes !== undefined && batch.wires.length > 1 && this.#bodySize(batch) > bytes;
  }

  #bodySize({ group, wires }: Batch): number {
    const commas = wires.length - 1;
    return wires.reduce((sum, { text }) => sum + jsonBytes(text), this.#overheadOf(group) + commas);
  }

  /** 400: one bad text must not take the others with it, and options that are refused are not tried for ever. */
  #bisect(batch: Batch, error: TranslatorError): Outcome {
    const { id } = batch.group;
    const failure = { code: 'service-rejected', message: error.message } as const;
    const rejected = (this.#rejected.get(id) ?? 0) + 1;
    this.#rejected.set(id, rejected);
    if (rejected >= MAX_REJECTIONS) this.#closed.set(id, failure);
    return batch.wires.length === 1 ? failAll(batch, failure) : halve(batch);
  }

  /** What is refused is the address or the language, not a text: every other request of the group would end the same way. */
  #closeGroup(batch: Batch, error: TranslatorError): Outcome {
    const failure = { code: 'service-rejected', message: withNextStep(batch, error) } as const;
    this.#closed.set(batch.group.id, failure);
    this.last = error;
    return failAll(batch, failure);
  }
}

function failAll(batch: Batch, failure: WireFailure): Outcome {
  failBatch(batch, failure);
  return SETTLED;
}

function halve(batch: Batch): Outcome {
  return { type: 'split', parts: halvesOf(batch) };
}

/** 404: there is no such path. `target_lang`: no such language. */
function isAboutOptions({ status, parameters }: TranslatorError): boolean {
  return status === 404 || parameters.includes('target_lang');
}

function withNextStep({ group }: Batch, { status, message }: TranslatorError): string {
  if (status === 404) return message;
  const { target } = group.options;
  return `${message} (sent as ${target}; \`languages:\` in the config gives a locale another code, such as { zh_CN: ZH-HANS })`;
}

/** Services treat tagged bodies differently from plain ones. */
function kindOf({ options }: Group): string {
  return options.tagHandling ?? 'plain';
}
