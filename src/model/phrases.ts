/** Maps a word to the words that can follow it in a phrase. */
interface Branch<T> {
  /** Values of the phrases that end here. */
  readonly values: T[];
  readonly next: Map<string, Branch<T>>;
}

function branch<T>(): Branch<T> {
  return { values: [], next: new Map<string, Branch<T>>() };
}

/**
 * A map from phrases to values that finds phrases in texts. A search takes time in proportion to
 * the words of the text.
 */
export class Phrases<T> {
  readonly #root = branch<T>();

  get isEmpty(): boolean {
    return this.#root.next.size === 0;
  }

  add(words: readonly string[], value: T): void {
    let at = this.#root;
    for (const word of words) {
      let next = at.next.get(word);
      if (next === undefined) at.next.set(word, (next = branch<T>()));
      at = next;
    }
    if (at !== this.#root) at.values.push(value);
  }

  /** Values of all phrases that occur in the words. */
  in(words: readonly string[]): ReadonlySet<T> {
    const found = new Set<T>();
    for (let start = 0; start < words.length; start += 1) {
      let at = this.#root.next.get(words[start] ?? '');
      for (let end = start + 1; at !== undefined; end += 1) {
        for (const value of at.values) found.add(value);
        at = at.next.get(words[end] ?? '');
      }
    }
    return found;
  }
}
