import { LocaleSyncError } from '../model/index.js';
import type { ErrorDetails } from '../model/index.js';

export type StoreErrorCode =
  /** The config has no store, or its variable is not set. */
  | 'store-not-set'
  /** It cannot be reached or used. */
  | 'store-unavailable'
  /** The file is not an export of a store, or cannot be read or written. */
  | 'store-file';

/**
 * cut: a second try may work at once · passes: it may work later · stays: this run does without it.
 */
export type Outlook = 'cut' | 'passes' | 'stays';

/** A store that cannot be used. The message contains neither address nor password. */
export class StoreError extends LocaleSyncError {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  /** The reason, as the end of a sentence. */
  readonly reason: string;
  readonly outlook: Outlook;

  /** @param reason the end of a sentence */
  constructor(
    reason: string,
    { code = 'store-unavailable', outlook = 'stays', ...details }: StoreErrorDetails = {},
  ) {
    const isAway = code === 'store-unavailable';
    super(isAway ? `The shared store cannot be used: ${reason}.` : reason, details);
    this.code = code;
    this.reason = reason;
    this.outlook = outlook;
  }
}

interface StoreErrorDetails extends ErrorDetails {
  readonly code?: StoreErrorCode;
  /** Default: stays. */
  readonly outlook?: Outlook;
}

/** Details of an error of PostgreSQL, `pg` or the network. */
interface Details {
  /** A file that `pg` could not open: `open ` and the code. */
  readonly code: string;
  readonly message: string;
}

/**
 * SQLSTATE classes and Node codes with their meaning for users. User, password and database do not
 * change during a run, so their errors are permanent.
 */
const MEANINGS: readonly (readonly [code: RegExp, meaning: string, outlook?: Outlook])[] = [
  [/^ECONNREFUSED$/, 'nothing is listening at its address'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'its host is unknown'],
  [/^ERR_INVALID_URL$/, 'its address is not valid', 'stays'],
  [/^ENOENT$/, 'its socket does not exist'],
  [/^(open \w+|EISDIR)$/, 'a certificate file that its URL names cannot be read', 'stays'],
  [/^(ECONNRESET|EPIPE|57P01|57P02|57P05|08\w{3})$/, 'the connection was closed', 'cut'],
  [/^57P03$/, 'it is starting or stopping'],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, 'its host does not respond'],
  [/^28\w{3}$/, 'it rejects the user or password', 'stays'],
  [/^3D000$/, 'its database does not exist', 'stays'],
  [/^42501$/, 'the user lacks the privileges', 'stays'],
  [/^53100$/, 'its disk is full'],
  [/^53300$/, 'it has too many connections'],
  [/^53\w{3}$/, 'it is out of resources'],
  [/^25006$/, 'it is read-only'],
  [/^(57014|55P03)$/, 'it is too slow', 'stays'],
  // Two runs were in each other's way.
  [/^(40P01|40001)$/, 'it is too busy', 'cut'],
  [/^42\w{3}$/, 'its tables are not as expected', 'stays'],
  [/^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|CERT_|ERR_TLS)/, 'its certificate is not accepted', 'stays'],
];

/** The same for errors without a known code, by their message. */
const MESSAGES: typeof MEANINGS = [
  [/timeout|timed out/i, 'it is too slow', 'stays'],
  [/terminated|closed|ended|not queryable/i, 'the connection was closed', 'cut'],
  [/does not support SSL/, 'it does not support TLS', 'stays'],
];

/**
 * Converts any error to a StoreError. Messages are not quoted: they could contain a password.
 */
export function storeErrorOf(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const { code, message } = detailsOf(error);
  const [, reason, outlook = 'passes'] =
    MEANINGS.find(([pattern]) => pattern.test(code)) ??
    MESSAGES.find(([pattern]) => pattern.test(message)) ??
    ([undefined, code === '' ? 'it returned an error' : `it returned error ${code}`] as const);
  return new StoreError(reason, { outlook, cause: error });
}

/** Whether a write was refused although reading may still work. */
export function isRefusedWrite({ cause }: StoreError): boolean {
  return /^(53100|25006|42501|54000)$/.test(detailsOf(cause).code);
}

function detailsOf(error: unknown): Details {
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // A host name with several addresses fails with all of their errors.
  if (code === '' && error instanceof AggregateError) return detailsOf(error.errors[0]);
  const isOpen = 'syscall' in error && error.syscall === 'open';
  return { code: isOpen ? `open ${code}` : code, message: error.message };
}
