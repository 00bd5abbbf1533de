import type { Problem } from '../model/index.js';
import { reasonOf, StoreError } from './errors.js';

interface Trouble {
  readonly reason: string;
  /** What to do about it, as a sentence; may be empty. */
  readonly next: string;
  isOver: boolean;
}

/** The state of the store when the run ends. */
export interface Ending {
  /** Number of this run's texts that it lacks. */
  readonly left: number;
}

/** Problems with the store. Each kind is reported once, however often it happened. */
export class Troubles {
  #wasReached = false;
  #away: Trouble | undefined;
  #refused: Trouble | undefined;

  /** Called when there is a connection. */
  reached(): void {
    this.#wasReached = true;
    if (this.#away !== undefined) this.#away.isOver = true;
  }

  away(error: unknown): void {
    this.#away = again(this.#away, error);
  }

  /** Called when it returns texts but accepts none. */
  refused(error: unknown): void {
    this.#refused = again(this.#refused, error);
  }

  accepted(): void {
    if (this.#refused !== undefined) this.#refused.isOver = true;
  }

  problems({ left }: Ending): readonly Problem[] {
    const messages = [this.#ofAway(), this.#ofRefused()].filter((message) => message !== '');
    const isAway = this.#away?.isOver === false || this.#refused?.isOver === false;
    if (left > 0 && !isAway) {
      const texts = left === 1 ? '1 text is' : `${left} texts are`;
      messages.push(`${texts} not in the shared store: it is too slow.`);
    }
    return messages.map((message) => ({
      code: 'store-unavailable',
      severity: 'warning',
      message,
    }));
  }

  #ofAway(): string {
    if (this.#away === undefined) return '';
    const { reason, next, isOver } = this.#away;
    if (isOver)
      return `The shared store was unavailable for a while: ${reason}. The run continued with the memory of this checkout.`;
    const since = this.#wasReached ? 'can no longer be used' : 'cannot be used';
    return `The shared store ${since}: ${reason}.${next} The run continues with the memory of this checkout.`;
  }

  #ofRefused(): string {
    if (this.#refused === undefined) return '';
    const { reason, isOver } = this.#refused;
    if (isOver) return `The shared store accepted no texts for a while: ${reason}.`;
    return `The shared store accepts no texts: ${reason}. Texts that this run pays for stay in the memory of this checkout.`;
  }
}

/** Reports the first reason: later ones are often consequences of it. */
function again(before: Trouble | undefined, error: unknown): Trouble {
  if (before !== undefined) return { ...before, isOver: false };
  const hint = error instanceof StoreError ? error.hint : undefined;
  const next = hint?.code === 'text' ? ` ${hint.text}.` : '';
  return { reason: reasonOf(error), next, isOver: false };
}
