/** Options of every plugin. Without any, the plugin checks and writes nothing. */
export interface LocaleSyncOptions {
  /**
   * check (default): works offline and without a key, and writes no catalog · sync: translates what is
   * missing or stale and writes it. In CI, `sync` does what `check` does unless `ci` is set too.
   */
  readonly mode?: 'check' | 'sync';
  /**
   * Config file, relative to `root`. Default: the nearest `service.config.*` from `root` upward.
   */
  readonly config?: string;
  /**
   * Folder where the search for the config starts, relative to the bundler's root. Default: that
   * root.
   */
  readonly root?: string;
  /** Only these targets, spelled as in file names. Default: all. */
  readonly locales?: readonly string[];
  /**
   * Globs of source or target files that count for this build, relative to the config. Default:
   * all.
   */
  readonly include?: readonly string[];
  /**
   * error (default): what is missing, stale or invalid stops a build · warn: it is reported and the
   * build goes on. By kind: `{ open: 'warn' }`.
   */
  readonly onProblem?: ProblemLevel | Partial<ProblemLevels>;
  /** Lets `mode: 'sync'` translate in CI too. Default: false. */
  readonly ci?: boolean;
  /** Milliseconds to wait for another change before a saved catalog is processed. Default: 10. */
  readonly debounce?: number;
  /**
   * In dev and watch mode with `mode: 'sync'`: milliseconds that a changed source text has to rest
   * before a proposal is asked for beside a person's translation. Default: 2000.
   */
  readonly proposalDelay?: number;
  /**
   * In dev and watch mode: adds the keys used in saved code to the source catalogs, as `extract:`
   * in the config says. Never in a build. Default: false; the button in
   * Vite's dev panel works either way.
   */
  readonly extract?: boolean;
  /**
   * In Vite's dev server: a badge in the page while something is missing or waits for review.
   * Default: true.
   */
  readonly badge?: boolean;
}

export type ProblemLevel = 'error' | 'warn';

export interface ProblemLevels {
  /**
   * What is missing, stale or waits for review. In Vite's dev server it has no overlay unless
   * `error` is said here.
   */
  readonly open: ProblemLevel;
  /** What is wrong: a file or a config that cannot be read, a text that breaks its rules. */
  readonly broken: ProblemLevel;
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
  readonly proposalDelay: number;
  readonly extract: boolean;
}
