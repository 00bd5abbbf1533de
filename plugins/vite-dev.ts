import { relative, resolve, sep } from 'node:path';
import type {
  DevEnvironment,
  EnvironmentModuleNode,
  HotUpdateOptions,
  ResolvedConfig,
  ViteDevServer,
  WebSocketClient,
} from 'vite';
import { rollupError } from './build-hooks.js';
import { describeKeys } from './code-keys.js';
import type { CatalogUpdate } from './live.js';
import type { Outcome } from './look.js';
import { servePanel } from './panel.js';
import { NAME } from './shared.js';
import type { Context } from './shared.js';
import { STATUS_MODULE, statusOf } from './status.js';
import type { Told } from './text.js';
import { MissedChanges } from './vite-missed.js';

/** Milliseconds after which every change is an event. */
const START = 1000;

/** What a terminal says already: of two servers that run beside each other, as Nuxt has them, one is enough. */
const said = new WeakSet<Told>();

/** The plugin beside one dev server. */
export interface DevSession {
  /** What Vite's `hotUpdate` should make of a change; undefined: what it always does. */
  update(
    environment: DevEnvironment,
    change: HotUpdateOptions,
  ): EnvironmentModuleNode[] | undefined;
  close(): void;
}

/** Runs when the server starts and when a catalog or the config is saved, and shows what comes of it. */
export function serveCatalogs(context: Context, server: ViteDevServer): DevSession {
  const { project } = context;
  const { watcher } = server;
  const { hot } = server.environments.client;
  const listening = new WeakSet<WebSocketClient>();
  const missed = new MissedChanges(watcher);
  let shown: Told | undefined;
  let shownKeys: string | undefined;

  const show = (outcome: Outcome): void => {
    watchOutside(server, outcome);
    forgetStatus(server);
    missed.found(outcome);
    hot.send('locale-sync:status', statusOf(outcome));
    const { told, extraction } = outcome;
    const keys = extraction === undefined ? undefined : describeKeys(extraction);
    if (keys !== undefined && keys !== shownKeys) {
      server.config.logger[extraction?.error ? 'warn' : 'info'](keys, { timestamp: true });
    }
    shownKeys = keys;
    if (told?.text !== shown?.text) tell(context, server, outcome);
    const error = context.errorOf(outcome);
    if (error !== undefined) hot.send(overlay(error));
    // An update without modules takes the overlay of a problem away that is solved.
    else if (shown !== undefined) hot.send({ type: 'update', updates: [] });
    shown = told;
  };
  const stop = project.subscribe(show);
  const onFile = (path: string): void => {
    missed.told(resolve(path));
    project.changed(resolve(path));
  };
  for (const event of ['add', 'change', 'unlink'] as const) watcher.on(event, onFile);
  // What changes while the watcher looks around for the first time is no event of its own, and some of what changes shortly
  // after it says that it is ready is lost.
  const lookAgain = (): void => void project.run({ quick: false });
  watcher.once('ready', lookAgain);
  const started = setTimeout(lookAgain, START).unref();
  server.ws.on('locale-sync:listening', (_: unknown, client: WebSocketClient) => {
    listening.add(client);
  });
  server.ws.on('connection', () => {
    const error = project.last === undefined ? undefined : context.errorOf(project.last);
    if (error !== undefined) hot.send(overlay(error));
  });
  const status = () => ({ ...statusOf(project.last), root: project.last?.root });
  servePanel(server, status, () => project.extract());
  void project.run({ quick: false }).then((outcome) => {
    // An outcome that is older than this server has had no chance to be shown.
    if (shown !== undefined) return;
    // One that starts anew clears the terminal.
    if (outcome.told !== undefined) said.delete(outcome.told);
    show(outcome);
  });

  return {
    update: (environment, change) => {
      if (environment.name !== 'client') return undefined;
      const update = catalogUpdate(project.last, server, change);
      if (update === undefined) return undefined;
      environment.hot.send('locale-sync:update', update);
      const pages = [...server.ws.clients];
      const others = pages.filter((page) => !listening.has(page));
      // Where no page takes the catalog itself, Vite does what it does for any module.
      if (others.length === pages.length) return undefined;
      for (const module of change.modules) {
        environment.moduleGraph.invalidateModule(module, new Set(), change.timestamp, true);
      }
      if (change.modules.length > 0) {
        for (const page of others) page.send({ type: 'full-reload', path: '*' });
      }
      return [];
    },
    close: () => {
      clearTimeout(started);
      for (const event of ['add', 'change', 'unlink'] as const) watcher.off(event, onFile);
      stop();
    },
  };
}

/** A page that is loaded from now on gets the status of now. */
function forgetStatus({ environments }: ViteDevServer): void {
  for (const { moduleGraph } of Object.values(environments)) {
    const module = moduleGraph.getModuleById(`\0${STATUS_MODULE}`);
    if (module !== undefined) moduleGraph.invalidateModule(module);
  }
}

function tell(context: Context, { config: { logger } }: ViteDevServer, outcome: Outcome): void {
  const error = context.errorOf(outcome);
  const warning = context.warningOf(outcome);
  if (error !== undefined && !said.has(error)) {
    said.add(error);
    logger.error(error.text, { timestamp: true });
  } else if (warning !== undefined) logger.warn(warning.text, { timestamp: true });
}

function overlay(told: Told) {
  return {
    type: 'error' as const,
    err: { ...rollupError(told), stack: '', plugin: NAME },
  };
}

/** Vite watches its root; catalogs of a monorepo may lie beside it. */
function watchOutside({ watcher, config }: ViteDevServer, { root, files }: Outcome): void {
  // Of several files to come in one folder its watcher sees the first one only; a config is looked for without it.
  if (root === undefined) return;
  const outside = files.filter((file) => !isInside(config.root, file));
  if (outside.length > 0) watcher.add(outside);
}

function catalogUpdate(
  outcome: Outcome | undefined,
  { config }: ViteDevServer,
  { file, modules, timestamp }: HotUpdateOptions,
): CatalogUpdate | undefined {
  const { root, catalogs = [] } = outcome ?? {};
  if (root === undefined) return undefined;
  const catalog = catalogs.find(({ path }) => resolve(root, path) === resolve(file));
  if (catalog === undefined) return undefined;
  const isPublic = config.publicDir !== '' && isInside(config.publicDir, file);
  // A page that asked for a file that is kept from it would get an error, and the terminal with it.
  if (!isPublic && modules.length === 0 && !isServed(config, file)) return undefined;
  const base = config.base.replace(/\/$/, '');
  const url = isPublic
    ? `${base}/${path(relative(config.publicDir, file))}`
    : `${base}${modules[0]?.url ?? moduleUrl(config.root, file)}`;
  return {
    file: catalog.path,
    locale: catalog.locale,
    role: catalog.role,
    url,
    isPublic,
    timestamp,
  };
}

/** Whether a page may load a file that no module has imported; SvelteKit, for one, gives its sources only. */
function isServed({ server: { fs } }: ResolvedConfig, file: string): boolean {
  return !fs.strict || fs.allow.some((folder) => isInside(folder, file));
}

function moduleUrl(root: string, file: string): string {
  return isInside(root, file)
    ? `/${path(relative(root, file))}`
    : `/@fs/${path(file).replace(/^\//, '')}`;
}

function isInside(folder: string, file: string): boolean {
  return resolve(file).startsWith(resolve(folder) + sep);
}

function path(file: string): string {
  return file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}
