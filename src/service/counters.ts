/** What the service has done since it started. */
export interface Counters {
  readonly requests: number;
  readonly requestsByPath: Readonly<Record<string, number>>;
  /** In answered translate requests. */
  readonly texts: number;
  /** Billed characters of all areas. */
  readonly characters: number;
  /** Texts that had already been billed under the same options. */
  readonly repeats: number;
  /** Bytes. */
  readonly largestBody: number;
  readonly mostInFlight: number;
  readonly inFlight: number;
  /** Responses with a status of 400 or more. */
  readonly refused: number;
}

const remembered = 1_000_000;

/** A 53-bit hash, after cyrb53: enough to distinguish a million texts. */
function hash(text: string, seed: number): number {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  const even = text.length - (text.length % 2);
  for (let index = 0; index < even; index += 2) {
    const code = text.charCodeAt(index) | (text.charCodeAt(index + 1) << 16);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  if (even < text.length) high = Math.imul(high ^ text.charCodeAt(even), 2654435761);
  high ^= text.length;
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

export class CounterBook {
  readonly #paths = new Map<string, number>();
  readonly #seen = new Set<number>();
  readonly #numbers = {
    requests: 0,
    texts: 0,
    characters: 0,
    repeats: 0,
    largestBody: 0,
    mostInFlight: 0,
    inFlight: 0,
    refused: 0,
  };

  get inFlight(): number {
    return this.#numbers.inFlight;
  }

  enter(): void {
    this.#numbers.requests += 1;
    this.#numbers.inFlight += 1;
    this.#numbers.mostInFlight = Math.max(this.#numbers.mostInFlight, this.#numbers.inFlight);
  }

  /** Called when the last byte of a response was sent, or its connection was closed. */
  answered(): void {
    this.#numbers.inFlight -= 1;
  }

  leave(path: string, status: number): void {
    if (status >= 400) this.#numbers.refused += 1;
    this.#paths.set(path, (this.#paths.get(path) ?? 0) + 1);
  }

  body(bytes: number): void {
    this.#numbers.largestBody = Math.max(this.#numbers.largestBody, bytes);
  }

  /** @param options everything in the request except its texts, as one string */
  translated(texts: readonly string[], options: string, characters: number): void {
    this.#numbers.texts += texts.length;
    this.#numbers.characters += characters;
    const seed = hash(options, 0) | 0;
    for (const text of texts) {
      const id = hash(text, seed);
      if (this.#seen.has(id)) this.#numbers.repeats += 1;
      else if (this.#seen.size < remembered) this.#seen.add(id);
    }
  }

  billed(characters: number): void {
    this.#numbers.characters += characters;
  }

  read(): Counters {
    return { ...this.#numbers, requestsByPath: Object.fromEntries(this.#paths) };
  }
}
