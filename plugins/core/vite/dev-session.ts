import { resolve } from 'node:path';
import type { DevEnvironment, EnvironmentModuleNode, HotUpdateOptions, ViteDevServer } from 'vite';
import type { Context } from '../context.js';
import { isConcernedBy } from '../outcome.js';
import type { Outcome } from '../outcome.js';
import { statusOf } from '../status.js';
import { Timer } from '../timer.js';
import { BADGE_MODULE, STATUS_MODULE } from '../virtual-modules.js';
import { catalogUpdate, isInside } from './catalog-update.js';
import { Display } from './display.js';
import { LostChanges } from './lost-changes.js';
import { Pages } from './pages.js';
import { servePanel, STATUS_PAGE } from './panel.js';
import { ReviewPanel } from './review-panel.js';
import { clientOf, invalidate } from './vite-5.js';
import type { MaybeEnvironment } from './vite-5.js';

/** Milliseconds after which the watcher reliably reports every change. */
const START = 1000;

const EVENTS = ['add', 'change', 'unlink'] as const;

/**
 * The plugin in one dev server: runs when the server starts, and when a catalog or the config is
 * saved.
 */
export class DevSession {
  readonly #context: Context;
  readonly #server: ViteDevServer;
  readonly #display: Display;
  readonly #lostChanges: LostChanges;
  readonly #pages: Pages;
  readonly #review: ReviewPanel;
  /** For changes that the watcher misses while it starts. */
  readonly #lateRun: Timer;
  /** Watched files outside Vite's root. */
  readonly #outside = new Set<string>();
  #isClosed = false;
  readonly #unsubscribe: () => void;

  constructor(context: Context, server: ViteDevServer) {
    const { project } = context;
    const { watcher } = server;
    this.#context = context;
    this.#server = server;
    this.#pages = new Pages(server);
    this.#review = new ReviewPanel(project.settings, STATUS_PAGE);
    this.#display = new Display(context, server);
    this.#lostChanges = new LostChanges(watcher);
    this.#unsubscribe = project.subscribe((outcome) => this.#show(outcome));
    for (const event of EVENTS) watcher.on(event, this.#onFile);
    // The watcher reports no changes during its initial scan, and misses some shortly after it is
    // ready.
    const runAgain = (): void => void project.run({ quick: false });
    watcher.once('ready', runAgain);
    this.#lateRun = new Timer(runAgain);
    this.#lateRun.start(START);
    for (const event of ['connection', 'locale-sync:overlay']) {
      server.ws.on(event, () => this.#display.showOverlayOf(project.last));
    }
    servePanel(server, {
      status: () => ({ ...statusOf(project.last), root: project.last?.root }),
      extract: () => project.extract(),
      review: this.#review,
    });
    void project.run({ quick: false }).then((outcome) => {
      // An outcome from before this server started has not been shown by it.
      if (!this.#isClosed && this.#display.isEmpty) this.#show(outcome, { again: true });
    });
  }

  /** The modules that Vite's `hotUpdate` should update for a change; undefined: Vite's default. */
  update(
    environment: MaybeEnvironment<DevEnvironment>,
    change: HotUpdateOptions,
  ): EnvironmentModuleNode[] | undefined {
    if (environment !== undefined && environment.name !== 'client') {
      if (isConcernedBy(this.#context.project.last, change.file)) this.#pages.forget(change);
      return undefined;
    }
    const update = catalogUpdate(this.#context.project.last, this.#server.config, change);
    return update === undefined ? undefined : this.#pages.update(update, change);
  }

  close(): void {
    this.#isClosed = true;
    this.#lateRun.stop();
    this.#review.close();
    for (const event of EVENTS) this.#server.watcher.off(event, this.#onFile);
    this.#unsubscribe();
  }

  #show(outcome: Outcome, options?: { readonly again: boolean }): void {
    this.#watchOutside(outcome);
    for (const id of [STATUS_MODULE, BADGE_MODULE]) invalidate(this.#server, `\0${id}`);
    this.#lostChanges.report(outcome);
    clientOf(this.#server).hot.send('locale-sync:status', statusOf(outcome));
    this.#display.show(outcome, options);
  }

  /** Vite watches only its root; in a monorepo, catalogs may be outside it. */
  #watchOutside({ root, files }: Outcome): void {
    // Missing config files are not watched: a watcher sees only the first of several new files in a
    // folder, and `ConfigPoll` finds them anyway.
    if (root === undefined) return;
    const { watcher, config } = this.#server;
    const outside = files.filter((file) => !isInside(config.root, file));
    if (outside.length > 0) watcher.add(outside);
    if (outside.some((file) => !this.#outside.has(file))) this.#lateRun.start(START);
    for (const file of outside) this.#outside.add(file);
  }

  readonly #onFile = (path: string): void => {
    this.#lostChanges.reported(resolve(path));
    this.#context.project.changed(resolve(path));
  };
}
