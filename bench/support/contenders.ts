import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Run } from './measure.js';
import { runNode } from './measure.js';
import { TARGETS } from './scenarios.js';
import { KEY } from './service.js';

/** Requests in flight, for locale-sync and for the theoretical time. */
export const CONCURRENCY = 5;

/** A tool that translates a project with a service. */
export interface Contender {
  readonly name: string;
  readonly version: string;
  /** @param project folder @param service its address @param limit in milliseconds */
  sync(project: string, service: string, limit: number): Promise<Run>;
  /** Read-only commands. */
  looks?(project: string): Readonly<Record<string, () => Promise<Run>>>;
  close(): void;
}

export function localeSync(cli: string, version: string): Contender {
  return {
    name: 'locale-sync',
    version,
    sync: ownSync(cli, ['--concurrency', String(CONCURRENCY)]),
    looks: (cwd) =>
      Object.fromEntries(
        ['plan', 'check', 'status'].map((name) => [name, () => runNode([cli, name], { cwd })]),
      ),
    close: () => undefined,
  };
}

/** With as many requests in flight as the service accepts, which is the default. */
export function withAuto(cli: string, version: string): Contender {
  return { name: 'locale-sync, auto', version, sync: ownSync(cli, []), close: () => undefined };
}

function ownSync(cli: string, flags: readonly string[]): Contender['sync'] {
  return (cwd, service, limit) =>
    runNode([cli, 'sync', '--timing', ...flags], {
      cwd,
      limit,
      env: { SERVICE_URL: service, SERVICE_AUTH_KEY: KEY },
    });
}

/**
 * A bare Node that only sends requests: how close this machine gets to the theoretical time at
 * best.
 */
export function onlySending(): Contender {
  return {
    name: 'only sending',
    version: process.version,
    sync: (cwd, service, limit) =>
      runNode([join(import.meta.dirname, 'only-sending.cjs')], {
        cwd,
        limit,
        env: {
          BENCH_SERVICE: service,
          BENCH_KEY: KEY,
          BENCH_TARGETS: TARGETS.join(','),
          BENCH_CONCURRENCY: String(CONCURRENCY),
        },
      }),
    close: () => undefined,
  };
}

const redirect = join(import.meta.dirname, 'redirect.cjs');

/**
 * json-autotranslate from npm, installed into a temporary folder. Undefined, with the reason
 * printed, if it cannot be installed. It sends batches of 50 texts, the service's limit; its
 * default of 1,000 would be refused.
 */
export function jsonAutotranslate(remove: (folder: string) => void): Contender | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'json-autotranslate-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const install = ['install', 'json-autotranslate', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', install, {
    cwd: folder,
    stdio: 'ignore',
    timeout: 180_000,
    shell: process.platform === 'win32',
  });
  const home = join(folder, 'node_modules/json-autotranslate');
  if (status !== 0) {
    console.log('json-autotranslate: skipped, npm could not install it (is a registry in reach?)');
    remove(folder);
    return undefined;
  }
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const args = ['-i', 'locales', '-s', 'deepl', '-c', `${KEY},default,50`];
  return {
    name: 'json-autotranslate',
    version,
    sync: (cwd, service, limit) =>
      runNode(['--require', redirect, join(home, 'lib/index.js'), ...args], {
        cwd,
        limit,
        env: { BENCH_SERVICE: service },
      }),
    close: () => remove(folder),
  };
}
