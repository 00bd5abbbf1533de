import { existsSync, realpathSync } from 'node:fs';
import { join, posix, dirname, sep } from 'node:path';
import { readRegularText } from '../../disk/index.js';

/** A package whose code belongs to the project, as in a monorepo. */
export interface OwnPackage {
  readonly name: string;
  /** Relative to the root; '' for the root itself. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** A package.json. */
export type Manifest = Readonly<Record<string, unknown>>;

const KINDS = ['dependencies', 'devDependencies', 'peerDependencies'];

/** Names of a package's dependencies. */
export function dependenciesOf(manifest: Manifest | undefined): readonly string[] {
  return KINDS.flatMap((kind) => Object.keys(Object(manifest?.[kind]) as object));
}

/** Files that make a folder a package; Nx has packages without a package.json. */
export const MANIFESTS = ['package.json', 'project.json'];

/** The packages of code files. A package without a name has that of its folder. */
export function packagesIn(root: string, files: readonly string[]): readonly OwnPackage[] {
  const folders = new Set<string>();
  for (const file of files) {
    let folder = posix.dirname(file);
    while (!folders.has(folder)) {
      folders.add(folder);
      folder = posix.dirname(folder);
    }
  }
  return [...folders].flatMap((folder) => {
    const own = join(root, folder);
    if (!MANIFESTS.some((name) => existsSync(join(own, name)))) return [];
    const manifest = manifestIn(own) ?? {};
    const { name } = manifest;
    return [{ name: typeof name === 'string' && name !== '' ? name : folder, folder, manifest }];
  });
}

/** The root, and the nearest folder above a file with a package.json, if that is another one. */
export function foldersFor(root: string, file: string): readonly string[] {
  for (let folder = posix.dirname(file); ; folder = posix.dirname(folder)) {
    const own = join(root, folder);
    if (existsSync(join(own, 'package.json'))) return own === join(root) ? [root] : [root, own];
    if (folder === '.' || folder === '/') return [root];
  }
}

/** The package.json of a folder; undefined if there is none, or it cannot be read. */
export function manifestIn(folder: string): Manifest | undefined {
  try {
    const parsed: unknown = JSON.parse(readRegularText(join(folder, 'package.json')));
    return typeof parsed === 'object' && parsed !== null ? (parsed as Manifest) : undefined;
  } catch {
    return undefined;
  }
}

/** Folders in packages for sources, and for what bundlers build from them. */
const BUILT = /^(?:dist|build|lib|out)\//;

/**
 * Files, relative to the root, that `@acme/i18n/client` may refer to: by the package's manifest,
 * and the usual places of the sources of a built package.
 */
export function filesOfModule(source: string, packages: readonly OwnPackage[]): readonly string[] {
  const own = packages.find(({ name }) => source === name || source.startsWith(`${name}/`));
  if (own === undefined) return [];
  const { name, folder, manifest } = own;
  const inside = source.slice(name.length + 1);
  const entries =
    inside === ''
      ? [...['source', 'module', 'main', 'types'].map((one) => manifest[one]), 'src/index', 'index']
      : [`src/${inside}`, inside];
  const written = [...textsIn(exportOf(manifest['exports'], inside)), ...entries.flatMap(textsIn)];
  return written
    .map((entry) => posix.normalize(entry))
    .flatMap((entry) => [entry, entry.replace(BUILT, 'src/')])
    .map((entry) => posix.join(folder, entry));
}

function exportOf(exports: unknown, inside: string): unknown {
  const isMap = typeof exports === 'object' && exports !== null;
  const paths = isMap ? (exports as Manifest) : { '.': exports };
  return inside === '' ? (paths['.'] ?? exports) : paths[`./${inside}`];
}

/** A text, or those of its conditions: `{ import: './dist/index.js' }`. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/**
 * The package.json files of all workspace packages that a folder's package depends on, directly or
 * indirectly.
 */
export function linkedManifests(root: string): readonly Manifest[] {
  const found = new Map<string, Manifest>();
  const visit = (folder: string): void => {
    for (const name of dependenciesOf(manifestIn(folder))) {
      const linked = linkedFolder(name, folder);
      const own = linked === undefined ? undefined : manifestIn(linked);
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
