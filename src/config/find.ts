// On the fast path to "nothing to do": loads no package. `search.ts` is the whole search.
import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { readRegularText } from '../disk/index.js';

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
 * Folders where a config may be: this one and those above it, at most as far as the repository's
 * root (the folder with `.git`), the home folder or the file system's root.
 */
export function foldersUpward(cwd: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    folders.push(folder);
    const isLast = folder === homedir() || dirname(folder) === folder;
    if (isLast || existsSync(join(folder, '.git'))) return folders;
  }
}

/** Absolute paths of every file that could be the config, the one that would win first. */
export function configPlaces({ cwd, file }: FindOptions): readonly string[] {
  if (file !== undefined) return [resolve(cwd, file)];
  return foldersUpward(cwd).flatMap((folder) => CONFIG_FILES.map((name) => join(folder, name)));
}

/**
 * The config file as far as a look can tell that reads nothing but a package.json. What an earlier
 * run remembered names the config that it used, so a wrong guess only makes a run slower.
 */
export function likelyConfig(options: FindOptions): string | undefined {
  return configPlaces(options).find((place) => {
    if (!existsSync(place) || !statSync(place).isFile()) return false;
    return basename(place) !== 'package.json' || readRegularText(place).includes('"service"');
  });
}
