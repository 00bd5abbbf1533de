import type { EngineEvent, Progress } from '../model/index.js';

const NOTHING: Progress = {
  requests: { done: 0, total: 0 },
  texts: { done: 0, total: 0 },
  characters: { done: 0, total: 0 },
};

/** The events of all windows of a run, as those of one. */
export class WindowEvents {
  /** No other window follows. */
  isLast = false;
  readonly #onEvent: (event: EngineEvent) => void;
  readonly #backends = new Set<string>();
  #before = NOTHING;
  #now = NOTHING;

  constructor(onEvent: (event: EngineEvent) => void) {
    this.#onEvent = onEvent;
  }

  /** What the window before has done counts from here on. */
  nextWindow(): void {
    this.#before = sumOf(this.#before, this.#now);
    this.#now = NOTHING;
  }

  readonly onEvent = (event: EngineEvent): void => {
    if (event.type === 'translating') {
      this.#now = event;
      // Everything is done when the last window is.
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
