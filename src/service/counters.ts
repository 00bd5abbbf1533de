import { hash } from 'node:crypto';

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

/** 52 bits of a hash: enough to distinguish a million texts. */
const numberOf = (text: string) => parseInt(hash('sha256', text).slice(0, 13), 16);

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
    const seed = hash('sha256', options);
    for (const text of texts) {
      const id = numberOf(seed + text);
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
