import type { Plugin } from 'rolldown';
import type { LocaleSyncOptions } from './core/options.js';
import { localeSync as rollupPlugin } from './rollup.js';

export type { LocaleSyncOptions } from './core/options.js';
export type { LocaleSyncStatus } from './core/status.js';

/** The Rollup plugin for Rolldown, which has the same hooks. */
export function localeSync(options: LocaleSyncOptions = {}): Plugin {
  // The types differ only in parts that are not used here.
  return rollupPlugin(options) as unknown as Plugin;
}
