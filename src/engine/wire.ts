import { countCharacters, splitText } from '../text/index.js';
import type { Prepared } from '../text/index.js';
import type { Problem, RequestOptions } from '../model/index.js';
import { memoryKey } from '../state/index.js';
import type { Job } from './job.js';
import type { UnitOptions } from './options.js';

/** Texts that can share a request: everything of it but the texts is equal. */
export interface Group {
  readonly id: string;
  /** Of the options that change the answer (`UnitOptions.fingerprint`). */
  readonly fingerprint: string;
  readonly options: RequestOptions;
}

/** One distinct text for the service. Jobs that need the same one share it, so it is sent once. */
export interface Wire {
  readonly group: Group;
  readonly text: string;
  /** Code points that the service bills. */
  readonly characters: number;
  answer: string | undefined;
  failure: WireFailure | undefined;
  /** In a request of the plan: whoever needs it waits for it, though its answer may come while the plan is still made. */
  underWay: boolean;
  /** Who waits for the answer. */
  jobs: Job | Job[] | undefined;
}

/** What a prepared text needs: the wires of each of its texts, whose answers, joined, are its answer. Most need but one. */
export type Wires = Wire | readonly (readonly Wire[])[];

export function listOf(wires: Wires): readonly Wire[] {
  return Array.isArray(wires) ? (wires as readonly (readonly Wire[])[]).flat() : [wires as Wire];
}

/** Why a text has no answer. */
export type WireFailure = Pick<Problem, 'code' | 'message'>;

/** The memory's answer to a text. */
export type Recall = (wire: Wire) => string | undefined;

interface Entry {
  readonly group: Group;
  readonly wires: Map<string, Wire>;
}

/** A character takes at most six bytes of JSON, so short texts need no measuring. */
const LONGEST_JSON = 6;

/** All texts of a run that the service is, or was, asked for; each distinct one once. */
export class WireTable {
  readonly #groups = new Map<string, Entry>();
  /** Groups of texts without markup: most texts, so that they are found without the long id. */
  readonly #plain = new Map<UnitOptions, Entry>();
  readonly #recall: Recall;
  readonly #largest: (group: Group) => number;
  readonly #pending: Wire[] = [];
  #asked = 0;

  /**
   * @param recall the memory's answer to a text
   * @param largest bytes of JSON that one text of a group may take
   */
  constructor(recall: Recall, largest: (group: Group) => number) {
    this.#recall = recall;
    this.#largest = largest;
  }

  /** The wires that a prepared text needs, made or shared. */
  take(prepared: Prepared, options: UnitOptions): Wires {
    const entry = this.#groupOf(prepared, options);
    const limit = this.#largest(entry.group);
    const [text] = prepared.texts;
    if (text !== undefined && prepared.texts.length === 1 && text.length * LONGEST_JSON <= limit) {
      return this.#wireOf(entry, text);
    }
    const parts = prepared.texts.map((one) => this.#split(one, entry.group, limit));
    return parts.map((texts) => texts.map((one) => this.#wireOf(entry, one)));
  }

  /** Wires made so far that had no answer. */
  get asked(): number {
    return this.#asked;
  }

  #wireOf({ group, wires }: Entry, text: string): Wire {
    const known = wires.get(text);
    if (known !== undefined) return known;
    const { tagHandling } = group.options;
    const wire: Wire = {
      group,
      text,
      characters: countCharacters(text, tagHandling),
      answer: undefined,
      failure: undefined,
      underWay: false,
      jobs: undefined,
    };
    wire.answer = this.#recall(wire);
    wires.set(text, wire);
    if (wire.answer === undefined) {
      this.#pending.push(wire);
      this.#asked += 1;
    }
    return wire;
  }

  /** Lets go of a wire that nobody waits for any more: who needs its answer again has it from the memory. */
  forget({ group, text }: Wire): void {
    this.#groups.get(group.id)?.wires.delete(text);
  }

  /** How many `drain` would give. */
  get waiting(): number {
    return this.#pending.length;
  }

  /** Wires made since the last call that have no answer. */
  drain(): readonly Wire[] {
    return this.#pending.splice(0);
  }

  /** Some of those just drained, to be drained again. */
  putBack(wires: readonly Wire[]): void {
    this.#pending.unshift(...wires);
  }

  #groupOf(prepared: Prepared, options: UnitOptions): Entry {
    if (prepared.tagHandling !== undefined || prepared.ignoreTags !== undefined)
      return this.#makeGroup(prepared, options);
    let entry = this.#plain.get(options);
    if (entry === undefined) this.#plain.set(options, (entry = this.#makeGroup(prepared, options)));
    return entry;
  }

  #makeGroup({ tagHandling, ignoreTags }: Prepared, options: UnitOptions): Entry {
    const id = `${options.fingerprint}\n${tagHandling ?? ''}\n${ignoreTags?.join(' ') ?? ''}`;
    let entry = this.#groups.get(id);
    if (entry === undefined) {
      const request: RequestOptions = {
        ...options.request,
        ...(tagHandling === undefined ? {} : { tagHandling }),
        ...(ignoreTags === undefined ? {} : { ignoreTags }),
      };
      const { fingerprint } = options;
      const group = { id, fingerprint, options: request };
      entry = { group, wires: new Map<string, Wire>() };
      this.#groups.set(id, entry);
    }
    return entry;
  }

  /** Only text without markup can be cut anywhere; a marked-up one that is too large goes down the ladder. */
  #split(text: string, group: Group, limit: number): readonly string[] {
    if (text.length * LONGEST_JSON <= limit || group.options.tagHandling !== undefined)
      return [text];
    return jsonBytes(text) <= limit ? [text] : splitText(text, limit, group.options.source);
  }
}

/** Key in the memory; not kept, since it is longer than many a text. */
export function keyOf({ group, text }: Wire): string {
  const { tagHandling, ignoreTags } = group.options;
  return memoryKey([group.fingerprint, tagHandling ?? '', ignoreTags?.join(' ') ?? '', text]);
}

const encoder = new TextEncoder();

/** Nothing for something: a fault of the service, and no translation to remember. */
export function isNoAnswer(text: string, answer: string): boolean {
  return answer.trim() === '' && text.trim() !== '';
}

/** Bytes that a text takes in a JSON body, quotes included. */
export function jsonBytes(text: string): number {
  // Nothing to escape, every character one byte: most texts.
  if (/^[ !#-[\]-~]*$/.test(text)) return text.length + 2;
  const json = JSON.stringify(text);
  return /^[\u0020-\u007e]*$/.test(json) ? json.length : encoder.encode(json).length;
}
