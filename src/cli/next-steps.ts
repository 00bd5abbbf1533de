import type { NextSteps } from '../report/index.js';

/** How to see the lines that a list leaves out. */
export const TO_SEE_ALL = '--verbose lists all';
export const TO_SEE_ALL_PROBLEMS = 'see --verbose or --json';

export const NEXT_STEPS: NextSteps = {
  sync: 'Run `locale-sync sync`',
  renew: '`locale-sync sync --retranslate drifted` replaces them',
  settle: '`locale-sync accept LOCALE:KEY` if it is right',
  accept: 'fix what is wrong, then `locale-sync sync --accept --keys <keys>`',
  acceptFiles: 'update it, or `locale-sync accept --files <file>` if it is right',
};
