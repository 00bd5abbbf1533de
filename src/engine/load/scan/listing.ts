import { lstatSync, readdir, readdirSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { STATE_FOLDER } from '../../../lock/index.js';
import { ScanError } from './scan-error.js';
import picomatch from 'picomatch/posix.js';

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
  const fixed = globs.filter((glob) => !hasWildcard(glob)).map(unescaped);
  for (const path of new Set(fixed)) {
    const found = isIgnored(path, false) ? undefined : statFile(root, path);
    if (found !== undefined) files.set(path, found);
  }
  const varied = [...new Set(globs)].filter(hasWildcard).map((glob) => glob.split('/'));
  const isFile = matcherOf(varied);
  // Most names fit no glob, and there may be hundreds of globs.
  const isName = matcherOf(varied.map((names) => names.slice(-1)));
  const mayHold = matcherOf(
    varied.flatMap((names) => names.slice(1).map((_, depth) => names.slice(0, depth + 1))),
  );
  const visited = new Set<string>();
  const visit = async (folder: string): Promise<void> => {
    if (visited.has(folder)) return;
    visited.add(folder);
    const below: Promise<void>[] = [];
    for (const entry of await read(folder)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const isFolder = entry.isDirectory();
      const isWanted = isFolder ? mayHold(path) : isName(entry.name) && isFile(path);
      if (!isWanted || isIgnored(path, isFolder)) continue;
      if (isFolder) below.push(visit(path));
      // A FIFO or a device is refused later, when it is read.
      else files.set(path, { link: entry.isSymbolicLink() });
    }
    await Promise.all(below);
  };
  await Promise.all(
    varied.map((names) => {
      const first = names.findIndex(hasWildcard);
      return visit(names.slice(0, first).map(unescaped).join('/'));
    }),
  );
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

/** Of globs, only wildcards and escapes have a meaning. `s`: names may have line breaks. */
const OPTIONS = { nobrace: true, nobracket: true, noextglob: true, nonegate: true, flags: 's' };

/** Whether a glob as written by `toGlob` has `*`, `?` or `**`; otherwise it is a path. */
function hasWildcard(glob: string): boolean {
  return /(?<!\\)(?:\\\\)*[*?]/.test(glob);
}

/** Tests for paths that one of the globs matches; wildcards do not match a leading dot. */
function matcherOf(globs: readonly (readonly string[])[]): (path: string) => boolean {
  return picomatch([...new Set(globs.map((names) => names.join('/')))], OPTIONS);
}

/** Tests for ignored paths. A glob that ends in `*` applies to files, not to folders. */
function ignoring(globs: readonly string[]): (path: string, isFolder: boolean) => boolean {
  const options = { ...OPTIONS, dot: true };
  const isIgnored = picomatch([...globs], options);
  const ofFolders = globs.filter((glob) => /(?:\/\*\*|\/[^*?/]+)$/.test(glob));
  const isIgnoredFolder = picomatch(ofFolders, options);
  return (path, isFolder) => (isFolder ? isIgnoredFolder(path) : isIgnored(path));
}

function unescaped(name: string): string {
  return name.replaceAll(/\\(.)/gsu, '$1');
}
