/** Kind of failure. */
export type ServiceErrorCode =
  /** No key, or one that a header cannot contain. */
  | 'no-key'
  /** 400: a parameter, or a combination, was refused. */
  | 'bad-request'
  /** 401 and 403: the key is not accepted or lacks permission. */
  | 'forbidden'
  /** 404 */
  | 'not-found'
  /** 413 */
  | 'too-large'
  /** 429 and 529, after the last attempt. */
  | 'rate'
  /** 456: the quota of the key or account is used up. */
  | 'quota'
  /** Any other 4xx. */
  | 'rejected'
  /** 5xx, after the last attempt. */
  | 'server'
  /** No connection, or a lost one, after the last attempt. */
  | 'network'
  /** No answer in time, after the last attempt. */
  | 'timeout'
  /** The answer does not match docs/interface.md. */
  | 'protocol'
  /** Aborted by the caller's signal. */
  | 'aborted'
  /** A document or a voice target that the service could not translate. */
  | 'failed'
  /** A file that cannot be read, written or sent. */
  | 'file';

export interface ServiceErrorDetails extends ErrorOptions {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  /** Name of the operation, such as `translateText`. */
  readonly operation?: string | undefined;
  /** The service's own message, shortened. */
  readonly serviceMessage?: string | undefined;
  /** Milliseconds that the service asked to wait, if any. */
  readonly retryAfter?: number | undefined;
}

/** The only error of this client. Message, cause and stack never contain a key. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ServiceErrorCode;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly operation: string | undefined;
  readonly serviceMessage: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ServiceErrorCode, message: string, details: ServiceErrorDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.operation = details.operation;
    this.serviceMessage = details.serviceMessage;
    this.retryAfter = details.retryAfter;
  }
}
