import { resolve } from 'node:path';
import { readRegularText } from '../disk/index.js';
import type { Trust } from '../model/index.js';
import type { Io } from './io.js';

// What the environment says about a CI job: its event, whether it is for a fork, how far its texts
// are trusted.

type Environment = Io['env'];

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

/** A value in an event; undefined if there is none. */
export function inEvent(event: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((value, name) => {
    const isGroup = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    return isGroup ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
  }, event);
}

/**
 * Why a config module is not run, as the end of a sentence; undefined if it may run. Code on a
 * fork's branch could do anything with the rights of this job.
 */
export function refusalOfCode({
  flag,
  env,
  event,
}: {
  /** true for `--code-config`, false for `--no-code-config`, undefined for neither. */
  readonly flag: boolean | undefined;
  readonly env: Environment;
  /** Parsed JSON of the file in GITHUB_EVENT_PATH; undefined if there is none. */
  readonly event: unknown;
}): string | undefined {
  if (flag === true) return undefined;
  if (flag === false) return 'because of --no-code-config';
  const [head, base] = repositoriesOf(event);
  const { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: from, CI_MERGE_REQUEST_PROJECT_ID: to } = env;
  // If in doubt, it is a fork's: a deleted fork no longer has a name.
  const isForks = isGithubPullRequest(env)
    ? typeof head !== 'string' || head !== base
    : isSet(from) && from !== to;
  return isForks ? 'in a pull request from a fork' : undefined;
}

/** Whether this CI job is for a pull request or merge request. */
export function isPullRequest(env: Environment): boolean {
  return isGithubPullRequest(env) || isSet(env['CI_MERGE_REQUEST_SOURCE_PROJECT_ID']);
}

/** Whether the job is for a request from a fork: it may not push, and has no secrets. */
export function isOfFork(env: Environment, event: unknown): boolean {
  const { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: from, CI_MERGE_REQUEST_PROJECT_ID: to } = env;
  if (to !== undefined && isSet(from) && from !== to) return true;
  if (env['GITHUB_ACTIONS'] !== 'true') return false;
  const [head, base] = repositoriesOf(event);
  return head !== base;
}

/** The repositories of a pull request's branch and of its target. */
function repositoriesOf(event: unknown): readonly [head: unknown, base: unknown] {
  const nameOf = (side: string) => inEvent(event, 'pull_request', side, 'repo', 'full_name');
  return [nameOf('head'), nameOf('base')];
}

/** `pull_request`, `pull_request_target` and reviews. */
function isGithubPullRequest(env: Environment): boolean {
  const name = env['GITHUB_EVENT_NAME'] ?? '';
  return env['GITHUB_ACTIONS'] === 'true' && name.startsWith('pull_request');
}

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
  const { GITHUB_REF: ref, GITHUB_EVENT_NAME: event = '' } = env;
  const isGithub = ref !== undefined;
  // `pull_request_target` runs on the main branch, but for another branch.
  const isRequest = isGithub
    ? event.startsWith('pull_request')
    : isSet(env['CI_MERGE_REQUEST_IID']);
  const branch = isGithub ? /^refs\/heads\/(.+)$/.exec(ref)?.[1] : env['CI_COMMIT_BRANCH'];
  if (isRequest || !isSet(branch)) return 'branch';
  const main = isGithub
    ? inEvent(githubEvent(io), 'repository', 'default_branch')
    : env['CI_DEFAULT_BRANCH'];
  const isKnown = typeof main === 'string' && main !== '';
  return (isKnown ? branch === main : USUAL.has(branch)) ? 'main' : 'branch';
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}
