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
  #asked = signalled();

  constructor(onEvent: (event: EngineEvent) => void) {
    this.#onEvent = onEvent;
  }

  /** Resolves when the window has sent a request. */
  get asked(): Promise<void> {
    return this.#asked.promise;
  }

  /** From here on, adds the counts of the previous windows. */
  nextWindow(): void {
    this.#before = sumOf(this.#before, this.#now);
    this.#now = NOTHING;
    this.#asked = signalled();
  }

  readonly onEvent = (event: EngineEvent): void => {
    if (event.type === 'translating') {
      this.#now = event;
      // Only the last window reports that everything is done.
      if (!this.isLast && event.texts.done >= event.texts.total) return;
      this.#onEvent({ type: 'translating', ...sumOf(this.#before, event) });
      return;
    }
    if (event.type === 'request') this.#asked.signal();
    if (event.type === 'backend') {
      const id = `${event.target} ${event.name}`;
      if (this.#backends.has(id)) return;
      this.#backends.add(id);
    }
    this.#onEvent(event);
  };

  /** For a window that is loaded while another is carried out: a run has one phase at a time. */
  readonly onEventMeanwhile = (event: EngineEvent): void => {
    if (event.type !== 'phase') this.onEvent(event);
  };
}

function signalled(): { readonly promise: Promise<void>; readonly signal: () => void } {
  let signal = (): void => undefined;
  const promise = new Promise<void>((resolve) => (signal = resolve));
  return { promise, signal };
}

function sumOf(a: Progress, b: Progress): Progress {
  const of = (name: keyof Progress): Progress['texts'] => ({
    done: a[name].done + b[name].done,
    total: a[name].total + b[name].total,
  });
  return { requests: of('requests'), texts: of('texts'), characters: of('characters') };
}
