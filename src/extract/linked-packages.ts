import { realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { dependenciesOf, manifestAt } from './packages.js';
import type { Manifest } from './packages.js';

/**
 * The package.json files of all workspace packages that a folder's package depends on, directly or
 * indirectly.
 */
export function linkedManifests(root: string): readonly Manifest[] {
  const found = new Map<string, Manifest>();
  const visit = (folder: string): void => {
    const manifest = manifestAt(join(folder, 'package.json'));
    for (const name of dependenciesOf(manifest ?? null)) {
      const linked = linkedFolder(name, folder);
      const own = linked === undefined ? undefined : manifestAt(join(linked, 'package.json'));
      if (linked === undefined || own === undefined || found.has(linked)) continue;
      found.set(linked, own);
      visit(linked);
    }
  };
  visit(root);
  return [...found.values()];
}

/** The folder that `node_modules` links to, if it is not an installed package. */
function linkedFolder(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    try {
      const real = realpathSync(join(folder, 'node_modules', name));
      return real.split(sep).includes('node_modules') ? undefined : real;
    } catch {
      if (folder === dirname(folder)) return undefined;
    }
  }
}
