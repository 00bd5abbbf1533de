import { resolve } from 'node:path';
import { readRegularText } from '../disk/index.js';
import type { Trust } from '../model/index.js';
import type { Io } from './io.js';

/** Names of the main branch if CI does not give it. */
const USUAL: ReadonlySet<string> = new Set(['main', 'master']);

/**
 * The trust level of a run's texts in the shared store: 'main' only for CI jobs on the main branch.
 * A person's checkout may contain anything, and so may a pull request. The environment decides, not
 * the config, which any branch can change.
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
  // `pull_request_target` runs on the main branch, but for another branch.
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

/** GitHub Actions' description of the event that started the job, as parsed JSON. */
export function githubEvent({ env, cwd }: Io): unknown {
  const path = env['GITHUB_EVENT_PATH'] ?? '';
  if (path === '') return undefined;
  try {
    return JSON.parse(readRegularText(resolve(cwd, path)));
  } catch {
    return undefined;
  }
}
