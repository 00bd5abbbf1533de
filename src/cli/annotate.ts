import { realpathSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { githubAnnotations } from '../report/annotations.js';
import type { Annotation } from '../report/annotations.js';
import type { Io } from './io.js';

/**
 * In GitHub Actions: shows problems beside the lines of a pull request.
 * @param root absolute folder that file names start from; undefined where nothing is named
 */
export function annotate(
  { env, commands }: Io,
  root: string | undefined,
  problems: readonly Annotation[],
): void {
  if (env['GITHUB_ACTIONS'] !== 'true') return;
  const folder = root === undefined ? '' : folderInside(env['GITHUB_WORKSPACE'], root);
  commands(githubAnnotations(problems, folder));
}

/** GitHub expects names from the repository's root, whatever folder a step runs in. */
function folderInside(workspace: string | undefined, root: string): string {
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
