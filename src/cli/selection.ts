import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import type { Selection } from '../model/index.js';
import type { CommonFlags, RunFlags } from './flags.js';
import { folderOf } from './io.js';
import type { Io } from './io.js';

export interface Project {
  readonly io: Pick<Io, 'cwd'>;
  /** Folder of the config, absolute. */
  readonly root: string;
}

/** Which part of the project a command is about. */
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

/** `--files` starts where the user is, as in other tools: that folder seen from the config's. */
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
