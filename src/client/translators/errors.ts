import { translateBody } from '../../api/index.js';
import { ServiceError, type ServiceErrorCode } from '../errors.js';
import { TranslatorError } from '../../model/index.js';
import type { Hint, TranslatorErrorCode } from '../../model/index.js';

const codes: Readonly<Record<ServiceErrorCode, TranslatorErrorCode>> = {
  'no-key': 'no-key',
  'bad-request': 'rejected',
  forbidden: 'forbidden',
  'not-found': 'rejected',
  'too-large': 'too-large',
  rate: 'rate',
  quota: 'quota',
  rejected: 'rejected',
  server: 'server',
  network: 'network',
  timeout: 'timeout',
  protocol: 'protocol',
  aborted: 'aborted',
  failed: 'rejected',
  file: 'rejected',
};

/** Where the settings of a run come from, for hints. Never their values. */
export interface SettingSources {
  /** Name of the environment variable that holds the key. */
  readonly keyVariable: string;
  /** Where the address comes from. */
  readonly url: 'service.url' | 'SERVICE_URL' | 'embedded';
}

/** The next step if a glossary, a style or a memory does not exist. */
export const ID_OR_NAME = 'Check its name in the config, or use its id.';

/** The next step for the person at the keyboard. */
function hintFor(
  code: ServiceErrorCode,
  { keyVariable, url }: SettingSources,
): Hint | string | undefined {
  switch (code) {
    case 'no-key':
      return `Set ${keyVariable}, or use \`url: embedded\` to work without an account.`;
    case 'forbidden':
      return `Check ${keyVariable}: the service does not accept its key. Free and Pro plans have different URLs, and some services need another service.scheme.`;
    case 'quota':
      return 'The quota of the key or account is used up. Translations so far are kept; run again when the next period starts or the limit is raised.';
    case 'rate':
      return 'The service is rejecting requests because there are too many. Run again later, or lower limits.concurrency.';
    case 'not-found':
      return `Check the ids in the call or the config: what they refer to may have been deleted. If there are none, check ${url}: the base URL must end before /v2.`;
    case 'network':
      return { code: 'check-address', address: url };
    case 'timeout':
      return 'The service did not respond in time. Run again later; translations so far are kept.';
    case 'server':
      return 'The service reported an internal error. Run again later; translations so far are kept.';
    case 'protocol':
      return `Something other than the service may be responding: check ${url} and any proxies.`;
    default:
      return undefined;
  }
}

/** Waits for an answer; errors become those of the port. @param ids of what the request names */
export function askedOf(sources: SettingSources) {
  return async <T>(answer: Promise<T>, ids?: SentIds): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      throw toTranslatorError(error, sources, ids);
    }
  };
}

/** Converts an error of the client to one of the port; any other error is returned unchanged. */
export function toTranslatorError(
  error: unknown,
  sources: SettingSources,
  ids: SentIds = {},
): unknown {
  if (!(error instanceof ServiceError)) return error;
  return new TranslatorError(codes[error.code], error.message, {
    hint: hintFor(error.code, sources),
    status: error.status,
    requestId: error.requestId,
    parameters: namedParameters(error.serviceMessage ?? '', ids),
    retryAfter: error.retryAfter,
    cause: error,
  });
}

const parameters: ReadonlySet<string> = new Set(Object.keys(translateBody.shape));

/** A quoted word, or one with underscores: `text` and `context` are parameters, but also prose. */
const name = /'\w+'|"\w+"|`\w+`|[a-z]+(?:_[a-z]+)+/g;

/** Ids that a request was sent with, by parameter. */
type SentIds = Readonly<Record<string, string | undefined>>;

/**
 * The translation parameters that a rejection names, in the order of its message, and those whose
 * id it quotes. The interface has nothing but the message for this (docs/interface.md 7); nothing
 * else reads it.
 */
export function namedParameters(message: string, ids: SentIds = {}): readonly string[] {
  const words = Array.from(message.matchAll(name), ([word]) => word.replaceAll(/\W/g, ''));
  const quoted = Object.keys(ids).filter((one) => message.includes(ids[one] ?? '\0'));
  return [...new Set([...words, ...quoted])].filter((word) => parameters.has(word));
}
