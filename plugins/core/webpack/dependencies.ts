import { existsSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import type { Compilation } from 'webpack';
import { STATE_FOLDER } from '../../../src/state/names.js';
import type { Outcome } from '../outcome.js';

/**
 * Makes webpack watch what an outcome rests on. A folder is watched with all that is below it, so
 * that a folder that holds the output or our own state is left out: each build would start the
 * next. A new catalog there is found with the next rebuild.
 */
export function addDependencies(
  { fileDependencies, missingDependencies, contextDependencies }: Compilation,
  { root, files, folders }: Outcome,
  { outputPath }: { readonly outputPath: string },
): void {
  // Without a config, the files are those that would be one.
  const dependencies = root === undefined ? missingDependencies : fileDependencies;
  for (const file of files) dependencies.add(file);
  if (root === undefined) return;
  const written = [outputPath, resolve(root, STATE_FOLDER)];
  for (const folder of folders) {
    const holds = (path: string): boolean => path.startsWith(folder + sep);
    if (!existsSync(folder)) missingDependencies.add(folder);
    else if (!written.some(holds)) contextDependencies.add(folder);
  }
}
