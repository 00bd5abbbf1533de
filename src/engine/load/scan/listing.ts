import { readdir, readdirSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import type { FileSystemAdapter } from 'fast-glob';
import { STATE_FOLDER } from '../../../state/index.js';
import { relativePath } from './paths.js';
import { ScanError } from './scan-error.js';

/** Never looked into: git's files and our own. */
const IGNORED = ['**/.git/**', `**/${STATE_FOLDER}/**`];

/** Other people's files, unless a glob names the folder: then those of the packages in it. */
function modulesIgnored(globs: readonly string[]): string {
  const isNamed = globs.some((glob) => /(^|\/)node_modules\//.test(glob));
  return isNamed ? '**/node_modules/**/node_modules/**' : '**/node_modules/**';
}

export interface ListOptions {
  /** Absolute. */
  readonly root: string;
  /** Globs for fast-glob, relative to the root. */
  readonly globs: readonly string[];
  /** Globs of what is not to be walked through, relative to the root. */
  readonly ignore: readonly string[];
}

export interface Listing {
  /** Files found, by path relative to the root with `/`. */
  readonly files: ReadonlyMap<string, ListedFile>;
  /** Every folder that was read, relative to the root; '' is the root. */
  readonly folders: readonly string[];
  /** Folders that could not be read, with the system's code. */
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
  const { default: glob } = await import('fast-glob');
  const folders = new Set<string>();
  const unreadable: { folder: string; code: string }[] = [];
  const read = (
    path: string,
    options: { withFileTypes: true },
    done: (error: NodeJS.ErrnoException | null, entries: Dirent[]) => void,
  ): void => {
    const folder = relativePath(root, path);
    folders.add(folder);
    readdir(path, options, (error, entries) => {
      if (error === null) {
        done(null, entries);
        return;
      }
      // A glob's folder that is not there, or is a file, just has nothing in it.
      const absent = error.code === 'ENOENT' || error.code === 'ENOTDIR';
      if (!absent) unreadable.push({ folder, code: error.code ?? error.message });
      done(null, []);
    });
  };
  try {
    const entries = await glob([...new Set(globs)], {
      cwd: root,
      ignore: [modulesIgnored(globs), ...IGNORED, ...ignore],
      fs: { readdir: read as unknown as FileSystemAdapter['readdir'] },
      objectMode: true,
      onlyFiles: false,
      followSymbolicLinks: false,
      dot: false,
      extglob: false,
      braceExpansion: false,
    });
    const files = entries
      // A FIFO or a device is refused by name when it is read.
      .filter(({ dirent }) => !dirent.isDirectory())
      .map(({ path, dirent }) => [path, { link: dirent.isSymbolicLink() }] as const);
    return { files: new Map(files), folders: [...folders], unreadable };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ScanError('unreadable', `the files cannot be listed: ${reason}`, { cause });
  }
}

/** Names of the files and folders in a folder below the root; none if it cannot be read. */
export function namesBelow(root: string): (folder: string) => readonly string[] {
  return (folder) => {
    try {
      return readdirSync(join(root, folder));
    } catch {
      return [];
    }
  };
}
