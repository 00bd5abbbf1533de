import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { Project } from '../support/project.js';

const ROOT = resolve(import.meta.dirname, '../..');

export const CONFIG = `version: 1
service: { url: embedded }
source: en
targets: [de, fr]
catalogs:
  - files: locales/{locale}.json
`;

export const COMPLETE = {
  'service.config.yaml': CONFIG,
  'locales/en.json': '{\n  "title": "Welcome",\n  "hello": "Hello {name}"\n}\n',
  'locales/de.json': '{\n  "title": "Willkommen",\n  "hello": "Hallo {name}"\n}\n',
  'locales/fr.json': '{\n  "title": "Bienvenue",\n  "hello": "Bonjour {name}"\n}\n',
  'src/main.js': `import de from '../locales/de.json';
import { status } from 'virtual:locale-sync/status';
globalThis.shown = [de.title, status];
console.log(globalThis.shown);
`,
  'index.html':
    '<!doctype html><div id="app"></div><script type="module" src="/src/main.js"></script>\n',
  'package.json': '{ "type": "module" }\n',
};

/**
 * One app that every bundler builds: `de` is complete, a greeting is missing in `fr`, with
 * `missing`.
 */
export function app(files: Readonly<Record<string, string>> = {}, name = 'app'): Project {
  return new Project({ ...COMPLETE, ...files }, name);
}

export const MISSING = {
  'locales/fr.json': '{\n  "title": "Bienvenue"\n}\n',
};

/**
 * Waits until a count stays as it is; of what never ends it waits for the test's end. @returns the
 * count
 */
export async function settled(count: () => number, quiet = 1000): Promise<number> {
  for (;;) {
    const before = count();
    await sleep(quiet);
    if (count() === before) return before;
  }
}

/**
 * Saves, again every second, until it is noticed: a bundler that watches says that a build has ended
 * before its watcher is there.
 */
export async function saveUntil(save: () => void, isSeen: () => boolean): Promise<void> {
  const saved = (): boolean => {
    const seen = isSeen();
    if (!seen) save();
    return seen;
  };
  await expect.poll(saved, { timeout: 60_000, interval: 1000 }).toBe(true);
}

/**
 * Runs a script of a project that has the built plugins and their bundlers installed; gives what it
 * prints.
 */
export async function runScript(
  project: Project,
  script: string,
  flags: readonly string[] = [],
): Promise<string> {
  project.write('script.mjs', script);
  mkdirSync(project.path('node_modules'), { recursive: true });
  for (const name of ['vite', 'webpack']) {
    symlinkSync(resolve(ROOT, 'node_modules', name), project.path(`node_modules/${name}`), 'dir');
  }
  symlinkSync(ROOT, project.path('node_modules/locale-sync'), 'dir');
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, 'script.mjs'], {
    cwd: project.root,
  });
  return stdout;
}
