/* eslint @typescript-eslint/consistent-type-imports: "off",
   @typescript-eslint/no-empty-object-type: "off" --
   An import at the top would end the declarations of modules; the interface is filled in by users. */
// Types of the modules that the plugins provide. In tsconfig.json: "types": ["locale-sync/virtual"]

/** Filled in by the file that `locale-sync types` writes: `catalogs`, as they are nested. */
interface LocaleSyncTypes {}

/** Texts of one catalog. Any, unless the file of `locale-sync types` says which. */
type LocaleSyncMessages = LocaleSyncTypes extends { catalogs: infer Catalogs }
  ? LocaleSyncTexts<Catalogs[keyof Catalogs]>
  : import('./core/live.js').CatalogMessages;

/** Types say of a text what it is called with; at run time it is any text. */
type LocaleSyncTexts<Tree> = Tree extends string
  ? string
  : { [Key in keyof Tree]: LocaleSyncTexts<Tree[Key]> };

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
    listener: (update: import('./core/live.js').LoadedUpdate<LocaleSyncMessages>) => void,
  ): () => void;
}
