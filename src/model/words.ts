import type { LocaleSyncError, Setting } from './error.js';
import { sayHint } from './hint.js';
import type { HintTable } from './hint.js';
import type { ReportError } from './report.js';

/** A host's wording: its names for settings, and its next steps. */
export interface Words {
  readonly settings: Readonly<Record<Setting, string>>;
  readonly hints: HintTable;
}

/** An error as reports show it, in a host's wording. */
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
