/* eslint @typescript-eslint/consistent-type-imports: "off" --
   An import at the top would end the declarations of modules. */
// Types of the modules that the plugins provide. In tsconfig.json: "types": ["locale-sync/virtual"]

declare module 'virtual:locale-sync/status' {
  /** Coverage and problems by locale: as of the build, or, in Vite's dev server, as of now. */
  export const status: import('./core/status.js').LocaleSyncStatus;
  /** Calls back with every new status in dev; never in a build. Returns what ends it. */
  export function onStatus(
    listener: (status: import('./core/status.js').LocaleSyncStatus) => void,
  ): () => void;
}

declare module 'virtual:locale-sync/live' {
  /**
   * Calls back with a catalog that has changed, in Vite's dev server; never in a build. Returns
   * what ends it.
   */
  export function onUpdate(
    listener: (update: import('./core/live.js').LoadedUpdate) => void,
  ): () => void;
}
