import type { Io } from './io.js';

type Environment = Io['env'];

/** Inputs of the decision. */
export interface CodeConfigFacts {
  /** true for `--code-config`, false for `--no-code-config`, undefined for neither. */
  readonly flag: boolean | undefined;
  readonly env: Environment;
  /** Parsed JSON of the file in GITHUB_EVENT_PATH; undefined if there is none. */
  readonly event: unknown;
}

/**
 * Why a config module is not run, as the end of a sentence; undefined if it may run. Code on a
 * fork's branch could do anything with the rights of this job.
 */
export function refusalOfCode({ flag, env, event }: CodeConfigFacts): string | undefined {
  if (flag === true) return undefined;
  if (flag === false) return 'because of --no-code-config';
  return isForks(env, event) ? 'in a pull request from a fork' : undefined;
}

/** Whether this CI job is for a pull request or merge request. */
export function isPullRequest(env: Environment): boolean {
  return isGithubPullRequest(env) || isSet(env['CI_MERGE_REQUEST_SOURCE_PROJECT_ID']);
}

function isForks(env: Environment, event: unknown): boolean {
  if (isGithubPullRequest(env)) return isForkEvent(event);
  const source = env['CI_MERGE_REQUEST_SOURCE_PROJECT_ID'];
  return isSet(source) && source !== env['CI_MERGE_REQUEST_PROJECT_ID'];
}

/** `pull_request`, `pull_request_target` and reviews. */
function isGithubPullRequest(env: Environment): boolean {
  const name = env['GITHUB_EVENT_NAME'] ?? '';
  return env['GITHUB_ACTIONS'] === 'true' && name.startsWith('pull_request');
}

/** If in doubt, it is a fork's: a deleted fork no longer has a name. */
function isForkEvent(event: unknown): boolean {
  const request = field(event, 'pull_request');
  const [head, base] = ['head', 'base'].map((side) =>
    field(field(field(request, side), 'repo'), 'full_name'),
  );
  return typeof head !== 'string' || head !== base;
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
