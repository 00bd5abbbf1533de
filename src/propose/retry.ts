/** What decides whether a call is retried. */
export interface RetryFacts {
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
export const PATIENCE = 60_000;

/** Whether a response reports a rate limit. GitHub also uses 403 for it. */
export function isRateLimit({
  status,
  headers,
  body,
}: Omit<RetryFacts, 'attempt' | 'now'>): boolean {
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
export function askedDelay({
  headers,
  now,
}: Pick<RetryFacts, 'headers' | 'now'>): number | undefined {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1_000;
  const reset = Number(headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'] ?? Number.NaN);
  if (!Number.isFinite(reset)) return undefined;
  return Math.max(0, reset * 1_000 - now);
}
