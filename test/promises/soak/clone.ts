import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Project } from '../../support/project.js';
import type { Run } from '../../support/project.js';
import { readSource, readTarget, targetPath } from './catalog.js';
import type { CatalogFile } from './catalog.js';
import type { Texts } from './formats.js';

export const LOCALES = ['de', 'fr'] as const;

/** One checkout of the repository: a person, or a machine of the CI. */
export class Clone {
  readonly project: Project;
  readonly key: string;
  readonly catalogs: readonly CatalogFile[];

  constructor(
    name: string,
    {
      catalogs,
      url,
      finished,
    }: {
      readonly catalogs: readonly CatalogFile[];
      readonly url: string;
      readonly finished: (task: () => void) => void;
    },
  ) {
    this.project = new Project({}, `soak-${name}`, finished);
    this.key = `secret-of-${name}`;
    this.catalogs = catalogs;
    this.project.env = { SERVICE_URL: url, SERVICE_AUTH_KEY: this.key };
  }

  git(...args: readonly string[]): boolean {
    const { root } = this.project;
    const who = ['-c', 'user.name=Soak', '-c', 'user.email=soak@example.com'];
    const { status } = spawnSync('git', [...who, ...args], { cwd: root, stdio: 'ignore' });
    return status === 0;
  }

  run(...args: readonly string[]): Promise<Run> {
    return this.project.run(args);
  }

  /** Ends a run after some time. @returns the instant, if the run had not ended by itself */
  async cutShort(signal: NodeJS.Signals, milliseconds: number): Promise<number | undefined> {
    const child = this.project.start(['sync', '--quiet']);
    child.stdout?.resume();
    child.stderr?.resume();
    const closed = once(child, 'close');
    await Promise.race([closed, sleep(milliseconds)]);
    const at = performance.now();
    if (child.exitCode !== null || child.signalCode !== null) return undefined;
    child.kill(signal);
    await closed;
    return at;
  }

  source(catalog: CatalogFile): Texts | undefined {
    const { project } = this;
    const { source } = catalog.format;
    return project.has(source) ? readSource(catalog, project.read(source)) : undefined;
  }

  /** @throws if no parser of the format reads it */
  target(catalog: CatalogFile, locale: string): Texts {
    const path = targetPath(catalog, locale);
    if (!this.project.has(path)) return new Map();
    return readTarget(catalog, this.project.read(path), locale);
  }

  /** Files of which the bytes hold a text, those of the local state included. */
  filesWith(text: string): string[] {
    const { root } = this.project;
    const entries = readdirSync(root, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('.git'))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => readFileSync(path).includes(text));
  }
}
