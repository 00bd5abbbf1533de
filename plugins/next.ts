import type { LocaleSyncOptions } from './core/options.js';
import { NextContext } from './core/next/context.js';

export type { LocaleSyncOptions } from './core/options.js';

/** What `next.config` may export. */
export type NextConfigSource<Config extends object> =
  | Config
  | ((phase: string, context: { readonly defaultConfig: Config }) => Config | Promise<Config>);

/**
 * Keeps the catalogs of a Next.js app checked, or with `mode: 'sync'` translated, with Turbopack or
 * webpack: before `next build`, which an open unit stops, and beside `next dev`, whenever a
 * catalog is saved. Wraps the config and changes nothing in it.
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
