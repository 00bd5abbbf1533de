/** Options of every plugin. Without any, the plugin only checks and writes nothing. */
export interface LocaleSyncOptions {
  /**
   * check (default): works offline without a key, and writes no catalog · sync: translates what is
   * missing or stale, and writes it. In CI, `sync` does the same as `check` unless `ci` is set.
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
  /** Globs of source or target files to include, relative to the config. Default: all. */
  readonly include?: readonly string[];
  /**
   * error (default): missing, stale or invalid texts stop a build · warn: they are reported and the
   * build continues. Per kind: `{ open: 'warn' }`.
   */
  readonly onProblem?: ProblemLevel | Partial<ProblemLevels>;
  /** Lets `mode: 'sync'` translate in CI too. Default: false. */
  readonly ci?: boolean;
  /** Milliseconds to wait for another change before a saved catalog is processed. Default: 10. */
  readonly debounce?: number;
  /**
   * In dev and watch mode with `mode: 'sync'`: milliseconds that a changed source text must stay
   * unchanged before a proposal for a human translation is requested. Default: 2000.
   */
  readonly proposalDelay?: number;
  /**
   * In dev and watch mode: adds keys used in saved code to the source catalogs, as configured by
   * `extract:`. Never in a build. Default: false; the button in Vite's dev panel works in any case.
   */
  readonly extract?: boolean;
  /**
   * In Vite's dev server: shows a badge in the page while something is missing or waits for review.
   * Default: true.
   */
  readonly badge?: boolean;
}

export type ProblemLevel = 'error' | 'warn';

export interface ProblemLevels {
  /**
   * Missing, stale or waiting for review. Vite's dev server shows no overlay for it unless this is
   * `error`.
   */
  readonly open: ProblemLevel;
  /** Mistakes: a file or a config that cannot be read, or a text that breaks its rules. */
  readonly broken: ProblemLevel;
}

/** Options with all defaults; equal settings share one project. */
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
