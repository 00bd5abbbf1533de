import type { Compiler } from '@rspack/core';
import type { Compiler as WebpackCompiler } from 'webpack';
import { LocaleSyncPlugin as WebpackPlugin } from './webpack.js';

export type { LocaleSyncOptions } from './core/options.js';
export type { LocaleSyncStatus } from './core/status.js';

/** The webpack plugin for Rspack, whose compiler has the same hooks. */
export class LocaleSyncPlugin {
  readonly #plugin: WebpackPlugin;

  constructor(...options: ConstructorParameters<typeof WebpackPlugin>) {
    this.#plugin = new WebpackPlugin(...options);
  }

  apply(compiler: Compiler): void {
    // The types differ only in parts that are not used here.
    this.#plugin.apply(compiler as unknown as WebpackCompiler);
  }
}
