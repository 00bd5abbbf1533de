import { setTimeout as sleep } from 'node:timers/promises';
import type { Store, StoredText } from '../../model/index.js';
import type { Memory } from '../../state/index.js';
import { entryOf, isNoAnswer, memoryKeyOf } from '../segments/segments.js';
import type { Answer, Batch, Segment } from '../units/row.js';

/** Whether a text from the store may be used for a segment. */
export type TrustsText = (segment: Segment, text: string) => boolean;

/** What is known of claimed segments. Other runs request the rest. */
export interface Shared {
  readonly answers: ReadonlyMap<Segment, Answer>;
  /** Segments that this run sends. */
  readonly own: readonly Segment[];
}

/** Texts of other runs that are looked up at once. */
const PORTION = 2_000;
/** Milliseconds between two looks: after news, and at most. */
const FIRST = 100;
const LONGEST = 1_000;
const GROWTH = 1.5;

/**
 * Coordinates requests with other runs, so that each text is requested by only one. A run always
 * sends its own texts before it waits for others.
 */
export class Sharing {
  readonly #store: Store;
  readonly #memory: { readonly put: Memory['put'] };
  readonly #trusts: TrustsText;
  /** Keys that other runs are requesting. */
  readonly #others = new Map<string, Segment>();
  /** Segments with a text from the store. */
  readonly #given = new Map<Segment, string>();
  /** Segments whose store text was not usable: only the service's answer is accepted. */
  readonly #doubted = new Set<Segment>();
  #pause = FIRST;

  constructor(store: Store, memory: { readonly put: Memory['put'] }, trusts: TrustsText) {
    this.#store = store;
    this.#memory = memory;
    this.#trusts = trusts;
  }

  /** Number of texts that this run needs and other runs are requesting. */
  get awaited(): number {
    return this.#others.size;
  }

  /** Whether a segment's answer came from the store. */
  isGiven(segment: Segment): boolean {
    return this.#given.has(segment);
  }

  /** Answers in the store. */
  async lookUp(segments: readonly Segment[]): Promise<ReadonlyMap<Segment, Answer>> {
    const answers = new Map<Segment, Answer>();
    for (const [target, keys] of byTarget(segments)) {
      const accepts = this.#acceptor(keys);
      const texts = await this.#store.lookUp(target, [...keys.keys()], accepts);
      this.#give(keys, texts, answers);
    }
    return answers;
  }

  /** Claims segments without a text for this run. `next` gives those that others have claimed. */
  async claim(segments: readonly Segment[]): Promise<Shared> {
    const answers = new Map<Segment, Answer>();
    const own = new Set<Segment>();
    for (const [target, keys] of byTarget(segments)) {
      const accepts = this.#acceptor(keys);
      const { texts, claimed } = await this.#store.claim(target, [...keys.keys()], accepts);
      this.#give(keys, texts, answers);
      for (const [key, segment] of keys) {
        if (claimed.has(key)) own.add(segment);
        else if (!texts.has(key)) this.#others.set(key, segment);
      }
    }
    return { answers, own: segments.filter((segment) => own.has(segment)) };
  }

  /**
   * Looks, after a pause, for a portion of what other runs are requesting: their answers, and what
   * this run takes over because a claim has ended without one. Both may be empty.
   */
  async next(): Promise<Shared> {
    await sleep(this.#pause * (0.5 + Math.random() / 2));
    const some = [...this.#others].slice(0, PORTION);
    // What is still open afterwards is added again, behind the rest.
    for (const [key] of some) this.#others.delete(key);
    const segments = some.map(([, segment]) => segment);
    const answers = await this.lookUp(segments);
    const rest = await this.claim(segments.filter((segment) => !answers.has(segment)));
    const isNews = answers.size + rest.answers.size + rest.own.length > 0;
    this.#pause = isNews ? FIRST : Math.min(LONGEST, this.#pause * GROWTH);
    return { answers: new Map([...answers, ...rest.answers]), own: rest.own };
  }

  /** Stores the service's answers for other runs; they are already in the memory. */
  tell(answers: ReadonlyMap<Segment, Answer>): void {
    const texts = new Map<string, StoredText[]>();
    const released: string[] = [];
    for (const [segment, answer] of answers) {
      if (!('text' in answer) || !isKept(segment.text, answer.text))
        released.push(memoryKeyOf(segment));
      else listIn(texts, segment.group.options.target).push(entryOf(segment, answer.text));
    }
    for (const [target, entries] of texts) this.#store.answer(target, entries);
    if (released.length > 0) this.#store.release(released);
  }

  /**
   * Discards the store's texts for these segments, to request them from the service. Returns the
   * segments for which there was one.
   */
  doubt(segments: readonly Segment[]): readonly Segment[] {
    const doubted = segments.filter((segment) => this.#given.delete(segment));
    for (const segment of doubted) this.#doubted.add(segment);
    return doubted;
  }

  /** Saves texts from the store to this checkout's memory. */
  remember(): void {
    for (const [target, keys] of byTarget([...this.#given.keys()])) {
      const given = [...keys.values()];
      this.#memory.put(
        target,
        given.map((segment) => entryOf(segment, this.#given.get(segment) ?? '')),
      );
    }
    this.#given.clear();
  }

  #acceptor(keys: ReadonlyMap<string, Segment>): (key: string, text: string) => boolean {
    return (key, text) => {
      const segment = keys.get(key);
      if (segment === undefined || this.#doubted.has(segment)) return false;
      return !isNoAnswer(segment.text, text) && this.#trusts(segment, text);
    };
  }

  #give(
    keys: ReadonlyMap<string, Segment>,
    texts: ReadonlyMap<string, string>,
    answers: Map<Segment, Answer>,
  ): void {
    for (const [key, text] of texts) {
      const segment = keys.get(key);
      if (segment === undefined) continue;
      this.#given.set(segment, text);
      answers.set(segment, { text });
    }
  }
}

/** The store's texts may be in any language. Loaded only if there is a store. */
export async function trustsText(): Promise<TrustsText> {
  const { isOtherLanguage } = await import('../../text/index.js');
  return ({ group }, text) => !isOtherLanguage(text, group.options);
}

/** Whether a text can be stored: lone surrogates do not survive UTF-8. */
function isKept(text: string, answer: string): boolean {
  return ![text, answer].some((one) => /\p{Cs}/u.test(one)) && !isNoAnswer(text, answer);
}

/** Segments by language and key. */
function byTarget(segments: readonly Segment[]): ReadonlyMap<string, Map<string, Segment>> {
  const targets = new Map<string, Map<string, Segment>>();
  for (const segment of segments) {
    const { target } = segment.group.options;
    const keys = targets.get(target) ?? new Map<string, Segment>();
    targets.set(target, keys.set(memoryKeyOf(segment), segment));
  }
  return targets;
}

function listIn<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/**
 * Characters that a run may have to pay for. Looks texts up in the shared store only if the run
 * would otherwise exceed its limit. Texts that other runs are requesting count too, because those
 * runs may fail.
 * @param characters total of the plan
 * @param batches batches of the plan
 */
export async function charactersToPay(
  characters: number,
  batches: readonly Batch[],
  run: {
    /** The most that may be billed. */
    readonly most: number;
    readonly openStore?: (() => Promise<Store>) | undefined;
  },
): Promise<number> {
  const store = characters > run.most ? await run.openStore?.() : undefined;
  if (store === undefined) return characters;
  try {
    // Nothing is claimed and nothing is stored: the run may not start.
    const sharing = new Sharing(store, { put: () => true }, await trustsText());
    const held = await sharing.lookUp(batches.flatMap(({ segments }) => segments));
    return [...held.keys()].reduce((left, segment) => left - segment.characters, characters);
  } finally {
    await store.close();
  }
}
