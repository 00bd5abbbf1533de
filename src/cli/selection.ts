import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import type { Selection } from '../model/index.js';
import type { CommonFlags, RunFlags } from './flags.js';
import { folderOf } from './io.js';
import type { Io } from './io.js';

export interface Project {
  readonly io: Pick<Io, 'cwd'>;
  /** Absolute path of the config's folder. */
  readonly root: string;
}

/** The selection given by flags. */
export function selectionOf(flags: RunFlags, project: Project): Selection {
  return {
    ...(flags.locale === undefined ? {} : { locales: flags.locale }),
    ...(flags.files === undefined
      ? {}
      : { files: flags.files, folder: currentFolder(flags, project) }),
    ...(flags.shard === undefined ? {} : { shard: flags.shard }),
    ...(flags.keys === undefined ? {} : { keys: flags.keys }),
    ...(flags.retranslate === undefined ? {} : { retranslate: flags.retranslate }),
    ...(flags.accept === undefined ? {} : { accept: flags.accept }),
  };
}

/**
 * The folder that `--files` is relative to, relative to the config's folder: as in other tools, the
 * current folder.
 */
export function currentFolder({ cwd }: CommonFlags, { io, root }: Project): string {
  return relative(realPath(root), realPath(folderOf(io, cwd))).replaceAll('\\', '/');
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
