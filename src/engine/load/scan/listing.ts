import { lstatSync, readdir, readdirSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { STATE_FOLDER } from '../../../lock/index.js';
import { ScanError } from './scan-error.js';
import picomatch from 'picomatch/posix.js';

/** Never searched: git's files and our own. */
const IGNORED = ['**/.git/**', `**/${STATE_FOLDER}/**`];

/** Third-party files, unless a glob names the folder; then only those in nested `node_modules`. */
function modulesIgnored(globs: readonly string[]): string {
  const isNamed = globs.some((glob) => /(^|\/)node_modules\//.test(glob));
  return isNamed ? '**/node_modules/**/node_modules/**' : '**/node_modules/**';
}

export interface ListOptions {
  /** Absolute. */
  readonly root: string;
  /** Globs as written by `toGlob`, relative to the root. */
  readonly globs: readonly string[];
  /** Globs of folders that are not searched, relative to the root. */
  readonly ignore: readonly string[];
}

export interface Listing {
  /** Files found, by path relative to the root with `/`. */
  readonly files: ReadonlyMap<string, ListedFile>;
  /** Every folder that was read, relative to the root; '' is the root. */
  readonly folders: readonly string[];
  /** Folders that could not be read, with the system's error code. */
  readonly unreadable: readonly { readonly folder: string; readonly code: string }[];
}

export interface ListedFile {
  readonly link: boolean;
}

/**
 * Finds files by globs. Links to folders are not followed; links to files are found and marked.
 * @throws ScanError 'unreadable'
 */
export async function listFiles({ root, globs, ignore }: ListOptions): Promise<Listing> {
  const folders = new Map<string, Promise<readonly Dirent[]>>();
  const unreadable: { folder: string; code: string }[] = [];
  const read = (folder: string): Promise<readonly Dirent[]> => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const entries = readFolder(join(root, folder), (code) => unreadable.push({ folder, code }));
    folders.set(folder, entries);
    return entries;
  };
  const isIgnored = ignoring([modulesIgnored(globs), ...IGNORED, ...ignore]);
  const files = new Map<string, ListedFile>();
  const wanted = [...new Set(globs)].map(globOf);
  for (const { path } of wanted.filter(({ isFixed }) => isFixed)) {
    const found = isIgnored(path, false) ? undefined : statFile(root, path);
    if (found !== undefined) files.set(path, found);
  }
  const varied = wanted.filter(({ isFixed }) => !isFixed);
  await walk(varied, { read, isIgnored }, (path, entry) => {
    // A FIFO or a device is refused later, when it is read.
    files.set(path, { link: entry.isSymbolicLink() });
  });
  return { files, folders: [...folders.keys()], unreadable };
}

/** A glob's state during the search: what the next name must match, and what follows. */
interface Progress {
  /** Undefined at the end of the glob. */
  readonly step: Step | undefined;
  readonly next: Progress | undefined;
}

/** What to look for in a folder. */
interface Wanted {
  readonly byName: ReadonlyMap<string, readonly Progress[]>;
  readonly byExpression: readonly { readonly expression: RegExp; readonly next: Progress }[];
  /** Globs that continue in any folder below. */
  readonly deep: readonly Progress[];
}

interface WalkOptions {
  /** Reads a folder, given by its path below the root. */
  readonly read: (folder: string) => Promise<readonly Dirent[]>;
  readonly isIgnored: (path: string, isFolder: boolean) => boolean;
}

/** Calls back for every match of the globs that is not a folder. */
async function walk(
  globs: readonly Glob[],
  { read, isIgnored }: WalkOptions,
  onFound: (path: string, entry: Dirent) => void,
): Promise<void> {
  const visit = async (folder: string, wanted: Wanted): Promise<void> => {
    const below: Promise<void>[] = [];
    for (const entry of await read(folder)) {
      const found = matching(entry.name, wanted);
      const isFolder = entry.isDirectory();
      const further = isFolder ? goingOn(entry.name, found, wanted) : [];
      const isFound = !isFolder && found.some(({ step }) => step === undefined);
      if (!isFound && further.length === 0) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (isIgnored(path, isFolder)) continue;
      if (isFound) onFound(path, entry);
      else below.push(visit(path, wantedBelow(further)));
    }
    await Promise.all(below);
  };
  // Most folders look for the same things as their parent.
  const known = new Map<readonly Progress[], Wanted>();
  const wantedBelow = (further: readonly Progress[]): Wanted => {
    const wanted = known.get(further) ?? wantedOf(further);
    known.set(further, wanted).set(wanted.deep, wanted);
    return wanted;
  };
  await Promise.all([...byBase(globs)].map(([base, starts]) => visit(base, wantedOf(starts))));
}

function byBase(globs: readonly Glob[]): Map<string, Progress[]> {
  const bases = new Map<string, Progress[]>();
  for (const { base, steps } of globs) {
    const start = steps.reduceRight<Progress>((next, step) => ({ step, next }), END);
    bases.set(base, [...(bases.get(base) ?? []), start]);
  }
  return bases;
}

const END: Progress = { step: undefined, next: undefined };

/** Globs that a name continues. */
function matching(name: string, { byName, byExpression }: Wanted): readonly Progress[] {
  const named = byName.get(name) ?? [];
  if (byExpression.length === 0) return named;
  const others = byExpression.filter(({ expression }) => expression.test(name));
  return [...named, ...others.map(({ next }) => next)];
}

/** Globs that may match something in a folder. */
function goingOn(name: string, found: readonly Progress[], { deep }: Wanted): readonly Progress[] {
  const own = found.filter(({ step }) => step !== undefined);
  const continued = name.startsWith('.') ? [] : deep;
  return own.length === 0 ? continued : [...own, ...continued];
}

function wantedOf(all: readonly Progress[]): Wanted {
  const byName = new Map<string, Progress[]>();
  const byExpression: { expression: RegExp; next: Progress }[] = [];
  const deep: Progress[] = [];
  const reached = new Set(all);
  for (const one of reached) {
    const { step, next = END } = one;
    if (step?.kind === 'deep') {
      deep.push(one);
      reached.add(next);
    } else if (step?.kind === 'names') byExpression.push({ expression: step.expression, next });
    else if (step?.kind === 'name') byName.set(step.name, [...(byName.get(step.name) ?? []), next]);
  }
  return { byName, byExpression, deep };
}

function readFolder(path: string, onProblem: (code: string) => void): Promise<readonly Dirent[]> {
  return new Promise((done) => {
    readdir(path, { withFileTypes: true }, (error, entries) => {
      // If a glob's folder does not exist or is a file, it has no entries.
      if (error !== null && !isAbsent(error)) onProblem(error.code ?? error.message);
      done(error === null ? entries : []);
    });
  });
}

/** The file named by a glob without wildcards. @throws ScanError 'unreadable' */
function statFile(root: string, path: string): ListedFile | undefined {
  try {
    const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
    return stats === undefined || stats.isDirectory()
      ? undefined
      : { link: stats.isSymbolicLink() };
  } catch (cause) {
    const error = cause as NodeJS.ErrnoException;
    if (isAbsent(error)) return undefined;
    throw new ScanError('unreadable', `the files cannot be listed: ${error.message}`, { cause });
  }
}

function isAbsent({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Names of the entries of a folder below the root; none if it cannot be read. */
export function namesBelow(root: string): (folder: string) => readonly string[] {
  return (folder) => {
    try {
      return readdirSync(join(root, folder));
    } catch {
      return [];
    }
  };
}

/** Of globs, only wildcards and escapes have a meaning. `s`: names may have line breaks. */
const OPTIONS = { nobrace: true, nobracket: true, noextglob: true, nonegate: true, flags: 's' };

/** What one name of a path must match; `deep` matches any number of folders. */
type Step =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'names'; readonly expression: RegExp }
  | { readonly kind: 'deep' };

/** A glob, split into names. */
interface Glob {
  /** The fixed leading folder, relative to the root; '' is the root. */
  readonly base: string;
  /** The names below it. */
  readonly steps: readonly Step[];
  /** Whether the glob has no wildcards; then it is the path. */
  readonly isFixed: boolean;
  readonly path: string;
}

/**
 * @param text as written by `toGlob`: `*`, `?`, `**` as a whole name, and `\` before a literal
 * character
 */
function globOf(text: string): Glob {
  const names = text.split('/');
  const steps = names.map(stepOf);
  const first = steps.findIndex(({ kind }) => kind !== 'name');
  const isFixed = first === -1;
  const depth = isFixed ? names.length - 1 : first;
  const base = names.slice(0, depth).map(unescaped).join('/');
  return { base, steps: steps.slice(depth), isFixed, path: unescaped(text) };
}

function stepOf(name: string): Step {
  if (name === '**') return { kind: 'deep' };
  if (!/(?<!\\)(?:\\\\)*[*?]/.test(name)) return { kind: 'name', name: unescaped(name) };
  // Wildcards do not match a leading dot.
  return { kind: 'names', expression: picomatch.makeRe(name, OPTIONS) };
}

/** Tests for ignored paths. A glob that ends in `*` applies to files, not to folders. */
function ignoring(globs: readonly string[]): (path: string, isFolder: boolean) => boolean {
  const options = { ...OPTIONS, dot: true };
  const isIgnored = picomatch([...globs], options);
  const ofFolders = globs.filter((glob) => /(?:\/\*\*|\/[^*?/]+)$/.test(glob));
  const isIgnoredFolder = picomatch(ofFolders, options);
  return (path, isFolder) => (isFolder ? isIgnoredFolder(path) : isIgnored(path));
}

function unescaped(name: string): string {
  return name.replaceAll(/\\(.)/gsu, '$1');
}
