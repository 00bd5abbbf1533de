// The main use case on real catalogs: runs in a copy of examples/catalogs with the embedded
// service. Import only Node's own modules here, because nothing is installed yet in a fresh clone.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
process.chdir(root);

function run(command, args, options = {}) {
  const result = spawnSync(command, args, { stdio: 'inherit', ...options });
  if (result.error !== undefined) throw result.error;
  return result;
}

function must(command, args, options) {
  const { status } = run(command, args, options);
  if (status !== 0) process.exit(status ?? 1);
}

function title(text) {
  console.log(`\n\u2500\u2500 ${text} ${'\u2500'.repeat(Math.max(0, 76 - text.length))}`);
}

must(process.execPath, ['scripts/setup.mjs']);
must(process.execPath, ['scripts/build.mjs', '--no-types']);

const project = mkdtempSync(join(tmpdir(), 'locale-sync-demo-'));
cpSync('examples/catalogs', project, { recursive: true });
const cli = join(root, 'dist/cli.cjs');
// The demo always uses the embedded service, whatever the environment sets.
const { SERVICE_URL, SERVICE_AUTH_KEY, SERVICE_AUTH_SCHEME, ...env } = process.env;
const inProject = { cwd: project, env };
const sync = (...args) => run(process.execPath, [cli, ...args], inProject);
const git = (...args) =>
  run('git', ['-c', 'user.name=demo', '-c', 'user.email=demo@localhost', ...args], {
    ...inProject,
    stdio: ['ignore', 'inherit', 'ignore'],
  });

try {
  const hasGit = spawnSync('git', ['--version']).status === 0;
  if (hasGit) {
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'catalogs as people left them');
  }
  title('locale-sync status: how far people have come');
  sync('status');
  title('locale-sync plan: what would be done, and what it would cost');
  sync('plan');
  title('locale-sync sync');
  // 1 means that something is left for people: here a text that lost a tag. It is kept and
  // reported.
  const { status } = sync('sync');
  if (status !== 0 && status !== 1) process.exit(status ?? 1);
  if (hasGit) {
    title('git diff: nothing but translations');
    git('add', '--intent-to-add', '--all');
    git('--no-pager', 'diff', '--stat');
    git('--no-pager', 'diff', '--unified=1', '--', 'thredded/config/locales/es.yml');
  }
  title('locale-sync sync, once more: nothing to do, nothing sent, nothing written');
  sync('sync');
} finally {
  rmSync(project, { recursive: true, force: true });
}
