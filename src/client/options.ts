import { setTimeout as wait } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import manifest from '../../package.json' with { type: 'json' };
import { keyScheme, versionAtEnd } from '../facts/index.js';
import { ServiceError } from './errors.js';
import { defaultRetry, type RetryKind, type RetryPolicy } from './retry.js';

/** Passed to `onRetry` before a request is sent again. */
export interface RetryNotice {
  readonly kind: RetryKind;
  /** Name of the operation, such as `translateText`. */
  readonly operation: string;
  /** Number of the failed attempt, from 1. */
  readonly attempt: number;
  /** Milliseconds until the next attempt. */
  readonly delay: number;
  /** Milliseconds that the service asked to wait, if any; may be more than `delay`. */
  readonly asked: number | undefined;
  readonly status: number | undefined;
}

/** The metadata of an answer. */
export interface AnswerInfo {
  readonly operation: string;
  readonly status: number;
  /** The service's id of the request, if any. */
  readonly requestId: string | undefined;
  /** Value of a header; the name is in lower case. */
  readonly header: (name: string) => string | undefined;
}

/** The last argument of every operation. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds for one attempt including the answer; for a download, between two pieces.
   * Infinity: no limit.
   */
  readonly timeout?: number | undefined;
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
  /** Called after an attempt that made no connection and so never reached the service. */
  readonly onUnsent?: (() => void) | undefined;
  /**
   * Called with a successful answer before its body is read, so that the next request can be sent.
   * Its errors are passed on.
   */
  readonly onAnswer?: ((answer: AnswerInfo) => void) | undefined;
  /** Kinds of failures to throw immediately, for callers that wait themselves. Default: none. */
  readonly leave?: readonly RetryKind[] | undefined;
}

/** Proxy addresses by scheme, as in the usual environment variables. */
export interface ProxyOptions {
  readonly http?: string | undefined;
  readonly https?: string | undefined;
  /** Hosts to reach directly, separated by commas. */
  readonly noProxy?: string | undefined;
}

/** Source of time and randomness; tests pass their own. */
export interface Clock {
  readonly now: () => number;
  readonly random: () => number;
  readonly sleep: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

export interface ClientOptions {
  /** Base address of the service, `https://host`. A path before `/v2` is kept. */
  readonly baseUrl: string;
  /** Developer key. */
  readonly key?: string | undefined;
  /** Admin key, for `admin` only. Default: the developer key. */
  readonly adminKey?: string | undefined;
  /** Word before the key in the header `Authorization`. Default: `Service-Auth-Key`. */
  readonly scheme?: string | undefined;
  /** Default: `locale-sync/<version>`. */
  readonly userAgent?: string | undefined;
  /** Milliseconds, see `CallOptions.timeout`. Default: 60,000; for uploads 600,000. */
  readonly timeout?: number | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  /** A dispatcher of undici 7 to send with. The caller closes it. */
  readonly dispatcher?: Dispatcher | undefined;
  readonly proxy?: string | ProxyOptions | undefined;
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
  readonly clock?: Partial<Clock> | undefined;
}

export interface Settings {
  readonly origin: string;
  /** Path of the base address without a trailing slash. */
  readonly prefix: string;
  readonly keys: Readonly<Record<'developer' | 'admin', string>>;
  readonly scheme: string;
  readonly userAgent: string;
  readonly timeout: number | undefined;
  readonly retry: RetryPolicy;
  readonly onRetry: ((notice: RetryNotice) => void) | undefined;
  readonly clock: Clock;
}

const systemClock: Clock = {
  now: Date.now,
  random: Math.random,
  sleep: async (milliseconds, signal) => {
    await wait(milliseconds, undefined, signal === undefined ? {} : { signal });
  },
};

function parseBase(baseUrl: string): URL {
  if (!URL.canParse(baseUrl)) throw new ServiceError('bad-request', 'baseUrl is not a URL');
  const url = new URL(baseUrl);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new ServiceError('bad-request', 'baseUrl must use http or https');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '') {
    throw new ServiceError('bad-request', 'baseUrl must not contain a user, password or query');
  }
  const version = versionAtEnd(url);
  if (version !== undefined) {
    throw new ServiceError(
      'bad-request',
      `baseUrl must not end in ${version}; the client adds it to every path`,
    );
  }
  return url;
}

/**
 * Removes the newline that keys read from files often end with. Other characters that a header
 * cannot contain are refused.
 */
function checkKey(name: string, key = ''): string {
  const trimmed = key.trim();
  if (/^[\x21-\x7e]*$/.test(trimmed)) return trimmed;
  throw new ServiceError('no-key', `${name} contains characters that are not allowed in a key`);
}

/** @throws ServiceError `bad-request` or `no-key` for options that cannot work */
export function resolveSettings(options: ClientOptions): Settings {
  const url = parseBase(options.baseUrl);
  const scheme = options.scheme ?? keyScheme;
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(scheme)) {
    throw new ServiceError('bad-request', 'scheme must be one word');
  }
  const key = checkKey('key', options.key);
  return {
    origin: url.origin,
    prefix: url.pathname.replace(/\/$/, ''),
    keys: { developer: key, admin: checkKey('adminKey', options.adminKey) || key },
    scheme,
    userAgent: options.userAgent ?? `locale-sync/${manifest.version}`,
    timeout: options.timeout,
    retry: { ...defaultRetry, ...options.retry },
    onRetry: options.onRetry,
    clock: { ...systemClock, ...options.clock },
  };
}
