import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Keys, newSecret, Usage } from './accounts/accounts.js';
import { accountRoutes } from './areas/accounts.js';
import { documentRoutes } from './documents/documents.js';
import { glossaryRoutes } from './areas/glossaries.js';
import { languageRoutes } from './areas/languages.js';
import { memoryRoutes } from './areas/memories.js';
import { styleRuleRoutes } from './areas/style-rules.js';
import { translateRoutes } from './areas/translate.js';
import { voiceRoutes } from './voice/jobs.js';
import { writeRoutes } from './areas/write.js';
import { createBackends } from './backends/select.js';
import type { ServiceContext } from './context.js';
import { CounterBook, type Counters } from './counters.js';
import { FaultDesk, registerControl } from './faults/desk.js';
import { Glossaries } from './glossaries/glossaries.js';
import { createApp } from './http/app.js';
import { createAuthorize } from './http/request.js';
import { registerAreas } from './http/routes.js';
import type { ServiceOptions } from './options.js';
import { registerPages } from './pages.js';
import { explained, unusable } from './store/data-folder.js';
import { Store } from './store/store.js';
import { openScratch } from './tools/tool.js';

/** A service that is listening. */
export interface RunningService {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  /** Set if other machines can reach it: a warning that says so. */
  readonly warning: string | undefined;
  /** The first developer and admin key, given or generated. */
  readonly keys: { readonly developer: string; readonly admin: string };
  counters(): Counters;
  /** Lets open requests finish (10 seconds at most), then closes everything. */
  close(): Promise<void>;
}

const graceMilliseconds = 10_000;
const loopback = ['127.0.0.1', '::1', 'localhost'];

/** @throws TypeError for keys that cannot be sent in a header */
function checkKeys({ keys = [], adminKeys = [] }: ServiceOptions): void {
  for (const key of [...keys, ...adminKeys]) {
    if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('a key must be one word of ASCII');
  }
  if (adminKeys.some((key) => keys.includes(key))) {
    throw new TypeError('a key cannot be both a developer key and an admin key');
  }
}

/**
 * The given keys, or generated ones, which are stored with the data so that they survive a restart.
 */
function keyRing({ keys = [], adminKeys = [] }: ServiceOptions, store: Store) {
  if (keys.length > 0 || adminKeys.length > 0) return { developer: keys, admin: adminKeys };
  const made = store.collection<RunningService['keys']>('made_keys');
  const ring = made.get('first') ?? { developer: newSecret(), admin: newSecret() };
  if (made.size === 0) made.set('first', ring);
  return { developer: [ring.developer], admin: [ring.admin] };
}

async function createContext(
  options: ServiceOptions,
  store: Store,
  secrets: ReturnType<typeof keyRing>,
): Promise<ServiceContext> {
  const { data } = options;
  const clock = options.clock ?? (() => new Date());
  const folder = (name: string) => (data === undefined ? undefined : join(data, name));
  const keys = new Keys(store, clock, secrets);
  return {
    plan: options.plan ?? 'pro',
    clock,
    store,
    scratch: await openScratch(folder('scratch')),
    folder,
    keys,
    usage: new Usage(store, keys, clock, options.notify),
    glossaries: new Glossaries(store, clock),
    memories: options.memories ?? [],
    backends: createBackends(options),
    counters: new CounterBook(),
  };
}

async function closeGracefully(
  app: FastifyInstance,
  context: ServiceContext,
  desk: FaultDesk,
): Promise<void> {
  desk.close();
  const timer = setTimeout(() => app.server.closeAllConnections(), graceMilliseconds);
  // A connection whose last request has just ended would stay open for another one.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 20);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
    clearInterval(sweep);
    await context.backends.close();
    await context.store.close();
  }
}

/**
 * Starts the embedded service: the whole of docs/interface.md on this machine.
 * @throws StoreError if the data folder cannot be used, TypeError for invalid keys
 */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  checkKeys(options);
  const store = options.data === undefined ? new Store() : await Store.open(options.data);
  try {
    return await startWith(store, options);
  } catch (error) {
    await store.close().catch(() => undefined);
    throw options.data === undefined ? error : explained(unusable(options.data), error);
  }
}

async function startWith(store: Store, options: ServiceOptions): Promise<RunningService> {
  const ring = keyRing(options, store);
  const context = await createContext(options, store, ring);
  const { counters, clock, keys, glossaries, memories } = context;
  const app = createApp(context, options);
  const authorize = createAuthorize(keys, options.scheme);
  const desk = new FaultDesk(clock);
  desk.set(options.faults ?? []);
  const areas = [
    translateRoutes(context),
    documentRoutes(context),
    voiceRoutes(context),
    accountRoutes(context),
    languageRoutes,
    glossaryRoutes(glossaries),
    styleRuleRoutes(context),
    memoryRoutes(memories),
    writeRoutes(context),
  ];
  await registerAreas(app, areas, context, { authorize, desk });
  const { control = false } = options;
  if (control !== false) {
    const token = control === true ? undefined : control;
    registerControl(app, desk, counters, { authorize, token });
  }
  registerPages(app, counters);
  await store.flush();
  if (options.warm === true) await import('./detect/detect.js');
  const host = options.host ?? '127.0.0.1';
  await app.listen({ port: options.port ?? 0, host, backlog: 4096 });
  const { port } = app.server.address() as AddressInfo;
  const open = !loopback.includes(host);
  let closing: Promise<void> | undefined;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    warning: open ? `listening on ${host}: other machines can reach this service` : undefined,
    keys: { developer: ring.developer[0] ?? '', admin: ring.admin[0] ?? '' },
    counters: () => counters.read(),
    close: () => (closing ??= closeGracefully(app, context, desk)),
  };
}
