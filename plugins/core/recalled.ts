import { recall } from '../../src/engine/remembered.js';
import type { Selection } from '../../src/index.js';
import { environment } from './environment.js';
import type { Settings } from './options.js';
import type { Outcome } from './outcome.js';
import { outcomeOf } from './outcome-of.js';

// On the fast path to "nothing to do": loads neither the engine nor the public API.

/** The outcome of an earlier run if it is still valid. Its `catalogs` are empty. */
export function recalledOutcome(settings: Settings): Outcome | undefined {
  const { folder: cwd, config: file, mode } = settings;
  const isLook = mode === 'check';
  const asked = { cwd, file, env: environment(), isLook, keepsTypes: true };
  const remembered = recall(asked, selectionOf(settings));
  if (remembered === undefined) return undefined;
  const { config, inputs, ...found } = remembered;
  return outcomeOf(settings, { ...found, inputs: [config, ...inputs], catalogs: [] });
}

export function selectionOf({ locales, include }: Settings): Selection {
  return {
    ...(locales === undefined ? {} : { locales }),
    ...(include === undefined ? {} : { files: include }),
  };
}
