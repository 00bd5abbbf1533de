import type { Plugin } from 'vite';
import type { LocaleSyncOptions } from './core/options.js';
import { localeSync } from './vite.js';

export type { LocaleSyncOptions } from './core/options.js';

/** The used part of Nuxt. */
interface Nuxt {
  readonly options: {
    readonly rootDir: string;
    readonly vite: { plugins?: unknown[] };
  };
  hook(name: 'prepare:types', listener: (types: { references: unknown[] }) => void): unknown;
  hook(
    name: 'webpack:config' | 'rspack:config',
    listener: (configs: { plugins?: unknown[] }[]) => Promise<void>,
  ): unknown;
}

/**
 * A module for `modules` in nuxt.config: the plugin for the bundler that Nuxt uses, and the types
 * of the virtual modules. Nuxt requires a default export.
 */
export default function localeSyncModule(options: LocaleSyncOptions, nuxt: Nuxt): void {
  const { rootDir, vite } = nuxt.options;
  const settings = { root: rootDir, ...options };
  const plugin: Plugin = localeSync(settings);
  vite.plugins = [...(vite.plugins ?? []), plugin];
  for (const bundler of ['webpack:config', 'rspack:config'] as const) {
    nuxt.hook(bundler, async (configs) => {
      const { LocaleSyncPlugin } = await import('./webpack.js');
      for (const config of configs) {
        config.plugins = [...(config.plugins ?? []), new LocaleSyncPlugin(settings)];
      }
    });
  }
  nuxt.hook('prepare:types', ({ references }) => {
    references.push({ types: 'locale-sync/virtual' });
  });
}
