import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { relative } from 'node:path';
import type { ResolvedConfig } from '../../../config/index.js';
import { createReviewer, EngineError } from '../../../engine/index.js';
import type { ReviewSteps } from '../../../engine/index.js';
import { defined, explain } from '../../../model/index.js';
import type { EngineEvent, Words } from '../../../model/index.js';
import { STATE_FOLDER } from '../../../lock/index.js';
import type { Guest } from '../delta.js';
import { answerRequest } from './answer-requests.js';
import type { Answering, Link } from './answer-requests.js';
import { LiveReview } from './live-review.js';
import type { Reviewed } from './live-review.js';

export interface OpenOptions {
  readonly words: Words;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: EngineEvent) => void;
  /** Default: 0, a free port. */
  readonly port?: number;
  /** Reloads the config after its file has changed. Default: the page keeps the old one. */
  readonly reload?: () => Promise<ResolvedConfig>;
  /** Who gets a link of their own. Default: nobody. */
  readonly guests?: readonly Guest[];
  /** Address of this machine that guests reach; `0.0.0.0`: all of them. Default: `127.0.0.1`. */
  readonly host?: string;
  /** Where a reverse proxy shows the page: `https://team.example/texts/`. Default: none does. */
  readonly proxy?: URL;
}

export interface OpenReview {
  /** Including the token, which allows everything. */
  readonly url: string;
  /** By guest, including the token of each. */
  readonly guestUrls: readonly string[];
  close(): Promise<void>;
}

/** A review without a server, for a host that has one. */
interface ReviewParts {
  /** The first one is of the person at this machine, the others of guests. */
  readonly links: readonly [Link, ...Link[]];
  close(): Promise<void>;
}

/** Reads the project and follows its files. */
async function openParts(
  config: ResolvedConfig,
  { words, signal, onEvent, reload, guests = [] }: OpenOptions,
): Promise<ReviewParts> {
  // Guests of a language share what is shown and can be undone; nobody else does.
  const lives = [undefined, ...new Set(guests.map(({ locale }) => locale))].map((locale) => {
    const steps: ReviewSteps = [];
    const reviewed = (one: ResolvedConfig): Reviewed => ({
      config: one,
      reviewer: createReviewer(one, {
        explain: (error) => explain(error, words),
        steps,
        ...defined({ signal, onEvent }),
      }),
    });
    return { locale, reviewed, live: new LiveReview(reviewed(config), words, locale) };
  });
  const renew = async (): Promise<void> => {
    try {
      const next = await reload?.();
      if (next === undefined) return;
      for (const { live, reviewed } of lives) await live.renew(reviewed(next));
    } catch (error) {
      for (const { live } of lives) live.failed(error);
    }
  };
  // One reload at a time, once changes of the file pause.
  let renewal = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const configBefore = configText(config);
  const watching = await watchFiles(config.root, (path) => {
    // Changes before files were watched have no path: the config may be among them.
    const isConfig =
      path === undefined ? configText(config) !== configBefore : path === config.file;
    if (reload === undefined || !isConfig) {
      for (const { live } of lives) live.changed();
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(() => {
      renewal = renewal.then(renew);
    }, DEBOUNCE);
  });
  const close = async (): Promise<void> => {
    await watching.close();
    clearTimeout(timer);
    await renewal;
    for (const { live } of lives) await live.close();
  };
  const linkOf = (guest?: Guest): readonly Link[] =>
    lives.flatMap(({ live, locale }) =>
      locale === guest?.locale ? [{ token: newToken(), live, ...defined({ guest }) }] : [],
    );
  const [own, ...others] = [undefined, ...guests].flatMap(linkOf);
  if (own === undefined) throw new Error('no link');
  return { links: [own, ...others], close };
}

/** 144 bits: it cannot be guessed. */
function newToken(): string {
  return randomBytes(18).toString('base64url');
}

const UNWATCHED = new Set(['node_modules', '.git', STATE_FOLDER]);

/**
 * Calls back for each change below a folder, with its absolute path. What cannot be watched is
 * ignored.
 */
async function watchFiles(
  root: string,
  onChange: (path?: string) => void,
): Promise<{ close(): Promise<void> }> {
  const { watch } = await import('chokidar');
  const watcher = watch(root, {
    ignored: (path) =>
      relative(root, path)
        .split(/[\\/]/)
        .some((part) => UNWATCHED.has(part)),
    ignoreInitial: true,
  });
  watcher.on('all', (_, path) => onChange(path));
  // Changes while the folders were listed cause no event.
  watcher.on('ready', () => onChange());
  watcher.on('error', () => undefined);
  return { close: () => watcher.close() };
}

function configText({ file }: ResolvedConfig): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Milliseconds to wait for more changes: editors save in several steps. */
const DEBOUNCE = 150;

/**
 * Serves a project's review page until it is closed: on loopback, and to guests on another address
 * if they are given one.
 * @throws EngineError 'port-taken'; LocaleSyncError
 */
export async function openReview(
  config: ResolvedConfig,
  options: OpenOptions,
): Promise<OpenReview> {
  const parts = await openParts(config, options);
  const servers: Server[] = [];
  const close = async (): Promise<void> => {
    for (const server of servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    await parts.close();
  };
  try {
    const { host = LOOPBACK, proxy, guests = [] } = options;
    const { links } = parts;
    // Prepared before the page is opened, so that it loads at once.
    for (const { live } of links) await live.json();
    const addresses = ANY.has(host) ? [host] : [...new Set([LOOPBACK, host])];
    let port = options.port ?? 0;
    const own = ANY.has(host) ? ownNames() : [host];
    const named = (name: string): string => `${name.includes(':') ? `[${name}]` : name}:${port}`;
    for (const address of addresses) {
      const server = createServer((request, response) => {
        const names = [LOOPBACK, 'localhost', '::1', ...own].map(named);
        const hosts = proxy === undefined ? names : [...names, proxy.host];
        void respond(request, response, { links, hosts, base: '', proxy });
      });
      await listen(server, port, address);
      servers.push(server);
      const bound = server.address();
      if (typeof bound === 'object' && bound !== null) ({ port } = bound);
    }
    const [first = LOOPBACK] = own;
    const shown = proxy?.href.replace(/\/*$/, '/') ?? `http://${named(first)}/`;
    const [mine, ...others] = links.map(({ token }) => `?token=${token}`);
    return {
      url: `http://${named(LOOPBACK)}/${mine ?? ''}`,
      guestUrls: guests.map((_, at) => `${shown}${others[at] ?? ''}`),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const LOOPBACK = '127.0.0.1';

/** Addresses that stand for all of the machine. */
const ANY = new Set(['0.0.0.0', '::']);

/** The names and addresses of this machine in its networks. */
function ownNames(): readonly string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((one = []) => one);
  const outer = addresses.filter(({ internal, scopeid }) => !internal && !scopeid);
  return [...outer.map(({ address }) => address), hostname().toLowerCase()];
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { proxy, ...answering }: Answering & { readonly proxy: URL | undefined },
): Promise<void> {
  const asked = (request.url ?? '/').split('?', 1)[0] ?? '/';
  // A proxy may pass the path of the page on, or take it off.
  const base = proxy?.pathname.replace(/\/+$/, '') ?? '';
  const path = asked === base || asked.startsWith(`${base}/`) ? asked.slice(base.length) : asked;
  try {
    const at = { ...answering, path, base, origin: proxy?.origin };
    if (!(await answerRequest(request, response, at))) response.writeHead(404).end();
  } catch {
    if (!response.headersSent) response.writeHead(500);
    response.end();
  }
}

async function listen(server: Server, port: number, address: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, port, address)));
    server.listen(port, address, resolve);
  });
}

function listenError(error: Error, port: number, address: string): Error {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    const message = `${address} is no address of this machine.`;
    return new EngineError('port-taken', message, 'Give one with --host; 0.0.0.0 means all.');
  }
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return error;
  const message = `Port ${port} on this machine ${code === 'EACCES' ? 'needs more privileges' : 'is in use'}.`;
  return new EngineError('port-taken', message, 'Choose another with --port, or leave it out.');
}

/** The review page on another server, such as a dev server. */
export interface MountedReview {
  /**
   * Responds to a request for the page or its data; false: it is none of its paths. Responds only
   * to this machine, and edits need the token in the page.
   * @param at.base path of the page in the browser: `/shop/__locale-sync`
   * @param at.path path below it, without a query
   */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    at: { readonly base: string; readonly path: string },
  ): Promise<boolean>;
  close(): Promise<void>;
}

export interface MountOptions {
  readonly words: Words;
  /** As in `OpenOptions`. */
  readonly reload?: () => Promise<ResolvedConfig>;
  /** Path, below the base, of a page that the review page links to. */
  readonly status?: string;
}

/** Reads the project and follows its files until it is closed. @throws LocaleSyncError */
export async function mountReview(
  config: ResolvedConfig,
  { status, ...options }: MountOptions,
): Promise<MountedReview> {
  const parts = await openParts(config, options);
  // The host server checks the requested host name itself.
  const answering = { ...parts, hosts: undefined, isOpenPage: true, status };
  return {
    answer: (request, response, at) => answerRequest(request, response, { ...answering, ...at }),
    close: () => parts.close(),
  };
}
