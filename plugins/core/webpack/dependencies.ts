import { existsSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import type { Compilation } from 'webpack';
import { STATE_FOLDER } from '../../../src/state/names.js';
import type { Outcome } from '../outcome.js';

/**
 * Makes webpack watch what an outcome depends on. Folders are watched recursively, so those that
 * contain the output or our own state are left out: each build would trigger the next. A new
 * catalog there is found by the next rebuild.
 */
export function addDependencies(
  { fileDependencies, missingDependencies, contextDependencies }: Compilation,
  { root, files, folders }: Outcome,
  { outputPath }: { readonly outputPath: string },
): void {
  // Without a config, the files are the possible config files.
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
