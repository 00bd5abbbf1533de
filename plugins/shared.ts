import { resolve } from 'node:path';
import { inCi } from './environment.js';
import type { Outcome } from './look.js';
import type { LocaleSyncOptions, Settings } from './options.js';
import { Project } from './project.js';
import type { Told } from './text.js';

export const NAME = 'locale-sync';
const DEBOUNCE = 10;

/** What an entry file has to say about where it runs. */
export interface Host {
  /** The bundler's root, absolute. */
  readonly root: string;
}

/** What the plugins share: a project, and what of its outcomes is an error here. */
export interface Context {
  readonly project: Project;
  /** What has to stop a build. */
  errorOf(outcome: Outcome): Told | undefined;
  /** What is told beside a build that goes on; each outcome says it once. */
  warningOf(outcome: Outcome): Told | undefined;
}

const projects = new Map<string, Project>();
const warned = new WeakSet<Told>();

/** The context for these options; environments, compilers and workers of one root get the same project. */
export function openContext(options: LocaleSyncOptions, host: Host): Context {
  const settings = settingsOf(options, host);
  const id = JSON.stringify(settings);
  const project = projects.get(id) ?? new Project(settings);
  projects.set(id, project);
  const lenient = options.onProblem === 'warn';
  const isError = ({ severity }: Told): boolean => severity === 'error' && !lenient;
  return {
    project,
    errorOf: ({ told }) => (told !== undefined && isError(told) ? told : undefined),
    warningOf: ({ told }) => {
      if (told === undefined || isError(told) || warned.has(told)) return undefined;
      warned.add(told);
      return told;
    },
  };
}

function settingsOf(options: LocaleSyncOptions, { root }: Host): Settings {
  const { mode = 'check', ci = false, debounce = DEBOUNCE, extract = false } = options;
  return {
    mode: mode === 'sync' && inCi() && !ci ? 'check' : mode,
    folder: resolve(root, options.root ?? '.'),
    config: options.config,
    locales: options.locales,
    include: options.include,
    debounce,
    extract,
  };
}
