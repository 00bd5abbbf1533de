import { realpathSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import type { Io } from '../io.js';

/**
 * A folder's path within the repository that CI has checked out, with `/`; '' for its root, or if
 * unknown. CI expects file names relative to the repository, whatever folder a step runs in.
 */
export function repositoryFolder(env: Io['env'], root: string): string {
  const workspace = env['GITHUB_WORKSPACE'] ?? env['CI_PROJECT_DIR'];
  if (workspace === undefined || workspace === '') return '';
  const folder = relative(realPath(workspace), realPath(root)).replaceAll('\\', '/');
  return isAbsolute(folder) || folder.split('/')[0] === '..' ? '' : folder;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
