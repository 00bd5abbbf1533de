/**
 * Number of API calls for a proposal with 5 locales × 200 files, on both hosts:
 * `npx tsx bench/propose.ts`. Needs a built dist. The minimum is counted by hand, call by call; for
 * the service it is texts / 50 × locales.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Report } from '../src/index.js';
import { fakeGithub, githubEnvironment } from '../test/propose/support/fake-github.js';
import { fakeGitlab, gitlabEnvironment } from '../test/propose/support/fake-gitlab.js';
import type { FakeHost } from '../test/propose/support/fake-host.js';
import { Repository } from '../test/propose/support/repository.js';
import { KEY, openService } from './support/service.js';
import { formatTable } from './support/table.js';

const CLI = resolve(import.meta.dirname, '../dist/cli.cjs');
const FILES = 200;
const TARGETS = ['de', 'fr', 'es', 'it', 'nl'];
const ALLOWED = 12;

const tasks: (() => void)[] = [];
const finished = (task: () => void): void => void tasks.push(task);
const service = await openService(CLI, 0);

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function shop(): Record<string, string> {
  const config = {
    ...{ version: 1, source: 'en', targets: TARGETS, catalogs: [{ files: 'l/{locale}/*.json' }] },
    service: { scheme: 'DeepL-Auth-Key' },
    propose: { labels: ['i18n'], reviewers: { de: ['ada'], fr: ['ada'] } },
  };
  const texts = Array.from({ length: FILES }, (_, at) => [
    `l/en/f${at}.json`,
    json({ hello: `Hello ${at}` }),
  ]);
  return { 'service.config.json': json(config), ...(Object.fromEntries(texts) as object) };
}

interface Host {
  readonly host: FakeHost;
  readonly environment: Readonly<Record<string, string>>;
}

async function open(name: string): Promise<Host> {
  const repository = new Repository(finished);
  repository.commit('main', shop(), { message: 'Begin' });
  if (name === 'GitLab') {
    const host = await fakeGitlab(repository, finished);
    return { host, environment: gitlabEnvironment(host) };
  }
  const host = await fakeGithub(repository, finished);
  return { host, environment: githubEnvironment(host) };
}

/** The fake hosts run in this process, so it must not block while the command runs. */
function propose(cwd: string, environment: Host['environment']): Promise<Report> {
  const { PATH, HOME } = process.env;
  const own = { PATH, HOME, SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
  const child = spawn(process.execPath, [CLI, 'propose', '--json'], {
    cwd,
    env: { ...own, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => void parts.push(part));
  return new Promise((done) => {
    child.once('close', () => done(JSON.parse(Buffer.concat(parts).toString()) as Report));
  });
}

/** The host's calls, and the fewest calls that are enough. */
type Case = readonly [what: string, least: number, prepare: (host: FakeHost) => void];

const CASES: Readonly<Record<string, readonly Case[]>> = {
  // The repository, its requests; branch, commit, request, labels, reviewers.
  GitHub: [
    ['a first proposal', 7, () => undefined],
    ['nothing new', 2, () => undefined],
    // Merge, commit, body.
    ['one more text on main', 5, addText],
  ],
  // The project, its requests; branch and commit, request, members, labels and reviewers.
  GitLab: [
    ['a first proposal', 6, () => undefined],
    ['nothing new', 2, () => undefined],
    // The merge is pushed. Commit, body.
    ['one more text on main', 4, addText],
  ],
};

function addText({ repository }: FakeHost): void {
  const files = { 'l/en/f7.json': json({ hello: 'Hello 7', more: 'One more' }) };
  repository.commit('main', files, { message: 'Add' });
}

async function rowsOf(name: string): Promise<string[][]> {
  const { host, environment } = await open(name);
  const root = mkdtempSync(join(tmpdir(), 'locale-sync-bench-'));
  finished(() => rmSync(root, { recursive: true, force: true }));
  execFileSync('git', ['clone', '--quiet', host.repository.path, root], { stdio: 'pipe' });
  const rows: string[][] = [];
  for (const [what, least, prepare] of CASES[name] ?? []) {
    prepare(host);
    const before = host.asked.length;
    const { requests, texts, error, proposal } = await propose(root, environment);
    if (error !== null) throw new Error(error.message);
    const calls = host.asked.length - before;
    const fewest = Math.ceil(texts / TARGETS.length / 50) * TARGETS.length;
    const service = `${requests} (${fewest})`;
    const said = proposal?.state ?? '';
    rows.push([`${name}: ${what}`, said, `${calls} (${least})`, `≤ ${ALLOWED}`, service]);
  }
  return rows;
}

try {
  const rows = [...(await rowsOf('GitHub')), ...(await rowsOf('GitLab'))];
  const head = ['5 locales × 200 files', 'is', 'calls (fewest)', 'asked for', 'service (fewest)'];
  console.log(formatTable('proposals', [head, ...rows]));
} finally {
  await service.close();
  for (const task of tasks.reverse()) task();
}
