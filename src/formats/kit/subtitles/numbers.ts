import { indexOf, numberOf, type Cue } from './cues.js';
import type { State } from './state.js';

/**
 * The number of a new cue: that of its source or, if another cue of the file has it (the source was
 * renumbered, and other cues keep their numbers), the next free one.
 */
export class Numbers {
  readonly #taken = new Set<number>();
  #highest = 0;

  constructor(state: State, gone: ReadonlySet<number>) {
    for (const [at, cue] of state.cues.entries())
      if (!gone.has(at)) this.#take(numberOf(state.text, cue));
  }

  /** @param cue of the source */
  next({ text, cues, hasBlocks }: State, cue: Cue): string {
    const index = indexOf(text, cue);
    // In WebVTT, it is a name.
    if (hasBlocks || index === '') return index;
    const own = numberOf(text, cue);
    if (!this.#taken.has(own)) {
      this.#take(own);
      return index;
    }
    for (const one of cues) this.#highest = Math.max(this.#highest, numberOf(text, one) || 0);
    const free = this.#highest + 1;
    this.#take(free);
    return String(free);
  }

  #take(number: number): void {
    if (Number.isNaN(number)) return;
    this.#taken.add(number);
    this.#highest = Math.max(this.#highest, number);
  }
}
