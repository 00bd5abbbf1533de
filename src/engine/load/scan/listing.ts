import { lstatSync, readdir, readdirSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { STATE_FOLDER } from '../../../lock/index.js';
import { globOf, ignoring } from './glob-steps.js';
import { ScanError } from './scan-error.js';
import { walk } from './walk.js';

/** Never searched: git's files and our own. */
const IGNORED = ['**/.git/**', `**/${STATE_FOLDER}/**`];

/** Third-party files, unless a glob names the folder; then only those in nested `node_modules`. */
function modulesIgnored(globs: readonly string[]): string {
  const isNamed = globs.some((glob) => /(^|\/)node_modules\//.test(glob));
  return isNamed ? '**/node_modules/**/node_modules/**' : '**/node_modules/**';
}

export interface ListOptions {
  /** Absolute. */
  readonly root: string;
  /** Globs as written by `toGlob`, relative to the root. */
  readonly globs: readonly string[];
  /** Globs of folders that are not searched, relative to the root. */
  readonly ignore: readonly string[];
}

export interface Listing {
  /** Files found, by path relative to the root with `/`. */
  readonly files: ReadonlyMap<string, ListedFile>;
  /** Every folder that was read, relative to the root; '' is the root. */
  readonly folders: readonly string[];
  /** Folders that could not be read, with the system's error code. */
  readonly unreadable: readonly { readonly folder: string; readonly code: string }[];
}

export interface ListedFile {
  readonly link: boolean;
}

/**
 * Finds files by globs. Links to folders are not followed; links to files are found and marked.
 * @throws ScanError 'unreadable'
 */
export async function listFiles({ root, globs, ignore }: ListOptions): Promise<Listing> {
  const folders = new Map<string, Promise<readonly Dirent[]>>();
  const unreadable: { folder: string; code: string }[] = [];
  const read = (folder: string): Promise<readonly Dirent[]> => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const entries = readFolder(join(root, folder), (code) => unreadable.push({ folder, code }));
    folders.set(folder, entries);
    return entries;
  };
  const isIgnored = ignoring([modulesIgnored(globs), ...IGNORED, ...ignore]);
  const files = new Map<string, ListedFile>();
  const wanted = [...new Set(globs)].map(globOf);
  for (const { path } of wanted.filter(({ isFixed }) => isFixed)) {
    const found = isIgnored(path, false) ? undefined : statFile(root, path);
    if (found !== undefined) files.set(path, found);
  }
  const varied = wanted.filter(({ isFixed }) => !isFixed);
  await walk(varied, { read, isIgnored }, (path, entry) => {
    // A FIFO or a device is refused later, when it is read.
    files.set(path, { link: entry.isSymbolicLink() });
  });
  return { files, folders: [...folders.keys()], unreadable };
}

function readFolder(path: string, onProblem: (code: string) => void): Promise<readonly Dirent[]> {
  return new Promise((done) => {
    readdir(path, { withFileTypes: true }, (error, entries) => {
      // If a glob's folder does not exist or is a file, it has no entries.
      if (error !== null && !isAbsent(error)) onProblem(error.code ?? error.message);
      done(error === null ? entries : []);
    });
  });
}

/** The file named by a glob without wildcards. @throws ScanError 'unreadable' */
function statFile(root: string, path: string): ListedFile | undefined {
  try {
    const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
    return stats === undefined || stats.isDirectory()
      ? undefined
      : { link: stats.isSymbolicLink() };
  } catch (cause) {
    const error = cause as NodeJS.ErrnoException;
    if (isAbsent(error)) return undefined;
    throw new ScanError('unreadable', `the files cannot be listed: ${error.message}`, { cause });
  }
}

function isAbsent({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Names of the entries of a folder below the root; none if it cannot be read. */
export function namesBelow(root: string): (folder: string) => readonly string[] {
  return (folder) => {
    try {
      return readdirSync(join(root, folder));
    } catch {
      return [];
    }
  };
}
