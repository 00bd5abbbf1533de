import { countCharacters, splitText } from '../text/index.js';
import type { Prepared } from '../text/index.js';
import type { Problem, RequestOptions } from '../model/index.js';
import { memoryKey } from '../state/index.js';
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
  answer?: string;
  failure?: WireFailure;
}

/** Why a text has no answer. */
export type WireFailure = Pick<Problem, 'code' | 'message'>;

/** All texts of a run that the service is, or was, asked for; each distinct one once. */
export class WireTable {
  readonly #groups = new Map<
    string,
    { readonly group: Group; readonly wires: Map<string, Wire> }
  >();
  readonly #recall: (target: string, key: string) => string | undefined;
  readonly #largest: (group: Group) => number;
  readonly #pending: Wire[] = [];

  /**
   * @param recall the memory's answer for a key
   * @param largest bytes of JSON that one text of a group may take
   */
  constructor(
    recall: (target: string, key: string) => string | undefined,
    largest: (group: Group) => number,
  ) {
    this.#recall = recall;
    this.#largest = largest;
  }

  /** The wires that a prepared text needs, made or shared, and how to put the answers together. */
  take(prepared: Prepared, options: UnitOptions): WireSet {
    const entry = this.#groupOf(prepared, options);
    const limit = this.#largest(entry.group);
    const parts = prepared.texts.map((text) => this.#split(text, entry.group, limit));
    let fresh = 0;
    const wires = parts.map((texts) =>
      texts.map((text) => {
        const known = entry.wires.get(text);
        if (known !== undefined) return known;
        const wire = this.#make(entry.group, text);
        entry.wires.set(text, wire);
        if (wire.answer === undefined) {
          this.#pending.push(wire);
          fresh += 1;
        }
        return wire;
      }),
    );
    return { wires, fresh };
  }

  /** Wires made since the last call that have no answer. */
  drain(): readonly Wire[] {
    return this.#pending.splice(0);
  }

  #groupOf(prepared: Prepared, options: UnitOptions): { group: Group; wires: Map<string, Wire> } {
    const { tagHandling, ignoreTags } = prepared;
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
    // A character takes at most six bytes of JSON, so short texts need no measuring.
    if (text.length * 6 <= limit || group.options.tagHandling !== undefined) return [text];
    return jsonBytes(text) <= limit ? [text] : splitText(text, limit, group.options.source);
  }

  #make(group: Group, text: string): Wire {
    const { tagHandling, target } = group.options;
    const wire: Wire = { group, text, characters: countCharacters(text, tagHandling) };
    const answer = this.#recall(target, keyOf(wire));
    if (answer !== undefined) wire.answer = answer;
    return wire;
  }
}

/** Key in the memory; not kept, since it is longer than many a text. */
export function keyOf({ group, text }: Wire): string {
  const { tagHandling, ignoreTags } = group.options;
  return memoryKey([group.fingerprint, tagHandling ?? '', ignoreTags?.join(' ') ?? '', text]);
}

/** For each prepared text the wires whose answers, joined, are its answer. */
export interface WireSet {
  readonly wires: readonly (readonly Wire[])[];
  /** How many of them were made for this and have no answer yet. */
  readonly fresh: number;
}

const encoder = new TextEncoder();

/** Bytes that a text takes in a JSON body, quotes included. */
export function jsonBytes(text: string): number {
  const json = JSON.stringify(text);
  return /^[\u0020-\u007e]*$/.test(json) ? json.length : encoder.encode(json).length;
}
