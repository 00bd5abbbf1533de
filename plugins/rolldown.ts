import type { Plugin } from 'rolldown';
import type { LocaleSyncOptions } from './options.js';
import { localeSync as rollupPlugin } from './rollup.js';

export type { LocaleSyncOptions } from './options.js';
export type { LocaleSyncStatus } from './status.js';

/** The Rollup plugin for Rolldown, which has the same hooks. */
export function localeSync(options: LocaleSyncOptions = {}): Plugin {
  // Their types differ in what we do not use.
  return rollupPlugin(options) as unknown as Plugin;
}
