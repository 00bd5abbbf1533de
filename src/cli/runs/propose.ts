import { writeFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { openDispatcher } from '../../client/dispatcher.js';
import type { ResolvedConfig } from '../../config/index.js';
import { specialKind } from '../../disk/regular-file.js';
import { systemFailure } from '../../disk/system-error.js';
import { explain } from '../../model/index.js';
import type { Report, Selection } from '../../model/index.js';
import {
  createGithub,
  createGitlab,
  Git,
  propose,
  ProposeError,
  Remote,
} from '../../propose/index.js';
import type { Host, Project } from '../../propose/index.js';
import { keepSecrets } from '../../sinks/secrets.js';
import { STATE_FOLDER } from '../../state/names.js';
import type { ProposeFlags } from '../flags.js';
import { githubEvent } from '../github-event.js';
import { WORDS } from '../hints.js';
import { folderOf } from '../io.js';
import type { Io } from '../io.js';
import { hostOf, isOfFork, tokenOf } from '../propose-host.js';
import { proxyOf } from '../proxy.js';
import { load, runCommand } from '../run.js';
import type { Run } from '../run.js';
import { selectionOf } from '../selection.js';
import { SHAPES } from '../shapes.js';
import { withTypes } from './with-types.js';

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

interface Call {
  readonly run: Run;
  readonly dispatcher: Parameters<typeof createGithub>[0]['dispatcher'];
}

async function body(io: Io, flags: ProposeFlags, { run, dispatcher }: Call): Promise<Report> {
  const { config } = run;
  const state = join(config.root, STATE_FOLDER);
  const git = new Git(config.root, io.env);
  const prefix = await prefixOf(git);
  const patch = flags.patch ?? (isOfFork(io.env, githubEvent(io)) ? FORK_PATCH : undefined);
  const url = patch === undefined ? await remoteUrl(git) : '';
  const { host, remote } = hostFor(io, flags, {
    url,
    git,
    dispatcher,
    isPatch: patch !== undefined,
  });
  const report = await propose({
    ...{ git, state, prefix, host, remote },
    settings: config.propose ?? {},
    open: (root) => openProject(io, flags, { root, run }),
    as: patch === undefined ? 'request' : 'patch',
    dryRun: flags.dryRun === true,
    writePatch: (bytes) => writePatch(resolve(folderOf(io, flags.cwd), patch ?? ''), bytes),
    explain: (error) => explain(error, WORDS),
    signal: io.signal,
    runners: flags.shard?.of ?? 1,
  });
  const { proposal } = report;
  if (proposal === undefined || patch === undefined) return report;
  return { ...report, proposal: { ...proposal, patch } };
}

interface HostFacts {
  readonly url: string;
  readonly git: Git;
  readonly dispatcher: Call['dispatcher'];
  readonly isPatch: boolean;
}

/** @throws ProposeError 'host-unknown', 'host-token' */
function hostFor(
  io: Io,
  { dryRun }: ProposeFlags,
  { url, git, dispatcher, isPatch }: HostFacts,
): { readonly host: Host | undefined; readonly remote: Remote } {
  if (isPatch) return { host: undefined, remote: new Remote(git, 'origin', {}) };
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

interface Opening {
  /** Root of the working tree. */
  readonly root: string;
  readonly run: Run;
}

/** The project in a working tree, with its own config and the checkout's memory. */
async function openProject(io: Io, flags: ProposeFlags, { root, run }: Opening): Promise<Project> {
  const own = run.config;
  const file = join(root, relative(own.root, own.file));
  const config: ResolvedConfig = await load(io, { ...defined(flags), cwd: root, config: file });
  const selection = selectionOf(flags, { io, root: own.root });
  const engine = run.open(config, { kept: join(own.root, STATE_FOLDER) });
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

function defined({ codeConfig }: ProposeFlags): Pick<ProposeFlags, 'codeConfig'> {
  return codeConfig === undefined ? {} : { codeConfig };
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
