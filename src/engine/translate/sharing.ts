import type { Store } from '../../model/index.js';
import type { Memory } from '../../state/index.js';
import { isNoAnswer, memoryKeyOf } from '../changes/segments.js';
import type { Answer, Segment } from '../changes/types.js';

/** Whether a text from the store may be used for a segment. */
export type TrustsText = (segment: Segment, text: string) => boolean;

/** What is known of claimed segments. Other runs request the rest. */
export interface Shared {
  readonly answers: ReadonlyMap<Segment, Answer>;
  /** Segments that this run sends. */
  readonly own: readonly Segment[];
}

/** Milliseconds without news after which this run requests what others have claimed. */
const PATIENCE = 180_000;

/**
 * Coordinates requests with other runs, so that each text is requested by only one. A run always
 * sends its own texts before it waits for others.
 */
export class Sharing {
  readonly #store: Store;
  readonly #memory: Pick<Memory, 'put'>;
  readonly #trusts: TrustsText;
  /** Keys that other runs are requesting. */
  readonly #others = new Map<string, Segment>();
  /** Segments with a text from the store. */
  readonly #given = new Map<Segment, string>();
  /** Segments whose store text was not usable: only the service's answer is accepted. */
  readonly #doubted = new Set<Segment>();
  #lastNews = performance.now();

  constructor(store: Store, memory: Pick<Memory, 'put'>, trusts: TrustsText) {
    this.#store = store;
    this.#memory = memory;
    this.#trusts = trusts;
  }

  /** Number of texts that this run needs and other runs are requesting. */
  get awaited(): number {
    return this.#others.size;
  }

  /** Whether the store is reachable, so that other runs' claims are known. */
  get knowsOthers(): boolean {
    return this.#store.isHere;
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

  /** Claims segments for this run. Waits for those that other runs have claimed. */
  async claim(segments: readonly Segment[]): Promise<Shared> {
    const answers = new Map<Segment, Answer>();
    const own = new Set<Segment>();
    for (const [target, keys] of byTarget(segments)) {
      const accepts = this.#acceptor(keys);
      const { texts, claimed } = await this.#store.claim(target, [...keys.keys()], accepts);
      this.#give(keys, texts, answers);
      for (const [key, segment] of keys) {
        const isOver = texts.has(key) || claimed.has(key);
        if (isOver) this.#others.delete(key);
        else this.#others.set(key, segment);
        if (claimed.has(key)) own.add(segment);
      }
    }
    if (answers.size + own.size > 0) this.#lastNews = performance.now();
    return { answers, own: segments.filter((segment) => own.has(segment)) };
  }

  /** What other runs have answered or released; after a while without news, takes over the rest. */
  async next(): Promise<Shared> {
    const keys = await this.#store.changed(new Set(this.#others.keys()));
    if (keys.size > 0) {
      const shared = await this.#takeOver(keys);
      if (shared.own.length + shared.answers.size > 0) return shared;
    }
    if (performance.now() - this.#lastNews < PATIENCE) return { answers: new Map(), own: [] };
    const own = [...this.#others.values()];
    this.#others.clear();
    return { answers: new Map(), own };
  }

  /** Most changed keys have a text: only the others are claimed. */
  async #takeOver(keys: ReadonlySet<string>): Promise<Shared> {
    const changed = [...keys].flatMap((key) => this.#others.get(key) ?? []);
    const answers = await this.lookUp(changed);
    if (answers.size === changed.length) {
      for (const key of keys) this.#others.delete(key);
      this.#lastNews = performance.now();
      return { answers, own: [] };
    }
    const rest = await this.claim(changed.filter((segment) => !answers.has(segment)));
    for (const segment of answers.keys()) this.#others.delete(memoryKeyOf(segment));
    if (answers.size > 0) this.#lastNews = performance.now();
    return { answers: new Map([...answers, ...rest.answers]), own: rest.own };
  }

  /** Stores the service's answers for other runs; they are already in the memory. */
  tell(answers: ReadonlyMap<Segment, Answer>): void {
    const texts = new Map<string, (readonly [string, string])[]>();
    const released: string[] = [];
    for (const [segment, answer] of answers) {
      const key = memoryKeyOf(segment);
      if (!('text' in answer) || !isKept(segment.text, answer.text)) released.push(key);
      else listIn(texts, segment.group.options.target).push([key, answer.text]);
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
      const entries = [...keys].map(
        ([key, segment]) => [key, this.#given.get(segment) ?? ''] as const,
      );
      this.#memory.put(target, entries);
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
  const { isOtherLanguage } = await import('../../text/language/other-language.js');
  return ({ group }, text) => !isOtherLanguage(text, group.options);
}

/** Whether a text can be stored: lone surrogates do not survive UTF-8. */
function isKept(text: string, answer: string): boolean {
  return !/\p{Cs}/u.test(answer) && !isNoAnswer(text, answer);
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
