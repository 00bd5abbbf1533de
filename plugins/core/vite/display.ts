import type { ViteDevServer } from 'vite';
import { describeKeys } from '../code-keys.js';
import { NAME } from '../context.js';
import type { Context } from '../context.js';
import { DevLog } from '../dev-log.js';
import type { Saying } from '../dev-log.js';
import type { DevNotice } from '../dev-notice.js';
import type { Outcome } from '../outcome.js';
import { rollupError } from '../rollup/build.js';
import { clientOf } from './vite-5.js';

/** Notices already printed: if there are two servers, as in Nuxt, one of them is enough. */
const printed = new WeakSet<DevNotice>();

/** Shows outcomes in a dev server's terminal and in the overlay of its pages. */
export class Display {
  readonly #context: Context;
  readonly #server: ViteDevServer;
  #shown: DevNotice | undefined;
  #hasOverlay = false;
  #shownKeys: string | undefined;
  readonly #log = new DevLog();

  constructor(context: Context, server: ViteDevServer) {
    this.#context = context;
    this.#server = server;
  }

  /** Whether there is no notice to show. */
  get isEmpty(): boolean {
    return this.#shown?.alarm === undefined && this.#shown?.line === undefined;
  }

  /** @param again print a notice once more, because a restarting server clears the terminal */
  show(outcome: Outcome, { again = false }: { readonly again?: boolean } = {}): void {
    const { dev } = outcome;
    this.#printKeys(outcome);
    const news = this.#log.news(dev);
    if (again || !printed.has(dev)) this.#print(news);
    printed.add(dev);
    // An update without modules removes the overlay of a solved problem.
    const hadOverlay = this.#hasOverlay;
    if (!this.showOverlayOf(outcome) && hadOverlay) {
      clientOf(this.#server).hot.send({ type: 'update', updates: [] });
    }
    this.#shown = dev;
  }

  /** Shows the overlay if the outcome is a mistake, and returns whether it is. */
  showOverlayOf(outcome: Outcome | undefined): boolean {
    const notice = outcome === undefined ? undefined : this.#context.overlayOf(outcome);
    this.#hasOverlay = notice !== undefined;
    if (notice === undefined) return false;
    const err = { ...rollupError(notice), stack: '', plugin: NAME };
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

  #print(sayings: readonly Saying[]): void {
    const { logger } = this.#server.config;
    for (const { severity, text } of sayings) {
      if (severity === 'error') logger.error(text, { timestamp: true });
      else logger.warn(text, { timestamp: true });
    }
  }
}
