import type { EngineEvent, Progress } from '../model/index.js';

const NOTHING: Progress = {
  requests: { done: 0, total: 0 },
  texts: { done: 0, total: 0 },
  characters: { done: 0, total: 0 },
};

/** Merges the events of all windows into those of a single run. */
export class WindowEvents {
  /** Whether this is the last window. */
  isLast = false;
  readonly #onEvent: (event: EngineEvent) => void;
  readonly #backends = new Set<string>();
  #before = NOTHING;
  #now = NOTHING;

  constructor(onEvent: (event: EngineEvent) => void) {
    this.#onEvent = onEvent;
  }

  /** From here on, adds the counts of the previous windows. */
  nextWindow(): void {
    this.#before = sumOf(this.#before, this.#now);
    this.#now = NOTHING;
  }

  readonly onEvent = (event: EngineEvent): void => {
    if (event.type === 'translating') {
      this.#now = event;
      // Only the last window reports that everything is done.
      if (!this.isLast && event.texts.done >= event.texts.total) return;
      this.#onEvent({ type: 'translating', ...sumOf(this.#before, event) });
      return;
    }
    if (event.type === 'backend') {
      const id = `${event.target} ${event.name}`;
      if (this.#backends.has(id)) return;
      this.#backends.add(id);
    }
    this.#onEvent(event);
  };
}

function sumOf(a: Progress, b: Progress): Progress {
  const of = (name: keyof Progress): Progress['texts'] => ({
    done: a[name].done + b[name].done,
    total: a[name].total + b[name].total,
  });
  return { requests: of('requests'), texts: of('texts'), characters: of('characters') };
}
