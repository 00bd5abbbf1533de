import type { LocaleSyncError, Setting } from './error.js';
import { sayHint } from './hint.js';
import type { HintTable } from './hint.js';
import type { ReportError } from './report.js';

/** The words of a host: what it calls settings, and how it says the next step. */
export interface Words {
  readonly settings: Readonly<Record<Setting, string>>;
  readonly hints: HintTable;
}

/** An error as reports have it, in the words of a host. */
export function explain(error: LocaleSyncError, { settings, hints }: Words): ReportError {
  const { code, hint } = error;
  const requestId =
    'requestId' in error && typeof error.requestId === 'string' ? error.requestId : undefined;
  return {
    code,
    message: error.messageWith(settings),
    ...(hint === undefined ? {} : { hint: sayHint(hint, hints) }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}
