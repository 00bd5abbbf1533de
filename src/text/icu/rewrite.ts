import type { Bounds } from './arms.js';

interface Texts {
  readonly raw: string;
  readonly masked: string;
}

/**
 * A message reassembled from its own pieces. Fails if an apostrophe would quote something else than
 * before.
 */
export class Rewrite {
  failed = false;
  readonly #from: Texts;
  #raw = '';
  #masked = '';
  /** End of the last piece in the message. */
  #last = 0;

  constructor(from: Texts) {
    this.#from = from;
  }

  get result(): Texts {
    return { raw: this.#raw, masked: this.#masked };
  }

  copy({ start, end }: Bounds): void {
    if (start >= end) return;
    if (start !== this.#last) this.#join(this.#from.masked.charAt(start));
    this.#raw += this.#from.raw.slice(start, end);
    this.#masked += this.#from.masked.slice(start, end);
    this.#last = end;
  }

  insert(text: string): void {
    if (text === '') return;
    this.#join(text.charAt(0));
    this.#raw += text;
    this.#masked += text;
    this.#last = -1;
  }

  fail(): void {
    this.failed = true;
  }

  #join(next: string): void {
    const before = /'+$/.exec(this.#masked)?.[0].length ?? 0;
    if (before > 0 && (next === "'" || (before % 2 === 1 && /[{}#|<]/.test(next)))) this.fail();
  }
}
