import type {
  Connect,
  DevEnvironment,
  EnvironmentModuleNode,
  HotUpdateOptions,
  ResolvedConfig,
  UserConfig,
  ViteDevServer,
  WebSocketClient,
  Environment,
} from 'vite';
import { STATE_FOLDER } from '../../../src/lock/index.js';
import { openContext, requireSupported, NAME } from '../context.js';
import type { Context } from '../context.js';
import { checkOptions } from '../options.js';
import type { LocaleSyncOptions } from '../options.js';
import { beforeBuild, rollupError } from '../rollup/context.js';
import type { BuildHost } from '../rollup/context.js';
import {
  BADGE_MODULE,
  badgeModule,
  loadVirtual,
  pageImports,
  STATUS_MODULE,
} from '../virtual-modules.js';
import { statSync } from 'node:fs';
import { isAbsolute, join, resolve, relative, sep } from 'node:path';
import { DevLog } from '../dev-notice.js';
import type { DevNotice, Saying } from '../dev-notice.js';
import type { CatalogUpdate } from '../live.js';
import { isConcernedBy } from '../outcome.js';
import type { Outcome } from '../outcome.js';
import { markedCatalog } from '../project.js';
import { statusOf } from '../status.js';
import { Timer } from '../timer.js';
import { servePanel, STATUS_PAGE, ReviewPanel } from './panel.js';

/** Milliseconds after which the watcher reliably reports every change. */
const START = 1000;

const EVENTS = ['add', 'change', 'unlink'] as const;

/**
 * The plugin in one dev server: runs when the server starts, and when a catalog or the config is
 * saved.
 */
class DevSession {
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
  #isEditing = false;
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
    server.ws.on('locale-sync:loaded', (_: unknown, client: WebSocketClient) => {
      if (this.#isEditing) client.send('locale-sync:editing', {});
    });
    server.ws.on('locale-sync:edit', (isEditing: boolean) => this.#edit(isEditing));
    server.middlewares.use((request, response, next) => {
      this.#fetched(request).then(
        (text) => {
          if (text === undefined) {
            next();
            return;
          }
          response.setHeader('content-type', 'application/json; charset=utf-8');
          response.setHeader('cache-control', 'no-store');
          response.end(text);
          // A path that is no text is no catalog.
        },
        () => {
          next();
        },
      );
    });
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

  /** Whether pages get catalogs with marks. */
  get isMarking(): boolean {
    return this.#isEditing || this.#context.project.settings.marks;
  }

  /** Starts or ends the editing of texts in pages, which need the catalogs again for that. */
  #edit(isEditing: boolean): void {
    this.#isEditing = isEditing;
    const { root = '', catalogs = [] } = this.#context.project.last ?? {};
    const environments = environmentsOf(this.#server) ?? { client: clientOf(this.#server) };
    for (const { moduleGraph, hot } of Object.values(environments)) {
      for (const { path } of catalogs) {
        moduleGraph.onFileChange(resolve(root, path).replaceAll('\\', '/'));
      }
      hot.send({ type: 'full-reload', path: '*' });
    }
  }

  /** The text of a catalog that a page fetches as a file; undefined for any other request. */
  async #fetched({
    method,
    url = '',
    headers,
  }: Connect.IncomingMessage): Promise<string | undefined> {
    if (!this.isMarking || method !== 'GET') return undefined;
    const { root, base, publicDir } = this.#server.config;
    const [path = ''] = url.split(/[?#]/, 1);
    const below = path.startsWith(base) ? path.slice(base.length) : path.slice(1);
    const isFetched = headers['sec-fetch-dest'] === 'empty';
    const folders = [...(publicDir === '' ? [] : [publicDir]), ...(isFetched ? [root] : [])];
    for (const folder of folders) {
      const text = await markedCatalog(
        this.#context.project,
        join(folder, decodeURIComponent(below)),
      );
      if (text !== undefined) return text;
    }
    return undefined;
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

/**
 * The update to send to pages for a changed file; undefined if it is not a catalog, or pages may
 * not load it.
 */
function catalogUpdate(
  outcome: Outcome | undefined,
  config: ResolvedConfig,
  { file, modules, timestamp }: HotUpdateOptions,
): CatalogUpdate | undefined {
  const { root, catalogs = [] } = outcome ?? {};
  if (root === undefined) return undefined;
  const catalog = catalogs.find(({ path }) => resolve(root, path) === resolve(file));
  if (catalog === undefined) return undefined;
  const isPublic = config.publicDir !== '' && isInside(config.publicDir, file);
  // Requesting a file that is not served would cause an error in the page and the terminal.
  if (!isPublic && modules.length === 0 && !isServed(config, file)) return undefined;
  const base = config.base.replace(/\/$/, '');
  const url = isPublic
    ? `/${encodePath(relative(config.publicDir, file))}`
    : (modules[0]?.url ?? moduleUrl(config.root, file));
  const { path, locale, role } = catalog;
  return { file: path, locale, role, url: `${base}${url}`, isPublic, timestamp };
}

function isInside(folder: string, file: string): boolean {
  return resolve(file).startsWith(resolve(folder) + sep);
}

/**
 * Whether a page may load a file that no module imports; SvelteKit, for example, serves only its
 * sources.
 */
function isServed({ server: { fs } }: ResolvedConfig, file: string): boolean {
  return !fs.strict || fs.allow.some((folder) => isInside(folder, file));
}

function moduleUrl(root: string, file: string): string {
  return isInside(root, file)
    ? `/${encodePath(relative(root, file))}`
    : `/@fs/${encodePath(file).replace(/^\//, '')}`;
}

function encodePath(file: string): string {
  return file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}

/** Milliseconds that the watcher has to report a change. */
const PATIENCE = 300;

/**
 * Vite's watcher sometimes misses a change, especially on a busy machine, and the page then keeps
 * its old text. This compares two runs, and reports changes that the watcher missed.
 */
class LostChanges {
  readonly #watcher: ViteDevServer['watcher'];
  /** When each file changed, by the last run. */
  readonly #changed = new Map<string, number>();
  /** When the watcher last reported each file. */
  readonly #reported = new Map<string, number>();

  constructor(watcher: ViteDevServer['watcher']) {
    this.#watcher = watcher;
  }

  /** Called when the watcher reported a file. */
  reported(path: string): void {
    if (this.#changed.has(path)) this.#reported.set(path, Date.now());
  }

  /** Called when a run ended: reports changes that the run saw and the watcher did not. */
  report(outcome: Outcome): void {
    const changed: [path: string, time: number][] = [];
    for (const [path, time] of changeTimes(outcome)) {
      const before = this.#changed.get(path);
      this.#changed.set(path, time);
      if (before !== undefined && before !== time) changed.push([path, time]);
    }
    if (changed.length > 0) setTimeout(() => this.#emit(changed), PATIENCE).unref();
  }

  #emit(changed: readonly (readonly [string, number])[]): void {
    for (const [path, time] of changed) {
      if ((this.#reported.get(path) ?? 0) < time) this.#watcher.emit('change', path);
    }
  }
}

/**
 * When each file of an outcome changed. Without stamps, if the run was uncertain, reads the files'
 * current times.
 */
function changeTimes({ inputs, files }: Outcome): [path: string, time: number][] {
  if (inputs.length > 0) {
    return inputs.flatMap(({ kind, path, mtime }): [string, number][] =>
      kind === 'file' ? [[path, Math.floor(mtime)]] : [],
    );
  }
  return files.flatMap((path): [string, number][] => {
    try {
      return [[path, Math.floor(statSync(path).mtimeMs)]];
    } catch {
      // The file does not exist yet, or its folder is not accessible.
      return [];
    }
  });
}

/** Notices already printed: if there are two servers, as in Nuxt, one of them is enough. */
const printed = new WeakSet<DevNotice>();

/** Shows outcomes in a dev server's terminal and in the overlay of its pages. */
class Display {
  readonly #context: Context;
  readonly #server: ViteDevServer;
  #shown: DevNotice | undefined;
  #hasOverlay = false;
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
    this.#print(this.#log.keys(outcome.extraction));
    const news = this.#log.news(dev);
    if (again || !printed.has(dev)) this.#print(news);
    printed.add(dev);
    const hadOverlay = this.#hasOverlay;
    if (!this.showOverlayOf(outcome) && hadOverlay)
      clientOf(this.#server).hot.send('locale-sync:solved', {});
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

  #print(sayings: readonly Saying[]): void {
    const { logger } = this.#server.config;
    for (const { severity, text } of sayings)
      logger[severity === 'warning' ? 'warn' : severity](text, { timestamp: true });
  }
}

/** The pages of a dev server, and which of them update catalogs themselves. */
class Pages {
  readonly #server: ViteDevServer;
  readonly #listening = new WeakSet<WebSocketClient>();
  /** When a catalog changed last. */
  #changed = 0;

  constructor(server: ViteDevServer) {
    this.#server = server;
    server.ws.on('locale-sync:listening', (_: unknown, client: WebSocketClient) => {
      this.#listening.add(client);
    });
    // A page that is just loading is rendered but not connected, so an update does not reach it.
    server.ws.on('locale-sync:loaded', (_: unknown, client: WebSocketClient) => {
      client.send('locale-sync:changed', { ago: Date.now() - this.#changed });
    });
  }

  /**
   * Sends a changed catalog, and returns the modules that Vite still has to update; undefined: all
   * of them.
   */
  update(
    catalog: CatalogUpdate,
    { modules, timestamp }: HotUpdateOptions,
  ): EnvironmentModuleNode[] | undefined {
    const { hot, moduleGraph } = clientOf(this.#server);
    this.#changed = Date.now();
    hot.send('locale-sync:update', catalog);
    const pages = [...this.#server.ws.clients];
    const others = pages.filter((page) => !this.#listening.has(page));
    // If no page listens, Vite handles the catalog like any module.
    if (others.length === pages.length) return undefined;
    for (const module of modules) {
      moduleGraph.invalidateModule(module, new Set(), timestamp, true);
    }
    if (modules.length > 0) {
      for (const page of others) page.send({ type: 'full-reload', path: '*' });
    }
    return [];
  }

  /**
   * Removes the modules from the pages' graph that only listeners loaded. A framework such as Astro
   * reloads the page for a module of its server code, unless pages have that module, too.
   */
  forget({ modules }: HotUpdateOptions): void {
    if (![...this.#server.ws.clients].some((page) => this.#listening.has(page))) return;
    const { moduleGraph } = clientOf(this.#server);
    for (const { id } of modules) {
      const loaded = id === null ? undefined : moduleGraph.getModuleById(id);
      if (loaded === undefined || loaded.importers.size > 0) continue;
      moduleGraph.idToModuleMap.delete(loaded.id ?? '');
      moduleGraph.urlToModuleMap.delete(loaded.url);
      moduleGraph.fileToModulesMap.get(loaded.file ?? '')?.delete(loaded);
    }
  }
}

/** The environment of a hook; Vite 5 has none. */
type MaybeEnvironment<E extends Environment = Environment> = E | undefined;

/** The environment of pages. Vite 5 has one channel and one module graph for all. */
function clientOf(server: ViteDevServer): Pick<DevEnvironment, 'hot' | 'moduleGraph'> {
  const client = environmentsOf(server)?.['client'];
  return (
    client ?? ({ hot: server.ws, moduleGraph: server.moduleGraph } as unknown as DevEnvironment)
  );
}

/** Invalidates a module, so that it is generated again when a page loads it. */
function invalidate(server: ViteDevServer, id: string): void {
  for (const { moduleGraph } of Object.values(environmentsOf(server) ?? [clientOf(server)])) {
    const module = moduleGraph.getModuleById(id);
    if (module !== undefined) moduleGraph.invalidateModule(module);
  }
}

function environmentsOf({
  environments,
}: {
  readonly environments?: Readonly<Record<string, DevEnvironment>>;
}): Readonly<Record<string, Pick<DevEnvironment, 'hot' | 'moduleGraph'>>> | undefined {
  return environments;
}

/**
 * Runs create and remove files in the state folder. They are not modules, and each watched file
 * takes a handle.
 */
const UNWATCHED: UserConfig = { server: { watch: { ignored: [`**/${STATE_FOLDER}/**`] } } };

/**
 * Vite's client, which every page of a dev server loads, whether it is made from an HTML file or by
 * a framework.
 */
export const CLIENT = /[\\/]dist[\\/]client[\\/]client\.mjs$/;

interface ViteHost extends BuildHost {
  readonly environment: MaybeEnvironment;
  readonly meta: { readonly rollupVersion: string };
}

/** The plugin in Vite, in builds and dev servers. */
export class ViteContext {
  readonly #options: LocaleSyncOptions;
  /** Undefined under Vitest: tests change no catalogs and pay for no translations. */
  #context: Context | undefined;
  /** What the last config was for. */
  #command: ResolvedConfig['command'] = 'build';
  /** By config: a restarted server closes after its successor opens, and both have this plugin. */
  readonly #sessions = new Map<ResolvedConfig, DevSession>();

  /** @throws TypeError for invalid options */
  constructor(options: LocaleSyncOptions) {
    checkOptions(options);
    this.#options = options;
  }

  config({ server }: UserConfig): UserConfig | undefined {
    return server?.watch === null ? undefined : UNWATCHED;
  }

  configResolved({ root, plugins, command }: ResolvedConfig): void {
    this.#command = command;
    // One of Vitest's own plugins, which Vitest adds to the app's config.
    const isTest = plugins.some(({ name }) => name === 'vitest' || name.startsWith('vitest:'));
    if (!isTest) this.#context = openContext(this.#options, { root });
  }

  configureServer(server: ViteDevServer): void {
    if (this.#context === undefined) return;
    this.#sessions.set(server.config, new DevSession(this.#context, server));
  }

  async buildStart(host: ViteHost): Promise<void> {
    // Vite provides its own version only from 7 on; Rollup's version distinguishes 5 from 4.
    const isOld = Number.parseInt(host.meta.rollupVersion, 10) < 4;
    if (isOld) requireSupported('Vite', undefined);
    if (this.#context === undefined || this.#sessionOf(host.environment) !== undefined) return;
    // React Router compiles its routes with a second dev server, which has no `configureServer`.
    if ((host.environment?.getTopLevelConfig().command ?? this.#command) === 'serve') return;
    await beforeBuild(this.#context, host);
    if (this.#context.project.settings.marks)
      host.warn({ message: 'locale-sync: texts are marked, so this build is for tests only.' });
  }

  async load(id: string, environment: MaybeEnvironment): Promise<string | undefined> {
    const session = this.#sessionOf(environment);
    const isDev = session !== undefined;
    const { project } = this.#context ?? {};
    if (isDev && id === `\0${BADGE_MODULE}`) return badgeModule(project?.last);
    const isMarking = session?.isMarking ?? project?.settings.marks ?? false;
    const marked = project && isMarking && isAbsolute(id) ? markedCatalog(project, id) : undefined;
    return (await marked) ?? loadVirtual(id, project?.last, { isDev });
  }

  /** Adds the badge, and what pages ask the server, to Vite's client in dev. */
  transform(code: string, id: string): { code: string; map: null } | undefined {
    if (this.#sessions.size === 0) return undefined;
    // Vite 5 ignores filters.
    return CLIENT.test(id)
      ? { code: `${code}\n${pageImports(this.#options)}\n`, map: null }
      : undefined;
  }

  hotUpdate(
    update: HotUpdateOptions,
    environment: MaybeEnvironment<DevEnvironment>,
  ): EnvironmentModuleNode[] | undefined {
    return this.#sessionOf(environment)?.update(environment, update);
  }

  buildEnd(environment: MaybeEnvironment): void {
    // Without environments, the server that closes is the one that opened first.
    const config = environment?.getTopLevelConfig() ?? [...this.#sessions.keys()].at(0);
    if (config === undefined) return;
    this.#sessions.get(config)?.close();
    this.#sessions.delete(config);
  }

  #sessionOf(environment: MaybeEnvironment): DevSession | undefined {
    if (environment === undefined) return [...this.#sessions.values()].at(-1);
    return this.#sessions.get(environment.getTopLevelConfig());
  }
}
