/* eslint @typescript-eslint/consistent-type-imports: "off",
   @typescript-eslint/no-empty-object-type: "off" --
   An import at the top would end the declarations of modules; the interface is filled in by users. */
// Types of the modules that the plugins provide. In tsconfig.json: "types": ["locale-sync/virtual"]

/** Extended by the file that `locale-sync types` writes: `catalogs`, nested as in the files. */
interface LocaleSyncTypes {}

/** Texts of one catalog. Any texts, unless the file of `locale-sync types` defines them. */
type LocaleSyncMessages = LocaleSyncTypes extends { catalogs: infer Catalogs }
  ? LocaleSyncTexts<Catalogs[keyof Catalogs]>
  : import('./core/live.js').CatalogMessages;

/** Replaces each text's parameter types by string, which it is at run time. */
type LocaleSyncTexts<Tree> = Tree extends string
  ? string
  : { [Key in keyof Tree]: LocaleSyncTexts<Tree[Key]> };

declare module 'virtual:locale-sync/status' {
  /**
   * Coverage and problems by locale: those of the build or, in Vite's dev server, the current ones.
   */
  export const status: import('./core/status.js').LocaleSyncStatus;
  /**
   * Calls back with every new status in dev; never in a build. Returns a function that
   * unsubscribes.
   */
  export function onStatus(
    listener: (status: import('./core/status.js').LocaleSyncStatus) => void,
  ): () => void;
}

declare module 'virtual:locale-sync/live' {
  /**
   * Calls back with each changed catalog in Vite's dev server; never in a build. Returns a function
   * that unsubscribes.
   */
  export function onUpdate(
    listener: (update: import('./core/live.js').LoadedUpdate<LocaleSyncMessages>) => void,
  ): () => void;
}
