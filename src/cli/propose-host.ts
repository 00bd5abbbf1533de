import { ProposeError } from '../propose/index.js';
import type { Io } from './io.js';

/** Which host has a repository, and where. */
export interface HostPlace {
  readonly name: 'github' | 'gitlab';
  /** `owner/name`, or a project's path or number. */
  readonly repository: string;
  readonly api: string;
  /** Only for GitHub. */
  readonly graphql: string;
  /** Web address of the host (GitHub) or the project (GitLab). */
  readonly web: string;
}

/** Host and repository path of a git address; undefined for a local path. */
export function parseRemote(
  url: string,
): { readonly host: string; readonly path: string } | undefined {
  const [, scpHost, scpPath] = /^(?:[^@/\s]+@)?([^:/\s]{2,}):(?!\/\/)([^\s]+)$/.exec(url) ?? [];
  const parsed = scpHost === undefined && URL.canParse(url) ? new URL(url) : undefined;
  const host = scpHost ?? parsed?.host ?? '';
  const path = (scpPath ?? parsed?.pathname ?? '').replace(/^\/+/, '').replace(/(\.git)?\/*$/, '');
  return host === '' || path === '' ? undefined : { host, path };
}

/**
 * The host, from the variables of GitHub Actions or GitLab CI, or else from the remote's address.
 * @throws ProposeError 'host-unknown'
 */
export function hostOf(env: Io['env'], remoteUrl: string): HostPlace {
  const remote = parseRemote(remoteUrl);
  const { GITLAB_CI, CI_API_V4_URL, GITHUB_API_URL, GITHUB_REPOSITORY } = env;
  const isGitlab = GITLAB_CI === 'true' || (CI_API_V4_URL ?? '') !== '';
  const isGithub = (GITHUB_API_URL ?? '') !== '' || (GITHUB_REPOSITORY ?? '') !== '';
  if (isGitlab && !isGithub) return gitlab(env, remote);
  if (isGithub || remote?.host.includes('github') === true) return github(env, remote);
  if (remote?.host.includes('gitlab') === true) return gitlab(env, remote);
  const message = 'Neither the environment nor the remote shows whether this is GitHub or GitLab.';
  const hint =
    'Set GITHUB_API_URL and GITHUB_REPOSITORY, or CI_API_V4_URL and CI_PROJECT_ID. Without a host: --patch FILE.';
  throw new ProposeError('host-unknown', message, hint);
}

type RemotePlace = ReturnType<typeof parseRemote>;

function github(env: Io['env'], remote: RemotePlace): HostPlace {
  const host = remote?.host ?? 'github.com';
  const web = trimmed(env['GITHUB_SERVER_URL']) ?? `https://${host}`;
  const own = host === 'github.com' ? 'https://api.github.com' : `https://${host}/api/v3`;
  const api = trimmed(env['GITHUB_API_URL']) ?? own;
  const graphql = trimmed(env['GITHUB_GRAPHQL_URL']) ?? graphqlOf(api);
  return { name: 'github', repository: named(env['GITHUB_REPOSITORY'], remote), api, graphql, web };
}

/** Self-hosted servers have it beside `/api/v3`. */
function graphqlOf(api: string): string {
  return `${api.replace(/\/v3$/, '')}/graphql`;
}

function gitlab(env: Io['env'], remote: RemotePlace): HostPlace {
  const server = trimmed(env['CI_SERVER_URL']) ?? `https://${remote?.host ?? 'gitlab.com'}`;
  const api = trimmed(env['CI_API_V4_URL']) ?? `${server}/api/v4`;
  const repository = named(env['CI_PROJECT_ID'] ?? env['CI_PROJECT_PATH'], remote);
  const path = env['CI_PROJECT_PATH'] ?? remote?.path ?? repository;
  const web = trimmed(env['CI_PROJECT_URL']) ?? `${server}/${path}`;
  return { name: 'gitlab', repository, api, graphql: '', web };
}

function named(value: string | undefined, remote: RemotePlace): string {
  const name = value === undefined || value === '' ? remote?.path : value;
  if (name !== undefined) return name;
  const message = 'Neither the environment nor the remote shows which repository this is.';
  throw new ProposeError('host-unknown', message, 'Set GITHUB_REPOSITORY, or CI_PROJECT_ID.');
}

function trimmed(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value.replace(/\/+$/, '');
}

/** The token, and the name of its variable. */
export function tokenOf(
  env: Io['env'],
  host: HostPlace['name'],
): { readonly token: string | undefined; readonly tokenName: string } {
  const own = host === 'github' ? ['GITHUB_TOKEN', 'GH_TOKEN'] : ['GITLAB_TOKEN'];
  const names = ['LOCALE_SYNC_TOKEN', ...own];
  const tokenName = names.find((name) => (env[name] ?? '') !== '');
  if (tokenName === undefined)
    return { token: undefined, tokenName: names.slice(0, 2).join(' or ') };
  return { token: env[tokenName], tokenName };
}

/** Whether the job is for a request from a fork: it may not push, and has no secrets. */
export function isOfFork(env: Io['env'], event: unknown): boolean {
  const { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: from, CI_MERGE_REQUEST_PROJECT_ID: to } = env;
  if (from !== undefined && to !== undefined && from !== '' && from !== to) return true;
  if (env['GITHUB_ACTIONS'] !== 'true') return false;
  const request = record(record(event)['pull_request']);
  if (Object.keys(request).length === 0) return false;
  const [head, base] = ['head', 'base'].map(
    (side) => record(record(request[side])['repo'])['full_name'],
  );
  return head !== base;
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
