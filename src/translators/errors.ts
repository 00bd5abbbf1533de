import { ServiceError, type ServiceErrorCode } from '../client/errors.js';
import { TranslatorError, type TranslatorErrorCode } from '../model/index.js';

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

const unreachable =
  'Check service.url. `locale-sync service` runs a service on this machine; `url: embedded` starts one inside the run.';

/** The next step for the person at the keyboard. `keyVariable` names where the key comes from, never the key. */
function hintFor(code: ServiceErrorCode, keyVariable: string): string | undefined {
  switch (code) {
    case 'no-key':
      return `Set ${keyVariable}, or use \`url: embedded\` to work without an account.`;
    case 'forbidden':
      return `Check ${keyVariable}: the key in it is not accepted here. Free and Pro plans have different addresses, and some services want another service.scheme.`;
    case 'quota':
      return 'The quota of the key or the account is used up. What was translated is kept; run again when the period starts anew or the limit is raised.';
    case 'rate':
      return 'The service is turning requests away. Run again later, or lower limits.concurrency.';
    case 'not-found':
      return 'Check service.url: the base address ends before /v2.';
    case 'network':
      return unreachable;
    case 'timeout':
      return 'The service did not answer in time. Run again later; what was translated is kept.';
    case 'server':
      return 'The service has a problem of its own. Run again later; what was translated is kept.';
    case 'protocol':
      return 'Something else than the service may be answering: check service.url and proxies.';
    default:
      return undefined;
  }
}

/** The client's error as the port's; anything else is passed on as it is. */
export function toTranslatorError(error: unknown, keyVariable: string): unknown {
  if (!(error instanceof ServiceError)) return error;
  return new TranslatorError(codes[error.code], error.message, {
    hint: hintFor(error.code, keyVariable),
    status: error.status,
    requestId: error.requestId,
    retryAfter: error.retryAfter,
    cause: error,
  });
}
