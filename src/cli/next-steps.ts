import type { NextSteps } from '../report/next-step.js';

/** How to see the lines that a list leaves out. */
export const TO_SEE_ALL = '--verbose lists all';
export const TO_SEE_ALL_PROBLEMS = 'see --verbose or --json';

export const NEXT_STEPS: NextSteps = {
  sync: 'Run `locale-sync sync`',
  renew: '`locale-sync sync --retranslate drifted` renews them',
  settle: '`locale-sync accept LOCALE:KEY` where it is right',
  accept: 'correct what is wrong, then `locale-sync sync --accept --keys <keys>`',
  acceptFiles: 'bring it up to date, or `locale-sync accept --files <file>` where it is right',
};
