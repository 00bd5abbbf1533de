import type { Compiler } from 'webpack';
import { NAME } from '../context.js';

/**
 * Provides a module whose code is generated when something imports it. Call the returned function
 * before each rebuild: if the code has changed, the module is loaded again.
 */
export function provideModule(compiler: Compiler, name: string, code: () => string): () => void {
  const importers = new Set<string>();
  let given: string | undefined;
  compiler.hooks.normalModuleFactory.tap(NAME, (factory) => {
    factory.hooks.beforeResolve.tap(NAME, (data) => {
      if (data.request !== name) return;
      given = code();
      importers.add(data.contextInfo.issuer);
      data.request = `data:text/javascript,${encodeURIComponent(given)}`;
    });
  });
  return () => {
    if (given === undefined || given === code()) return;
    // Rspack resolves a module's imports only if that module has changed; webpack does so in every
    // build.
    compiler.modifiedFiles = new Set([...(compiler.modifiedFiles ?? []), ...importers]);
  };
}
