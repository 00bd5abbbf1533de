import { WORDS } from '../../src/cli/hints.js';
import { sayHint } from '../../src/model/index.js';
import type { LocaleSyncError } from '../../src/model/index.js';

/** The next step of an error, as the command line prints it; '' if there is none. */
export function hintOf({ hint }: LocaleSyncError): string {
  return hint === undefined ? '' : sayHint(hint, WORDS.hints);
}
