import { inspect } from 'node:util';
import { quoted, redacted, oneLine, terminalText } from '../../src/model/index.js';

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
  /**
   * In Vite, for tests: marks the texts of catalogs with invisible characters, from which
   * `locale-sync/screens` knows where each is shown. Never ship such a build. Default: false; while
   * texts are edited in pages of the dev server, they are marked in any case.
   */
  readonly marks?: boolean;
}

type ProblemLevel = 'error' | 'warn';

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
  readonly marks: boolean;
}

/** The allowed values of an option. */
interface Rule {
  /** Continues "must be". */
  readonly allowed: string;
  readonly holds: (value: unknown) => boolean;
}

const TEXT: Rule = {
  allowed: 'a text',
  holds: (value) => typeof value === 'string',
};

const TEXTS: Rule = {
  allowed: 'a list of texts',
  holds: (value) => Array.isArray(value) && value.every(TEXT.holds),
};

const TRUTH: Rule = {
  allowed: 'true or false',
  holds: (value) => typeof value === 'boolean',
};

const MILLISECONDS: Rule = {
  allowed: 'a number of milliseconds, 0 or more',
  holds: (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0,
};

const RULES = {
  mode: oneOf(['check', 'sync']),
  config: TEXT,
  root: TEXT,
  locales: TEXTS,
  include: TEXTS,
  onProblem: {
    allowed: '"error", "warn" or one of them for each of "open" and "broken"',
    holds: (value) => isLevel(value) || isLevels(value),
  },
  ci: TRUTH,
  debounce: MILLISECONDS,
  proposalDelay: MILLISECONDS,
  extract: TRUTH,
  badge: TRUTH,
  marks: TRUTH,
} satisfies Record<keyof LocaleSyncOptions, Rule>;

function isLevel(value: unknown): boolean {
  return value === 'error' || value === 'warn';
}

function isLevels(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([kind, level]) => ['open', 'broken'].includes(kind) && (level === undefined || isLevel(level)),
  );
}

function oneOf(words: readonly string[]): Rule {
  return {
    allowed: words.map((word) => JSON.stringify(word)).join(' or '),
    holds: (value) => words.some((word) => word === value),
  };
}

/** Validates options from a bundler's config. @throws TypeError that lists everything wrong */
export function checkOptions(options: unknown): asserts options is LocaleSyncOptions {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new TypeError(`locale-sync: options must be an object, not ${oneLine(shown(options))}`);
  }
  const complaints = Object.entries(options).flatMap(([name, value]) => complaint(name, value));
  if (complaints.length > 0) throw new TypeError(terminalText(complaints.join('\n')));
}

function complaint(name: string, value: unknown): string | readonly never[] {
  const rule = Object.entries<Rule>(RULES).find(([known]) => known === name)?.[1];
  if (rule === undefined)
    return `locale-sync: unknown option ${quoted(oneLine(name))}${suggestion(name)}`;
  if (value === undefined || rule.holds(value)) return [];
  return `locale-sync: option "${name}" must be ${rule.allowed}, not ${shown(value)}`;
}

/**
 * The option with the longest common start, or all options. The config's better suggestions would
 * take too long to load.
 */
function suggestion(word: string): string {
  const names = Object.keys(RULES);
  const lengths = names.map((name) => commonStart(name, word));
  const most = Math.max(...lengths);
  if (most < 2) return `; known: ${names.join(', ')}`;
  return `; did you mean "${names[lengths.indexOf(most)] ?? ''}"?`;
}

function commonStart(name: string, word: string): number {
  const [a, b] = [name.toLowerCase(), word.toLowerCase()];
  const end = Array.from(a).findIndex((letter, index) => letter !== b[index]);
  return end === -1 ? a.length : end;
}

function shown(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  const text = inspect(value, { depth: 1, compact: true, breakLength: Infinity });
  return text.length > 60 ? `${redacted(text.slice(0, 60))}…` : redacted(text);
}
