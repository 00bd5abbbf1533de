import type { Compiler } from '@rspack/core';
import type { Compiler as WebpackCompiler } from 'webpack';
import { LocaleSyncPlugin as WebpackPlugin } from './webpack.js';

export type { LocaleSyncOptions } from './options.js';
export type { LocaleSyncStatus } from './status.js';

/** The webpack plugin for Rspack, whose compiler has the same hooks. */
export class LocaleSyncPlugin {
  readonly #plugin: WebpackPlugin;

  constructor(...options: ConstructorParameters<typeof WebpackPlugin>) {
    this.#plugin = new WebpackPlugin(...options);
  }

  apply(compiler: Compiler): void {
    // Their types differ in what we do not use.
    this.#plugin.apply(compiler as unknown as WebpackCompiler);
  }
}
