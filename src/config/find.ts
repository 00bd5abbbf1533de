import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { readRegularText, specialKind } from '../disk/regular-file.js';
import { ConfigError } from './errors.js';

/** File names of a config, in order of precedence; `package.json` counts if it has `service`. */
export const CONFIG_FILES = [
  'service.config.yaml',
  'service.config.yml',
  'service.config.json',
  'service.config.js',
  'service.config.mjs',
  'service.config.ts',
  'package.json',
] as const;

export interface FindOptions {
  /** Folder to start from. */
  readonly cwd: string;
  /** This file and no other, relative to `cwd`. */
  readonly file?: string | undefined;
}

/**
 * Absolute path of a folder's config file: the nearest one upward, at most as far as the
 * repository's root (the folder with `.git`), the home folder or the file system's root. Loads no
 * package, because it is on the fast path to "nothing to do".
 * @throws ConfigError 'not-found', 'unreadable'
 */
export function findConfigFile(options: FindOptions): string {
  requireFolder(options.cwd);
  if (options.file !== undefined) {
    const file = resolve(options.cwd, options.file);
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) return file;
    refuseSpecial(file);
    throw new ConfigError([{ code: 'not-found', message: `there is no config file ${file}` }], {
      hint: { code: 'check-config-file' },
    });
  }
  let last = '';
  for (const folder of foldersUpward(options.cwd)) {
    const found = configIn(folder);
    if (found !== undefined) return join(folder, found);
    last = folder;
  }
  const first = resolve(options.cwd);
  const where = first === last ? `in ${first}` : `from ${first} up to ${last}`;
  throw new ConfigError(
    [
      {
        code: 'not-found',
        message: `no config found ${where} (service.config.{yaml,yml,json,js,mjs,ts}, or "service" in package.json)`,
      },
    ],
    { hint: { code: 'write-config', replace: false } },
  );
}

/**
 * Absolute path of a folder's config file or, if there is none, of every file that could be one.
 */
export function configFiles(options: FindOptions): readonly string[] {
  const { cwd, file } = options;
  try {
    return [findConfigFile(options)];
  } catch {
    if (file !== undefined) return [resolve(cwd, file)];
    return [...foldersUpward(cwd)].flatMap((folder) =>
      CONFIG_FILES.map((name) => join(folder, name)),
    );
  }
}

function* foldersUpward(cwd: string): Generator<string> {
  const home = homedir();
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    yield folder;
    const isLast = folder === home || dirname(folder) === folder;
    if (isLast || existsSync(join(folder, '.git'))) return;
  }
}

/** Refuses a missing folder: a mistyped one must not run the config above it. */
function requireFolder(cwd: string): void {
  if (isFolder(cwd)) return;
  throw new ConfigError([{ code: 'not-found', message: `there is no folder ${cwd}` }], {
    hint: { code: 'check-folder' },
  });
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Name of the config file in this folder. */
export function configIn(folder: string): string | undefined {
  return CONFIG_FILES.find((name) => holdsConfig(join(folder, name), name));
}

/** Refuses a FIFO, a socket or a device in place of the config. */
function refuseSpecial(file: string): void {
  const kind = specialKind(file);
  if (kind === undefined) return;
  const message = `the config cannot be read: it is ${kind}, not a regular file`;
  throw new ConfigError([{ code: 'unreadable', message }], {
    file,
    hint: 'Replace it with a file, or remove it.',
  });
}

function holdsConfig(file: string, name: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  if (!stats.isFile()) {
    if (name !== 'package.json') refuseSpecial(file);
    return false;
  }
  if (name !== 'package.json') return true;
  try {
    const manifest: unknown = JSON.parse(readRegularText(file).replace(/^\uFEFF/, ''));
    if (typeof manifest !== 'object' || manifest === null) return false;
    return 'service' in manifest && typeof manifest.service === 'object';
  } catch {
    // A broken package.json is not our config; other tools will report it.
    return false;
  }
}
