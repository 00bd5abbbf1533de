import { aboutOf, formatOf } from '../../formats/endings.js';
import type { FormatName, ProjectKind } from '../../model/index.js';

/** What is known of a folder besides its locale files. */
export interface ProjectTraits {
  readonly packages: ReadonlySet<string>;
  readonly has: (file: string) => boolean;
}

/** Traits of a file's folder and all folders above, nearest first, the root last. */
export type TraitsOf = (path: string) => readonly ProjectTraits[];

/** What uses such a file, by the nearest packages that show it, and by its path. */
export function kindOfFile(
  path: string,
  traitsOf: TraitsOf,
): Pick<ProjectKind, 'kind' | 'messages'> & { format: FormatName } {
  // Only files of known formats are listed.
  const { name: format, projects = [] } = aboutOf(formatOf(path)) ?? { name: '' };
  const { kind = format, messages } = kindAmong(projects, path, traitsOf(path)) ?? {};
  return { format, kind, ...(messages !== undefined && { messages }) };
}

function kindAmong(
  kinds: readonly ProjectKind[],
  path: string,
  folders: readonly ProjectTraits[],
): ProjectKind | undefined {
  const plain = kinds.findIndex(
    (one) => one.packages === undefined && isAt(one, path) && hasFile(one, folders),
  );
  const before = plain === -1 ? kinds : kinds.slice(0, plain);
  for (const { packages } of folders) {
    const known = before.find((one) => isAt(one, path) && usesPackage(one, packages));
    if (known !== undefined) return known;
  }
  return kinds[plain];
}

function isAt(one: ProjectKind, path: string): boolean {
  return one.path === undefined || one.path.test(path);
}

function hasFile({ file }: ProjectKind, folders: readonly ProjectTraits[]): boolean {
  return file === undefined || folders.some(({ has }) => has(file));
}

function usesPackage({ packages }: ProjectKind, names: ReadonlySet<string>): boolean {
  return packages !== undefined && [...names].some((name) => packages.test(name));
}
