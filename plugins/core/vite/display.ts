import type { ViteDevServer } from 'vite';
import { describeKeys } from '../code-keys.js';
import { NAME } from '../context.js';
import type { Context } from '../context.js';
import type { Notice } from '../notice.js';
import type { Outcome } from '../outcome.js';
import { rollupError } from '../rollup/build.js';
import { clientOf } from './vite-5.js';

/**
 * Errors that a terminal shows already: of two servers beside each other, as Nuxt has them, one is
 * enough.
 */
const printed = new WeakSet<Notice>();

/** Shows outcomes in the terminal of a dev server and in the overlay of its pages. */
export class Display {
  readonly #context: Context;
  readonly #server: ViteDevServer;
  #shown: Notice | undefined;
  #shownKeys: string | undefined;

  constructor(context: Context, server: ViteDevServer) {
    this.#context = context;
    this.#server = server;
  }

  /** Whether there is no notice to see. */
  get isEmpty(): boolean {
    return this.#shown === undefined;
  }

  /**
   * @param again a server that restarts clears the terminal, so that an error is printed once
   * more
   */
  show(outcome: Outcome, { again = false }: { readonly again?: boolean } = {}): void {
    const { notice } = outcome;
    if (again && notice !== undefined) printed.delete(notice);
    this.#printKeys(outcome);
    if (notice?.text !== this.#shown?.text) this.#print(outcome);
    // An update without modules takes the overlay of a problem away that is solved.
    if (!this.showOverlayOf(outcome) && this.#shown !== undefined) {
      clientOf(this.#server).hot.send({ type: 'update', updates: [] });
    }
    this.#shown = notice;
  }

  /** Shows the overlay if the outcome is an error, and returns whether it is. */
  showOverlayOf(outcome: Outcome | undefined): boolean {
    const error = outcome === undefined ? undefined : this.#context.errorOf(outcome);
    if (error === undefined) return false;
    const err = { ...rollupError(error), stack: '', plugin: NAME };
    clientOf(this.#server).hot.send({ type: 'error', err });
    return true;
  }

  #printKeys({ extraction }: Outcome): void {
    const text = extraction === undefined ? undefined : describeKeys(extraction);
    if (text !== undefined && text !== this.#shownKeys) {
      const { logger } = this.#server.config;
      if (extraction?.error === null) logger.info(text, { timestamp: true });
      else logger.warn(text, { timestamp: true });
    }
    this.#shownKeys = text;
  }

  #print(outcome: Outcome): void {
    const { logger } = this.#server.config;
    const error = this.#context.errorOf(outcome);
    const warning = this.#context.warningOf(outcome);
    if (error !== undefined && !printed.has(error)) {
      printed.add(error);
      logger.error(error.text, { timestamp: true });
    } else if (warning !== undefined) logger.warn(warning.text, { timestamp: true });
  }
}
