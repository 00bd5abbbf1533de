/** Options of every plugin. Without any, the plugin looks and writes nothing. */
export interface LocaleSyncOptions {
  /**
   * check (default): looks, offline and without a key, and writes nothing · sync: translates what is missing or
   * stale and writes it. In CI `sync` is carried out as `check` unless `ci` is set too.
   */
  readonly mode?: 'check' | 'sync';
  /** Config file, relative to `root`. Default: the nearest `service.config.*` from `root` upward. */
  readonly config?: string;
  /** Folder that the config is looked for in, relative to the bundler's root. Default: the bundler's root. */
  readonly root?: string;
  /** Only these targets, as they stand in file names. Default: all. */
  readonly locales?: readonly string[];
  /** Globs of source or target files that count for this build, relative to the config. Default: all. */
  readonly include?: readonly string[];
  /** error (default): what is missing, stale or invalid stops a build · warn: it is told and the build goes on. */
  readonly onProblem?: 'error' | 'warn';
  /** Lets `mode: 'sync'` translate in CI too. Default: false. */
  readonly ci?: boolean;
  /** Milliseconds without another change after which a saved catalog is acted on. Default: 10. */
  readonly debounce?: number;
  /**
   * In dev and watch mode: adds the keys that saved code asks for to the source catalogs, as `extract:` of the config
   * says; needs i18next-parser. Never in a build. Default: false; Vite's dev panel has a button for it all the same.
   */
  readonly extract?: boolean;
}

/** Options with every default filled in; equal settings share one project. */
export interface Settings {
  readonly mode: 'check' | 'sync';
  /** Absolute. */
  readonly folder: string;
  readonly config: string | undefined;
  readonly locales: readonly string[] | undefined;
  readonly include: readonly string[] | undefined;
  readonly debounce: number;
  readonly extract: boolean;
}
