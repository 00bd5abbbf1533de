import type { ResolvedStore } from './config/index.js';
import type { Store, Trust } from './model/index.js';

interface Wanted extends ResolvedStore {
  /** Folder of the project, where the package `pg` may be installed. */
  readonly root: string;
  readonly trust: Trust | undefined;
}

/** Returns a function that opens a config's store; undefined if its address is not set. */
export function storeOpener({ url, ...rest }: Wanted): (() => Promise<Store>) | undefined {
  if (url === undefined) return undefined;
  return async () => {
    const { openStore } = await import('./store/index.js');
    return openStore({ url, ...rest });
  };
}
