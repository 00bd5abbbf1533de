import { setTimeout as timer } from 'node:timers/promises';
import request from 'undici/lib/api/api-request.js';
import type { Dispatcher } from 'undici';
import { oneLine } from '../../model/index.js';
import { ProposeError } from './errors.js';

/** How a run calls its host. */
export interface HostConnection {
  /** Name of the token's variable, such as `GITHUB_TOKEN`, for messages. */
  readonly tokenName: string;
  readonly dispatcher: Dispatcher;
  readonly signal: AbortSignal;
  /** Default: a timer. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

interface HostHttpOptions extends HostConnection {
  /** `GitHub` or `GitLab`, for messages. */
  readonly name: string;
  /** Base address without a trailing `/`. */
  readonly base: string;
  /** Includes the token. */
  readonly headers: Readonly<Record<string, string>>;
  /** Default: `Date.now`. */
  readonly now?: () => number;
}

export interface HostCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Relative to the base, or a complete address. */
  readonly path: string;
  readonly body?: unknown;
}

export interface HostAnswer {
  readonly status: number;
  /** Parsed JSON; undefined if the body is not JSON. */
  readonly data: unknown;
}

export interface HostHttp {
  /**
   * Sends a call and retries if the host asks for it. Resolves with any response, whatever its
   * status.
   */
  readonly send: (call: HostCall) => Promise<HostAnswer>;
  /** The same, but a status other than 2xx is an error. */
  readonly get: (call: HostCall) => Promise<unknown>;
  readonly failure: (answer: HostAnswer) => ProposeError;
  readonly calls: () => number;
}

interface Tried extends HostAnswer {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  readonly cause?: unknown;
}

/** Calls one host. @throws ProposeError */
export function createHostHttp(options: HostHttpOptions): HostHttp {
  const { signal, sleep = pause, now = Date.now } = options;
  let calls = 0;
  const send = async (call: HostCall): Promise<HostAnswer> => {
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      calls += 1;
      const tried = await trySend(options, call);
      signal.throwIfAborted();
      const facts = { ...tried, body: tried.text, attempt, now: now() };
      const delay = retryDelay(facts);
      if (delay !== undefined) await sleep(delay, signal);
      else if (tried.status === 0) throw unreachable(options, tried.cause);
      else if (isRateLimit(facts)) throw tooMany(options.name, askedDelay(facts), facts.now);
      else return tried;
    }
  };
  const failure = (answer: HostAnswer): ProposeError => failureOf(options, answer);
  const get = async (call: HostCall): Promise<unknown> => {
    const answer = await send(call);
    const isDone = answer.status >= 200 && answer.status < 300;
    if (isDone && call.method === 'GET' && typeof answer.data !== 'object') {
      throw otherPage(options);
    }
    if (isDone) return answer.data;
    throw failure(answer);
  };
  return { send, get, failure, calls: () => calls };
}

/** Status 0: no response. */
async function trySend(
  { base, headers, dispatcher, signal }: HostHttpOptions,
  { method, path, body }: HostCall,
): Promise<Tried> {
  const url = new URL(/^https?:/.test(path) ? path : `${base}${path}`);
  try {
    const answer = await request.call(dispatcher, {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      signal,
      headersTimeout: 120_000,
      headers: {
        ...headers,
        'user-agent': 'locale-sync',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    const flat = Object.entries(answer.headers).map(
      ([key, value]) => [key, String(value)] as const,
    );
    return {
      status: answer.statusCode,
      data: parsed(text),
      text,
      headers: Object.fromEntries(flat),
    };
  } catch (cause) {
    return { status: 0, data: undefined, text: '', headers: {}, cause };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await timer(milliseconds, undefined, { signal }).catch(() => {});
}

/** What decides whether a call is retried. */
interface RetryFacts {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as text. */
  readonly body: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The most attempts of one call. */
const ATTEMPTS = 4;

/** The most milliseconds that a run waits for a host. Longer waits are left to another run. */
const PATIENCE = 60_000;

/** Whether a response reports a rate limit. GitHub also uses 403 for it. */
export function isRateLimit({ status, headers, body }: RetryFacts): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  if (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0') return true;
  return /rate limit|abuse detection/i.test(body);
}

/** Milliseconds until the next attempt; undefined: do not retry. */
export function retryDelay(facts: RetryFacts): number | undefined {
  const { status, attempt } = facts;
  if (attempt >= ATTEMPTS) return undefined;
  const growing = 500 * 2 ** (attempt - 1);
  if (isRateLimit(facts)) {
    const asked = askedDelay(facts) ?? growing * 2;
    return asked <= PATIENCE ? asked : undefined;
  }
  return [500, 502, 503, 504].includes(status) || status === 0 ? growing : undefined;
}

/** Milliseconds that the host asks to wait: from `retry-after`, or until the rate limit resets. */
function askedDelay({ headers, now }: RetryFacts): number | undefined {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1_000;
  const reset = Number(headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'] ?? Number.NaN);
  if (!Number.isFinite(reset)) return undefined;
  return Math.max(0, reset * 1_000 - now);
}

function unreachable({ name, base }: HostHttpOptions, cause: unknown): ProposeError {
  const message = `${name} cannot be reached at ${new URL(base).origin}.`;
  return new ProposeError('host-network', message, 'Check the address and the network.', cause);
}

/** A web page instead of the API: a proxy's sign-in page, or a wrong address. */
function otherPage({ name, base }: HostHttpOptions): ProposeError {
  const message = `${new URL(base).origin} returned a web page instead of a response of the ${name} API.`;
  const hint = 'Check the URL (GITHUB_API_URL or CI_API_V4_URL), and any proxy on the way.';
  return new ProposeError('host-server', message, hint);
}

function tooMany(name: string, delay: number | undefined, now: number): ProposeError {
  const until = delay === undefined ? '' : ` until ${new Date(now + delay).toISOString()}`;
  const message = `${name} accepts no more calls with this token${until}.`;
  return new ProposeError('host-rate', message, 'Run again later.');
}

/** The error for a response that is not 2xx, with the next step. */
function failureOf(
  { name, tokenName }: HostHttpOptions,
  { status, data }: HostAnswer,
): ProposeError {
  const said = messageOf(data);
  const quote = said === '' ? '' : `: ${said}`;
  if (status === 401) {
    const message = `${name} does not accept the token in ${tokenName}${quote}`;
    return new ProposeError(
      'host-token',
      message,
      `Set ${tokenName} to a valid token that has not expired.`,
    );
  }
  if (isProtection(said)) return protectedBranch(name, said);
  if (status === 403 || status === 404) {
    const what = status === 403 ? 'is not allowed to do this' : 'has no access to the repository';
    const message = `The token in ${tokenName} ${what} on ${name}${quote}`;
    return new ProposeError('host-forbidden', message, RIGHTS);
  }
  if (status >= 500) {
    const message = `${name} fails (${status})${quote}`;
    return new ProposeError('host-server', message, 'Run again later.');
  }
  if (status >= 300 && status < 400) {
    const message = `The repository or the API has moved to another URL on ${name} (${status})${quote}`;
    const hint = 'If the repository was renamed, update the remote: git remote set-url origin …';
    return new ProposeError('host-refused', message, hint);
  }
  const hint = 'Fix what it complains about, and run again.';
  return new ProposeError('host-refused', `${name} rejected the request (${status})${quote}`, hint);
}

const RIGHTS =
  'GitHub: it needs write access to contents and pull requests of this repository. GitLab: it needs the scope api and the Developer role.';

/** Whether the host says that the object already exists, or has changed since it was read. */
export function isTaken(data: unknown): boolean {
  return /already exists|has changed since/i.test(messageOf(data));
}

export function isProtection(said: string): boolean {
  return /protected branch|branch protection|rule violations|not allowed to (push|create)/i.test(
    said,
  );
}

export function protectedBranch(name: string, said: string): ProposeError {
  const hint =
    'Exclude the branch set as propose.branch from the rule, or let the owner of the token bypass it.';
  return new ProposeError('host-protected', `${name} protects the branch: ${said}`, hint);
}

/** The host's error message in one line. */
export function messageOf(data: unknown): string {
  const { message, error, errors, error_description: description } = recordOf(data);
  const more = Array.isArray(errors)
    ? errors.map((one) => textOf(recordOf(one)['message'] ?? one))
    : [];
  const parts = [textOf(message), textOf(error), textOf(description), ...more];
  return oneLine(parts.filter((part) => part !== '').join('; '));
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** A string field of a response. @throws ProposeError if it is not a string */
export function stringIn(data: unknown, name: string): string {
  const value = recordOf(data)[name];
  if (typeof value === 'string') return value;
  throw new ProposeError(
    'host-server',
    `The response of the host has no ${name}.`,
    'Run again later.',
  );
}

/** A path in an address. */
export function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
