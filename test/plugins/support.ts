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
 * An app that every bundler builds: all targets are complete; with `MISSING`, `fr` lacks a
 * greeting.
 */
export function app(files: Readonly<Record<string, string>> = {}, name = 'app'): Project {
  return new Project({ ...COMPLETE, ...files }, name);
}

export const MISSING = {
  'locales/fr.json': '{\n  "title": "Bienvenue"\n}\n',
};

/** Waits until a count stops changing, at most until the test's timeout. @returns the count */
export async function settled(count: () => number, quiet = 1000): Promise<number> {
  for (;;) {
    const before = count();
    await sleep(quiet);
    if (count() === before) return before;
  }
}

/**
 * Saves every second until it is noticed: a bundler in watch mode reports a finished build before
 * its watcher is active.
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
 * Runs a script of a project with the built plugins and their bundlers installed. Returns its
 * output.
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
