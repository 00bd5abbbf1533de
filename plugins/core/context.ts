import { resolve } from 'node:path';
import { inCi } from './environment.js';
import type { Notice } from './notice.js';
import type { LocaleSyncOptions, ProblemLevels, Settings } from './options.js';
import { checkOptions } from './options.js';
import type { Outcome } from './outcome.js';
import { Project } from './project.js';

export const NAME = 'locale-sync';
const DEBOUNCE = 10;
const PROPOSAL_DELAY = 2000;

/** What all plugins share: a project, and which of its outcomes are errors here. */
export interface Context {
  readonly project: Project;
  /** The notice that must stop a build, if any. */
  errorOf(outcome: Outcome): Notice | undefined;
  /** The notice for the overlay of a dev server's page, if any. */
  overlayOf(outcome: Outcome): Notice | undefined;
  /** The notice that a build reports as a warning, if any; once per outcome. */
  warningOf(outcome: Outcome): Notice | undefined;
}

const projects = new Map<string, Project>();
const warned = new WeakSet<Notice>();

/**
 * The context for these options. Environments, compilers and workers with the same root share a
 * project.
 * @param root the bundler's root, absolute
 * @throws TypeError for invalid options
 */
export function openContext(
  options: LocaleSyncOptions,
  { root }: { readonly root: string },
): Context {
  checkOptions(options);
  const settings = settingsOf(options, root);
  const id = JSON.stringify(settings);
  const project = projects.get(id) ?? new Project(settings);
  projects.set(id, project);
  const { onProblem = 'error' } = options;
  const levels = typeof onProblem === 'string' ? { open: onProblem, broken: onProblem } : onProblem;
  const stops = (kind: keyof ProblemLevels): boolean => levels[kind] !== 'warn';
  const isError = ({ severity, isOpen, hasOpen }: Notice): boolean =>
    severity === 'error' && ((hasOpen && stops('open')) || (!isOpen && stops('broken')));
  const showsOpen = typeof onProblem === 'object' && onProblem.open === 'error';
  return {
    project,
    overlayOf: ({ notice, dev: { alarm } }) => {
      if (showsOpen && notice?.hasOpen === true && notice.severity === 'error') return notice;
      return alarm?.isOverlay === true && stops('broken') ? alarm : undefined;
    },
    errorOf: ({ notice }) => (notice !== undefined && isError(notice) ? notice : undefined),
    warningOf: ({ notice }) => {
      if (notice === undefined || isError(notice) || warned.has(notice)) return undefined;
      warned.add(notice);
      return notice;
    },
  };
}

function settingsOf(options: LocaleSyncOptions, root: string): Settings {
  const { mode = 'check', ci = false, debounce = DEBOUNCE, extract = false } = options;
  return {
    mode: mode === 'sync' && inCi() && !ci ? 'check' : mode,
    folder: resolve(root, options.root ?? '.'),
    config: options.config,
    locales: options.locales,
    include: options.include,
    debounce,
    proposalDelay: options.proposalDelay ?? PROPOSAL_DELAY,
    extract,
    marks: options.marks ?? false,
  };
}

/** Supported major versions of each bundler; tests build with most of them. */
const SUPPORTED = {
  Vite: { from: 5, to: 8 },
  webpack: { from: 5, to: 5 },
  Rspack: { from: 1, to: 2 },
  Rollup: { from: 3, to: 4 },
  Rolldown: { from: 1, to: 1 },
} as const;

export type Bundler = keyof typeof SUPPORTED;

/**
 * Refuses a bundler that is too old for the plugins and would fail later without a clear reason.
 * Versions newer than tested may work and are accepted.
 * @param version undefined: too old to have a version
 * @throws Error
 */
export function requireSupported(bundler: Bundler, version: string | undefined): void {
  const { from, to } = SUPPORTED[bundler];
  const major = version === undefined ? 0 : Number.parseInt(version, 10);
  if (major >= from || Number.isNaN(major)) return;
  const range = from === to ? `${from}` : `${from} to ${to}`;
  const found = version === undefined ? 'this one is older' : `this is ${version}`;
  throw new Error(
    `locale-sync: the plugin runs with ${bundler} ${range}; ${found}. Update ${bundler}, or run \`npx locale-sync check\` as a step before the build.`,
  );
}
