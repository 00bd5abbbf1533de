import type { Trust } from '../model/index.js';
import { githubEvent } from './github-event.js';
import type { Io } from './io.js';

/** Where it is not said, the main branch has one of these names. */
const USUAL: ReadonlySet<string> = new Set(['main', 'master']);

/**
 * What a run vouches for in the shared store: only a job of CI on the main branch for that branch.
 * A checkout of a person may hold anything, and so may a pull request. The environment decides, and
 * not the config: that is part of what a branch changes.
 */
export function trustOf(io: Io): Trust {
  const { env } = io;
  const stated = env['LOCALE_SYNC_STORE_TRUST'];
  if (stated === 'main' || stated === 'branch') return stated;
  const isMain = env['GITHUB_REF'] === undefined ? isMainOfGitlab(env) : isMainOfGithub(io);
  return isMain ? 'main' : 'branch';
}

function isMainOfGithub(io: Io): boolean {
  const { env } = io;
  // `pull_request_target` runs on the main branch, for the branch of a stranger.
  if ((env['GITHUB_EVENT_NAME'] ?? '').startsWith('pull_request')) return false;
  const branch = /^refs\/heads\/(.+)$/.exec(env['GITHUB_REF'] ?? '')?.[1];
  return isMainBranch(branch, defaultBranchOf(githubEvent(io)));
}

function isMainOfGitlab(env: Io['env']): boolean {
  if ((env['CI_MERGE_REQUEST_IID'] ?? '') !== '') return false;
  return isMainBranch(env['CI_COMMIT_BRANCH'], env['CI_DEFAULT_BRANCH']);
}

function isMainBranch(branch: string | undefined, main: string | undefined): boolean {
  if (branch === undefined || branch === '') return false;
  return main === undefined || main === '' ? USUAL.has(branch) : branch === main;
}

function defaultBranchOf(event: unknown): string | undefined {
  if (typeof event !== 'object' || event === null || !('repository' in event)) return undefined;
  const { repository } = event;
  if (typeof repository !== 'object' || repository === null) return undefined;
  const branch = 'default_branch' in repository ? repository.default_branch : undefined;
  return typeof branch === 'string' ? branch : undefined;
}
