import { inspect } from 'node:util';
import { traceHeader } from '../facts/index.js';
import { maskOf, oneLine } from '../model/index.js';
import { ServiceError, type ServiceErrorCode, type ServiceErrorDetails } from './errors.js';
import { TUNNEL_LOST } from './dispatcher.js';
import { parseRetryAfter, type Failure } from './retry.js';

/** Removes secrets from everything that may appear in an error. */
interface Redactor {
  text(value: string): string;
  /** The cause itself if it contains no secret, otherwise an error with the safe parts. */
  cause(value: unknown): unknown;
}

export function createRedactor(secrets: readonly string[]): Redactor {
  const text = maskOf(secrets);

  function cause(value: unknown): unknown {
    const shown = inspect(value, { depth: 8, showHidden: true });
    if (text(shown) === shown) return value;
    const clean = new Error(text(value instanceof Error ? value.message : 'unknown cause'));
    if (value instanceof Error) clean.name = text(value.name);
    return clean;
  }

  return { text, cause };
}

/** One failed attempt: whether to try again, and the error to throw if not. */
export interface FailedAttempt {
  /** Undefined if a retry cannot help. */
  readonly failure: Failure | undefined;
  readonly error: ServiceError;
  /** No connection was made, so the service has not seen the request. */
  readonly unsent?: true;
}

/** Facts about the request for messages. Paths are those of the description, without ids. */
export interface RequestContext {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly origin: string;
  readonly redactor: Redactor;
}

interface FailedAnswer {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: string;
}

const codesByStatus: ReadonlyMap<number, ServiceErrorCode> = new Map([
  [400, 'bad-request'],
  [401, 'forbidden'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [413, 'too-large'],
  [429, 'rate'],
  [456, 'quota'],
  [529, 'rate'],
]);

function codeOf(status: number): ServiceErrorCode {
  const code = codesByStatus.get(status);
  if (code !== undefined) return code;
  if (status >= 500) return 'server';
  return status >= 400 ? 'rejected' : 'protocol';
}

/** The request's id from `X-Trace-ID` (docs/interface.md 7), if it looks like one. */
export function requestIdOf(headers: ResponseHeaders, redactor: Redactor): string | undefined {
  const value = headers[traceHeader];
  return typeof value === 'string' && /^[\w.:-]{1,128}$/.test(value)
    ? redactor.text(value)
    : undefined;
}

const longest = 500;

/** A foreign text, shortened for a message. */
function quoted(text: string): string {
  return oneLine(text.trim().replace(/\s+/g, ' '), longest);
}

function parseObject(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The failure according to the body: `message` and `detail` (docs/interface.md 7), or an excerpt of
 * any other body.
 */
function messageOf(answer: FailedAnswer): string | undefined {
  const fields = parseObject(answer.body);
  if (fields !== undefined) {
    const said = [fields['message'], fields['detail']].filter(
      (part): part is string => typeof part === 'string' && part !== '',
    );
    if (said.length > 0) return quoted(said.join(': '));
  }
  if (answer.body.trim() === '') return undefined;
  if (/^\s*<|text\/html/i.test(answer.body.slice(0, 200))) {
    const title = /<title[^>]{0,200}>([^<]{1,200})/i.exec(answer.body.slice(0, 4096))?.[1];
    return title === undefined ? '(an HTML page)' : `(an HTML page: ${quoted(title)})`;
  }
  return quoted(answer.body.slice(0, 2 * longest));
}

/** The failure for an answer other than success. */
export function fromAnswer(
  context: RequestContext,
  answer: FailedAnswer,
  now: number,
): FailedAttempt {
  const { redactor } = context;
  const { status } = answer;
  const said = messageOf({ ...answer, body: redactor.text(answer.body) });
  const serviceMessage = said === undefined ? undefined : redactor.text(said);
  const asked = singleHeader(answer.headers, 'retry-after');
  const requestId = requestIdOf(answer.headers, redactor);
  const redirect = status >= 300 && status < 400 ? ', a redirect, which is never followed' : '';
  const request = requestId === undefined ? '' : ` (request ${requestId})`;
  const error = new ServiceError(
    codeOf(status),
    `${context.method} ${context.path} answered ${status}${redirect}` +
      `${serviceMessage === undefined ? '' : `: ${serviceMessage}`}${request}`,
    {
      status,
      requestId,
      serviceMessage,
      operation: context.operation,
      retryAfter: parseRetryAfter(asked, now),
    },
  );
  return {
    failure: status >= 400 ? { kind: 'status', status, retryAfter: asked } : undefined,
    error,
  };
}

export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The value of a header; the first one if there are several. */
export function singleHeader(headers: ResponseHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

const unsentCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
  TUNNEL_LOST,
]);

const misframedCodes: ReadonlySet<string> = new Set([
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
]);

const lateCodes: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

function describe(cause: unknown): { readonly code: string; readonly message: string } {
  if (!(cause instanceof Error)) return { code: '', message: String(cause) };
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  // Happy eyeballs tried several addresses; the first error is enough.
  const inner: unknown = cause instanceof AggregateError ? cause.errors[0] : undefined;
  const message = cause.message === '' && inner instanceof Error ? inner.message : cause.message;
  return { code, message: message || code };
}

/** The failure for an attempt that ended with a connection error. */
export function fromConnection(
  context: RequestContext,
  cause: unknown,
  details: ServiceErrorDetails = {},
): FailedAttempt {
  const { code, message } = describe(cause);
  const place = `${context.method} ${context.origin}${context.path}`;
  const shown = quoted(context.redactor.text(message));
  const failed = (kind: ServiceErrorCode, text: string) =>
    new ServiceError(kind, `${place}: ${text}`, {
      ...details,
      operation: context.operation,
      cause: context.redactor.cause(cause),
    });
  if (lateCodes.has(code)) {
    return { failure: { kind: 'lost' }, error: failed('timeout', 'timeout: no response in time') };
  }
  const unparsable = cause instanceof Error && cause.name === 'HTTPParserError';
  // The next answer would be the same, and billed again.
  if (unparsable || misframedCodes.has(code)) {
    return { failure: undefined, error: failed('protocol', `the response is not HTTP: ${shown}`) };
  }
  if (/CERT|ERR_TLS|ERR_SSL|UNABLE_TO_/.test(code)) {
    const error = failed('network', `the certificate is not trusted: ${shown}`);
    return { failure: undefined, error, unsent: true };
  }
  if (code === 'UND_ERR_INVALID_ARG') {
    return { failure: undefined, error: failed('rejected', `cannot be sent: ${shown}`) };
  }
  if (cause instanceof Error && 'path' in cause) {
    return { failure: undefined, error: failed('file', `the file cannot be read: ${shown}`) };
  }
  const unsent = unsentCodes.has(code);
  return {
    failure: { kind: unsent ? 'unsent' : 'lost' },
    error: failed('network', `${unsent ? 'cannot connect' : 'connection lost'}: ${shown}`),
    ...(unsent ? { unsent } : {}),
  };
}
