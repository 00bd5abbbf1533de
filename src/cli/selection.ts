import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { defined } from '../model/index.js';
import type { Selection } from '../model/index.js';
import type { CommonFlags, RunFlags } from './flags.js';
import { folderOf } from './io.js';
import type { Io } from './io.js';

interface Project {
  readonly io: Io;
  /** Absolute path of the config's folder. */
  readonly root: string;
}

/** The selection given by flags. */
export function selectionOf(flags: RunFlags, project: Project): Selection {
  const { locale: locales, files, shard, keys, retranslate, accept, since } = flags;
  const folder = files && currentFolder(flags, project);
  return defined({ locales, files, folder, shard, keys, retranslate, accept, since });
}

/**
 * The folder that `--files` is relative to, relative to the config's folder: as in other tools, the
 * current folder.
 */
export function currentFolder({ cwd }: CommonFlags, { io, root }: Project): string {
  return relative(realPath(root), realPath(folderOf(io, cwd))).replaceAll('\\', '/');
}

/** The path itself if it does not exist. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
