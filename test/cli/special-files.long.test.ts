import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { specialKind } from '../../src/disk/regular-file.js';
import { CLI, Project } from '../support/project.js';

const onPosix = test.skipIf(process.platform === 'win32');

/** Milliseconds; opening a FIFO that nobody writes to would take for ever. */
const BOUND = 60_000;

const CONFIG = `service: { url: embedded }
source: en
targets: [de]
catalogs: [{ files: 'locales/*.{locale}.json' }]
extract: { code: ['src/*.tsx'], catalog: 'locales/app.en.json' }
`;

const FILES = {
  'service.config.yaml': CONFIG,
  'locales/app.en.json': '{ "a": "Apple" }\n',
  'locales/two.en.json': '{ "b": "Pear" }\n',
  'src/app.tsx': 't("a");\n',
};

interface Ended {
  /** Null: it was stopped after `BOUND`. */
  readonly code: number | null;
  readonly said: string;
}

function run(project: Project, args: readonly string[], env: object = {}): Promise<Ended> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: project.root,
    env: { PATH, HOME, NO_COLOR: '1', ...env },
    timeout: BOUND,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  return new Promise((done) => child.on('close', (code) => done({ code, said })));
}

function fifo(path: string): void {
  rmSync(path, { force: true });
  mkdirSync(dirname(path), { recursive: true });
  execFileSync('mkfifo', [path]);
}

const ALL = ['sync', 'plan', 'check', 'status'];

/** Every path of ours, the calls that would read or write it, and the code they end with. */
const PATHS: readonly (readonly [string, readonly string[], number])[] = [
  ['service.config.yaml', [...ALL, 'extract', 'init --yes'], 2],
  ['other.yaml', ['check --config other.yaml'], 2],
  ['other.mjs', ['check --config other.mjs'], 2],
  ['locale-sync.lock', ALL, 2],
  ['locale-sync.archive', ALL, 2],
  ['locales/app.en.json', [...ALL, 'extract'], 2],
  ['locales/app.de.json', ALL, 2],
  ['src/app.tsx', ['extract'], 0],
  ['.locale-sync', ALL, 2],
  ['.locale-sync/ledger/sync', ALL, 2],
  ['.locale-sync/ledger/files', ALL, 2],
  ['.locale-sync/ledger', ALL, 2],
  ['.locale-sync/ledger/notes', ALL, 2],
  ['.locale-sync/memory', ALL, 2],
  ['.locale-sync/running', ALL, 2],
  ['.locale-sync/tmp', ALL, 2],
  ['.locale-sync/memory/de.log', ['sync'], 0],
  ['plan.json', ['sync --plan plan.json', 'plan --out plan.json'], 2],
];

describe.each(PATHS)('a FIFO at %s', (path, calls, code) => {
  onPosix.each(calls)('%s', { timeout: 2 * BOUND }, async (call) => {
    const project = new Project(FILES);
    fifo(project.path(path));
    const ended = await run(project, call.split(' '));
    expect(ended.code).toBe(code);
    if (path !== 'src/app.tsx') expect(ended.said).toMatch(/FIFO|not a regular file/);
    expect(ended.said).not.toContain('inside locale-sync');
    expect(specialKind(project.path(path))).toBe('a FIFO');
  });
});

describe('what is a FIFO beside a project that works', () => {
  onPosix('once it was translated', { timeout: 4 * BOUND }, async () => {
    const project = new Project(FILES);
    expect((await run(project, ['sync'])).code).toBe(0);
    for (const path of ['.locale-sync/ledger/sync', 'locales/app.de.json', 'locales/app.en.json']) {
      const kept = project.read(path);
      fifo(project.path(path));
      for (const command of ['sync', 'check']) {
        const { code, said } = await run(project, [command]);
        expect([path, command, code]).toEqual([path, command, 2]);
        expect(said).toContain('FIFO');
      }
      project.remove(path);
      project.write(path, kept);
    }
    expect((await run(project, ['sync'])).code).toBe(0);
  });

  onPosix('package.json, temporary files and claims', { timeout: 2 * BOUND }, async () => {
    const project = new Project(FILES);
    for (const path of ['package.json', '.locale-sync/tmp/1-1', '.locale-sync/running/1_1_a_b']) {
      fifo(project.path(path));
    }
    expect((await run(project, ['sync'])).code).toBe(0);
    expect((await run(project, ['check'])).code).toBe(0);
  });

  onPosix('the event of GitHub', { timeout: BOUND }, async () => {
    const project = new Project({
      'service.config.mjs': 'export default {};',
      'locales/app.en.json': '{}',
    });
    fifo(project.path('event.json'));
    const { code, said } = await run(project, ['check'], {
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_EVENT_PATH: 'event.json',
    });
    expect(code).toBe(2);
    expect(said).toContain('in a pull request from a fork');
  });

  onPosix.each(['.gitignore', '.gitattributes', 'locales/app.de.json', 'package.json'])(
    'init with %s',
    { timeout: BOUND },
    async (path) => {
      const project = new Project({ ...FILES, 'locales/app.fr.json': '{ "a": "Pomme" }\n' });
      project.remove('service.config.yaml');
      fifo(project.path(path));
      const { code, said } = await run(project, ['init', '--yes']);
      expect([0, 2]).toContain(code);
      if (path.startsWith('.git')) expect(said).toContain('not a regular file');
    },
  );
});

describe('other things that are no files', () => {
  onPosix.each(['service.config.yaml', 'locales/app.en.json', 'locales/app.de.json'])(
    'a device at %s',
    { timeout: BOUND },
    async (path) => {
      const project = new Project(FILES);
      project.remove(path);
      symlinkSync('/dev/zero', project.path(path));
      const { code, said } = await run(project, ['check']);
      expect(code).toBe(2);
      expect(said).toMatch(/a device, not a regular file|leads outside/);
    },
  );

  onPosix.each(['service.config.yaml', 'locales/app.de.json', 'locale-sync.lock', 'plan.json'])(
    'a socket at %s',
    { timeout: BOUND },
    async (path) => {
      const project = new Project(FILES);
      project.remove(path);
      const server = createServer();
      onTestFinished(() => void server.close());
      await new Promise<void>((done) => void server.listen(project.path(path), done));
      expect(statSync(project.path(path)).isSocket()).toBe(true);
      const args = path === 'plan.json' ? ['sync', '--plan', path] : ['sync'];
      const { code, said } = await run(project, args);
      expect(code).toBe(2);
      expect(said).toContain('a socket, not a regular file');
      expect(existsSync(project.path(path))).toBe(true);
    },
  );
});

onPosix.each(['lock', 'journal.jsonl'])(
  'a FIFO at %s of the data of the service',
  { timeout: BOUND },
  async (name) => {
    const project = new Project();
    fifo(project.path(`data/${name}`));
    const { code, said } = await run(project, ['service', '--data', 'data']);
    expect(code).toBe(2);
    expect(said).toContain('is a FIFO, not a regular file');
  },
);
