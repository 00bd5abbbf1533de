/** A failed attempt, as far as a retry is concerned. */
export type Failure =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly retryAfter?: string | undefined;
    }
  /** `unsent`: the connection was never made, so the service has done nothing. */
  | { readonly kind: 'unsent' }
  /** The connection was lost, or timed out, with the request in flight. */
  | { readonly kind: 'lost' };

export type RetryKind = 'rate' | 'server' | 'network';

export interface RetryPolicy {
  /** Total number of attempts. Default: 5; 1 never retries. */
  readonly attempts: number;
  /** Milliseconds; the first back-off is between 0 and this. Default: 500. */
  readonly baseDelay: number;
  /** Longest back-off in milliseconds. Default: 30,000. */
  readonly maxDelay: number;
  /** The longest `Retry-After` that is respected, in milliseconds. Default: 120,000. */
  readonly maxRetryAfter: number;
}

export const defaultRetry: RetryPolicy = {
  attempts: 5,
  baseDelay: 500,
  maxDelay: 30_000,
  maxRetryAfter: 120_000,
};

const rateStatuses: ReadonlySet<number> = new Set([429, 529]);
/**
 * Statuses that mean the service did not process the request: misdirected, too early, unavailable.
 */
const turnedAway: ReadonlySet<number> = new Set([421, 425, 503]);
/** The server did not receive the whole request. */
const tooSlow = 408;

/**
 * Whether a failure may be retried, and its kind. A request that must not be carried out twice is
 * retried only if the service turned it away (421, 425, 429, 503, 529) or never saw it.
 */
export function retryKind(failure: Failure, repeatable: boolean): RetryKind | undefined {
  if (failure.kind === 'unsent') return 'network';
  if (failure.kind === 'lost') return repeatable ? 'network' : undefined;
  if (rateStatuses.has(failure.status)) return 'rate';
  if (turnedAway.has(failure.status)) return 'server';
  const mayPass = failure.status >= 500 || failure.status === tooSlow;
  return mayPass && repeatable ? 'server' : undefined;
}

/**
 * Milliseconds of a `Retry-After` in seconds or as an HTTP date; undefined if missing or invalid.
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) return Number(text) * 1000;
  // A date names its month; Date.parse also accepts other values, such as `-1`.
  const date = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

interface RetryTiming {
  readonly now: number;
  /** 0 ≤ random < 1 */
  readonly random: number;
  readonly policy: RetryPolicy;
}

/**
 * The wait after attempt number `attempt` (from 1): what the service asks for, up to a limit, or
 * else exponential back-off with full jitter.
 * @returns milliseconds; `asked`: what the service asked for, which may be more
 */
export function retryDelay(
  attempt: number,
  failure: Failure,
  { now, random, policy }: RetryTiming,
): { readonly delay: number; readonly asked?: number } {
  const asked = failure.kind === 'status' ? parseRetryAfter(failure.retryAfter, now) : undefined;
  if (asked !== undefined) return { delay: Math.min(asked, policy.maxRetryAfter), asked };
  const ceiling = Math.min(policy.maxDelay, policy.baseDelay * 2 ** (attempt - 1));
  return { delay: Math.round(random * ceiling) };
}
