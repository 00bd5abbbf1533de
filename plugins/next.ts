import type { LocaleSyncOptions } from './core/options.js';
import { NextContext } from './core/next/context.js';

export type { LocaleSyncOptions } from './core/options.js';

/** What `next.config` may export. */
export type NextConfigSource<Config extends object> =
  | Config
  | ((phase: string, context: { readonly defaultConfig: Config }) => Config | Promise<Config>);

/**
 * Checks the catalogs of a Next.js app or, with `mode: 'sync'`, translates them, with Turbopack or
 * webpack: before `next build`, which fails if a unit is open, and during `next dev` whenever a
 * catalog is saved. Wraps the config without changing anything in it.
 */
export function withLocaleSync<Config extends object>(
  config: NextConfigSource<Config>,
  options: LocaleSyncOptions = {},
): (phase: string, context: { readonly defaultConfig: Config }) => Promise<Config> {
  const next = new NextContext(options);
  return async (phase, context) => {
    if (phase === 'phase-production-build') await next.build();
    if (phase === 'phase-development-server') next.develop();
    return typeof config === 'function' ? config(phase, context) : config;
  };
}
