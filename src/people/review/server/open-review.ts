import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { join, relative } from 'node:path';
import type { ResolvedConfig } from '../../../config/index.js';
import { EngineError } from '../../../engine/index.js';
import type { ReviewSteps } from '../../../engine/index.js';
import { defined, explain } from '../../../model/index.js';
import type { EngineEvent, Words } from '../../../model/index.js';
import { ensureStateDirectory } from '../../../state/index.js';
import { STATE_FILES, STATE_FOLDER } from '../../../lock/index.js';
import { openReviewer } from '../reviewer.js';
import { answerRequest, hostsOf } from './answer-requests.js';
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
}

export interface OpenReview {
  /** Including the token, which allows editing. */
  readonly url: string;
  close(): Promise<void>;
}

/** A review without a server, for a host that has one. */
interface ReviewParts {
  readonly live: LiveReview;
  readonly token: string;
  close(): Promise<void>;
}

/** Reads the project and follows its files. */
async function openParts(
  config: ResolvedConfig,
  { words, signal, onEvent, reload }: OpenOptions,
): Promise<ReviewParts> {
  const steps: ReviewSteps = [];
  const reviewed = (one: ResolvedConfig): Reviewed => ({
    config: one,
    reviewer: openReviewer(one, {
      explain: (error) => explain(error, words),
      steps,
      ...defined({ signal, onEvent }),
    }),
  });
  const live = new LiveReview(reviewed(config), words);
  const renewal = new Renewal(async () => {
    const next = await reload?.();
    if (next !== undefined) await live.renew(reviewed(next));
  }, live);
  const configBefore = configText(config);
  const watching = await watchFiles(config.root, (path) => {
    // Changes before files were watched have no path: the config may be among them.
    const isConfig =
      path === undefined ? configText(config) !== configBefore : path === config.file;
    if (reload !== undefined && isConfig) renewal.begin();
    else live.changed();
  });
  const close = async (): Promise<void> => {
    await watching.close();
    await renewal.close();
    await live.close();
  };
  return { live, token: randomBytes(18).toString('base64url'), close };
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

/** Reloads the config once changes of its file pause, one reload at a time. */
class Renewal {
  readonly #renew: () => Promise<void>;
  readonly #live: LiveReview;
  #timer: NodeJS.Timeout | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(renew: () => Promise<void>, live: LiveReview) {
    this.#renew = renew;
    this.#live = live;
  }

  begin(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const renewed = this.#last.then(this.#renew);
      this.#last = renewed.catch((error: unknown) => this.#live.failed(error));
    }, DEBOUNCE);
  }

  close(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#last;
  }
}

/**
 * Serves a project's review page on loopback until it is closed.
 * @throws EngineError 'review-open' if another one is open, 'port-taken'; LocaleSyncError
 */
export async function openReview(
  config: ResolvedConfig,
  options: OpenOptions,
): Promise<OpenReview> {
  const claim = await claimReview(join(config.root, STATE_FOLDER));
  let parts: ReviewParts | undefined;
  try {
    parts = await openParts(config, options);
    const { live, token } = parts;
    // Prepared before the page is opened, so that it loads at once.
    await live.json();
    const { server, port } = await listen(parts, options.port ?? 0);
    const url = `http://127.0.0.1:${port}/?token=${token}`;
    claim.note(port);
    const closing = parts;
    return {
      url,
      close: async () => {
        claim.release();
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
        await closing.close();
      },
    };
  } catch (error) {
    claim.release();
    await parts?.close();
    throw error;
  }
}

interface ReviewClaim {
  /** Records the page's port. */
  note(port: number): void;
  release(): void;
}

/** If nothing can be written, nothing is claimed: the page is readable anyway. */
const NO_CLAIM: ReviewClaim = { note: () => undefined, release: () => undefined };

/** Milliseconds that another process's page has to respond. */
const PATIENCE = 1_000;

/**
 * Allows one review page per repository at a time: two would undo each other's edits.
 * @param state absolute path of the local state's folder
 * @throws EngineError 'review-open'
 */
async function claimReview(state: string): Promise<ReviewClaim> {
  const file = join(state, STATE_FILES.review);
  const other = readClaim(file);
  if (other !== undefined && isAlive(other.pid) && (await answers(other.port))) {
    throw new EngineError(
      'review-open',
      `The review page of this repository is already open on port ${other.port} (process ${other.pid}).`,
      'Use that one, or stop its process first.',
    );
  }
  try {
    ensureStateDirectory(state, '.');
  } catch {
    return NO_CLAIM;
  }
  const { pid } = process;
  return {
    note: (port) => {
      try {
        writeFileSync(file, JSON.stringify({ pid, port }));
      } catch {
        // Treated like an unwritable folder.
      }
    },
    release: () => {
      if (readClaim(file)?.pid === pid) rmSync(file, { force: true });
    },
  };
}

function readClaim(file: string): { readonly pid: number; readonly port: number } | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value !== 'object' || value === null) return undefined;
    const { pid, port } = value as Readonly<Record<string, unknown>>;
    const isPort = typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536;
    const isPid = typeof pid === 'number' && Number.isInteger(pid) && pid > 0;
    return isPort && isPid ? { pid, port } : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Whether a page responds on a port: a killed process leaves its claim, and its pid may belong to
 * another process by now.
 */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: PATIENCE });
    const end = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

async function listen(
  parts: ReviewParts,
  wanted: number,
): Promise<{ readonly server: Server; readonly port: number }> {
  let hosts: readonly string[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    answerRequest(request, response, { ...parts, base: '', hosts, path }).then(
      (isAnswered) => {
        if (!isAnswered) response.writeHead(404).end();
      },
      () => {
        if (!response.headersSent) response.writeHead(500);
        response.end();
      },
    );
  };
  const server = createServer(answer);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portError(error, wanted)));
    server.listen(wanted, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : wanted;
  hosts = hostsOf(port);
  return { server, port };
}

function portError(error: Error, port: number): Error {
  const code = 'code' in error ? error.code : undefined;
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
