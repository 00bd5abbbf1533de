interface Reached {
  /** Milliseconds since 1970. */
  readonly started: number;
  /** Between 0 and 1. */
  readonly share: number;
}

const NOTHING_IS_KNOWN_SECONDS = 10;

/** Progress of the documents being translated. */
export class Progress {
  readonly #reached = new Map<string, Reached>();

  begin(id: string): void {
    this.#reached.set(id, { started: Date.now(), share: 0 });
  }

  reached(id: string, share: number): void {
    const { started } = this.#reached.get(id) ?? { started: Date.now() };
    this.#reached.set(id, { started, share });
  }

  end(id: string): void {
    this.#reached.delete(id);
  }

  /** At least 1; an estimate from the progress so far. */
  secondsRemaining(id: string): number {
    const { started, share } = this.#reached.get(id) ?? { started: Date.now(), share: 0 };
    if (share === 0) return NOTHING_IS_KNOWN_SECONDS;
    const passed = (Date.now() - started) / 1000;
    return Math.max(1, Math.ceil((passed / share) * (1 - share)));
  }
}
