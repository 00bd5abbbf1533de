import { writeFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { openDispatcher } from '../../client/index.js';
import { specialKind, systemFailure } from '../../disk/index.js';
import { defined, explain, keepSecrets } from '../../model/index.js';
import type { Report, Selection } from '../../model/index.js';
import {
  createGithub,
  createGitlab,
  Git,
  propose,
  proposeByLocale,
  ProposeError,
  Remote,
} from '../../people/index.js';
import type { Host, Project, ProposeCall } from '../../people/index.js';
import { STATE_FOLDER } from '../../lock/index.js';
import type { ProposeFlags } from '../flags.js';
import { githubEvent, isOfFork } from '../ci-job.js';
import { WORDS } from '../hints.js';
import { folderOf } from '../io.js';
import type { Io } from '../io.js';
import { proxyOf } from '../proxy.js';
import { load, runCommand } from '../run.js';
import type { Run } from '../run.js';
import { selectionOf } from '../selection.js';
import { SHAPES } from '../shapes.js';
import { withTypes } from './catalogs.js';

/** Name of the patch for a pull request from a fork. */
const FORK_PATCH = 'locale-sync.patch';

/** `propose`. Returns the exit code. */
export function runPropose(io: Io, flags: ProposeFlags): Promise<number> {
  return runCommand(io, flags, {
    shape: SHAPES.propose,
    body: async (run) => {
      const { dispatcher, close } = openDispatcher({ proxy: proxyOf(io.env) });
      try {
        return await body(io, flags, { run, dispatcher });
      } finally {
        await close();
      }
    },
  });
}

type Dispatcher = ReturnType<typeof openDispatcher>['dispatcher'];

async function body(
  io: Io,
  flags: ProposeFlags,
  { run, dispatcher }: { readonly run: Run; readonly dispatcher: Dispatcher },
): Promise<Report> {
  const { config } = run;
  const state = join(config.root, STATE_FOLDER);
  const git = new Git(config.root, io.env);
  const prefix = await prefixOf(git);
  const patch = flags.patch ?? (isOfFork(io.env, githubEvent(io)) ? FORK_PATCH : undefined);
  // A patch needs no host.
  const { host, remote } =
    patch === undefined
      ? hostFor(io, flags, { url: await remoteUrl(git), git, dispatcher })
      : { host: undefined, remote: new Remote(git, 'origin', {}) };
  const settings = config.propose ?? {};
  const callOf = (own: ProposeFlags): ProposeCall => ({
    ...{ git, state, prefix, host, remote, settings },
    open: (root) => openProject(io, own, { root, run }),
    as: patch === undefined ? 'request' : 'patch',
    dryRun: flags.dryRun === true,
    writePatch: (bytes) => writePatch(resolve(folderOf(io, flags.cwd), patch ?? ''), bytes),
    explain: (error) => explain(error, WORDS),
    signal: io.signal,
    runners: flags.shard?.of ?? 1,
    ...defined({ locales: own.locale }),
  });
  // A patch is one file.
  if (settings.split === 'locale' && patch === undefined) {
    const locales = flags.locale ?? config.targets;
    return proposeByLocale(locales, (locale) => callOf({ ...flags, locale: [locale] }));
  }
  const report = await propose(callOf(flags));
  const { proposal } = report;
  if (proposal === undefined || patch === undefined) return report;
  return { ...report, proposal: { ...proposal, patch } };
}

/** @throws ProposeError 'host-unknown', 'host-token' */
function hostFor(
  io: Io,
  { dryRun }: ProposeFlags,
  { url, git, dispatcher }: { readonly url: string; git: Git; dispatcher: Dispatcher },
): { readonly host: Host | undefined; readonly remote: Remote } {
  const place = hostOf(io.env, url);
  const { token, tokenName } = tokenOf(io.env, place.name);
  if (token === undefined) {
    if (dryRun === true) return { host: undefined, remote: new Remote(git, 'origin', {}) };
    const message = `No token for the host is set: ${tokenName} is missing.`;
    const hint =
      'Set it to the token of an App or a person (docs/ci.md). Without a token, use --patch FILE or --dry-run.';
    throw new ProposeError('host-token', message, hint);
  }
  const { api, graphql, web, repository } = place;
  const common = { token, tokenName, dispatcher, signal: io.signal, api };
  const user = place.name === 'github' ? 'x-access-token' : 'oauth2';
  const remote = new Remote(git, withoutPassword(url), { token, user });
  const host =
    place.name === 'github'
      ? createGithub({ ...common, repository, graphql, server: web })
      : createGitlab({ ...common, project: repository, web });
  return { host, remote };
}

/** Which host has a repository, and where. */
interface HostPlace {
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
  // Self-hosted servers have it beside `/api/v3`.
  const beside = `${api.replace(/\/v3$/, '')}/graphql`;
  const graphql = trimmed(env['GITHUB_GRAPHQL_URL']) ?? beside;
  return { name: 'github', repository: named(env['GITHUB_REPOSITORY'], remote), api, graphql, web };
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

/** @throws ProposeError 'no-repository' */
async function prefixOf(git: Git): Promise<string> {
  const { code, stdout } = await git.try(['rev-parse', '--show-prefix']);
  if (code === 0) return stdout.toString().trimEnd();
  const message = 'The config is not in a git repository.';
  throw new ProposeError('no-repository', message, 'Run the command in a checkout.');
}

/** @throws ProposeError 'no-repository' */
async function remoteUrl(git: Git): Promise<string> {
  const { code, stdout } = await git.try(['remote', 'get-url', 'origin']);
  if (code === 0) {
    const url = stdout.toString().trim();
    keepSecrets([url]);
    return url;
  }
  const hint = 'Add it: git remote add origin URL. Without one, use --patch FILE.';
  throw new ProposeError('no-repository', 'The repository has no remote "origin".', hint);
}

/** The token is passed separately, and a job's own password would take precedence. */
function withoutPassword(url: string): string {
  if (!/^https?:/.test(url) || !URL.canParse(url)) return url;
  const parsed = new URL(url);
  parsed.username = '';
  parsed.password = '';
  return parsed.href;
}

/**
 * The project in a working tree, with its own config and the checkout's memory.
 * @param root of the working tree
 */
async function openProject(
  io: Io,
  flags: ProposeFlags,
  { root, run }: { readonly root: string; readonly run: Run },
): Promise<Project> {
  const own = run.config;
  const file = join(root, relative(own.root, own.file));
  const { codeConfig } = flags;
  const config = await load(io, defined({ codeConfig, cwd: root, config: file }));
  const selection = selectionOf(flags, { io, root: own.root });
  const engine = run.open(config, join(own.root, STATE_FOLDER));
  return {
    config,
    plan: () => engine.plan(selection),
    planAll: () => engine.plan(withoutShard(selection)),
    sync: async () => withTypes(config, await engine.sync(selection)),
    made: () => [
      ...engine.files().flatMap(({ path, role }) => (role === 'target' ? [path] : [])),
      ...(config.types?.out === undefined ? [] : [config.types.out]),
    ],
  };
}

function withoutShard(selection: Selection): Selection {
  return Object.fromEntries(Object.entries(selection).filter(([name]) => name !== 'shard'));
}

function writePatch(path: string, bytes: Buffer): void {
  const special = isAbsolute(path) ? specialKind(path) : undefined;
  try {
    if (special !== undefined) throw new Error(`it is ${special}`);
    writeFileSync(path, bytes);
  } catch (error) {
    const { why, advice } = systemFailure(error);
    const message = `The patch cannot be written to ${path}: ${why}`;
    throw new ProposeError('git', message, `${advice}, or name another file.`);
  }
}
