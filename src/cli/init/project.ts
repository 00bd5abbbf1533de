import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { readRegularFile, readRegularText } from '../../disk/regular-file.js';
import { listFiles } from '../../engine/load/index.js';
import { codecFor, decode, decodeText } from '../../formats/index.js';
import type { Document } from '../../model/index.js';
import type { ReadFile } from './count.js';
import { InitError } from './init-error.js';
import { localesInside } from './locales-inside.js';
import type { LocalesInside } from './layout.js';
import type { ProjectTraits, TraitsOf } from './project-kind.js';

// Everything that `init` reads from the file system, except an existing config.

/** A repository as `init` sees it. Paths are relative to its root, with `/`. */
export interface Project {
  readonly root: string;
  /**
   * Files that may be locale files, and whether the repository was too large to list completely.
   */
  readonly list: () => Walk;
  /** Whether a file's content fits its format, for file endings that are ambiguous. */
  readonly isLocaleFile: (path: string) => boolean;
  /** Files that match globs, without links; sorted. */
  readonly match: (globs: readonly string[]) => Promise<readonly string[]>;
  readonly read: (path: string, locale: string) => ReadFile;
  /** The locales of a file that may hold several. Undefined if it does not. */
  readonly localesInside: (path: string) => LocalesInside | undefined;
  readonly traitsOf: TraitsOf;
}

/** @throws InitError 'no-folder' */
export function openProject(root: string): Project {
  const exists = existsSync(root);
  if (!exists || !statSync(root).isDirectory()) {
    const message = exists ? `${root} is not a folder` : `there is no folder ${root}`;
    throw new InitError('no-folder', message, { hint: 'Check the path given with --cwd.' });
  }
  return {
    root,
    list: () => {
      const { files, cut } = walkLocaleFiles(root);
      return { files: [...files, ...trackedModules(root)].sort(), cut };
    },
    isLocaleFile: (path) => hasSignature(root, path),
    match: async (globs) => {
      const { files } = await listFiles({ root, globs: [...globs], ignore: [] });
      return [...files.keys()].sort().filter((path) => files.get(path)?.link !== true);
    },
    read: (path, locale) => readLocaleFile(root, path, locale),
    localesInside: (path) => readLocales(root, path),
    traitsOf: readTraits(root),
  };
}

/** Folders with third-party files, or copies of our own. */
const SKIPPED: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'vendor',
  'dist',
  'build',
  'out',
  'target',
  'coverage',
  'tmp',
  '__pycache__',
]);

interface Walk {
  /** Files of known formats, relative to the root with `/`, sorted. */
  readonly files: readonly string[];
  /** Whether the limit was reached. */
  readonly cut: boolean;
}

interface WalkLimits {
  readonly depth: number;
  /** The most folder entries that are read. */
  readonly entries: number;
}

/** Lists files that may be locale files, nearest folders first. Follows no links. */
function walkLocaleFiles(root: string, limits: WalkLimits = { depth: 20, entries: 200_000 }): Walk {
  const files: string[] = [];
  let seen = 0;
  let level = [''];
  let depth = 0;
  for (; level.length > 0 && depth < limits.depth && seen < limits.entries; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      for (const entry of entriesOf(join(root, folder))) {
        seen += 1;
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isFile() && codecFor(entry.name) !== undefined) files.push(path);
        if (entry.isDirectory() && isWalked(entry.name)) next.push(path);
      }
      if (seen >= limits.entries) break;
    }
    level = next;
  }
  return { files: files.sort(), cut: level.length > 0 };
}

/** Locale files below `node_modules` that belong to the repository: git tracks them. */
function trackedModules(root: string): string[] {
  try {
    const args = [
      '-c',
      'core.fsmonitor=false',
      'ls-files',
      '-z',
      '--',
      ':(glob)**/node_modules/**',
    ];
    const paths = execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      timeout: 10_000,
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return paths.split('\0').filter((path) => path !== '' && codecFor(path) !== undefined);
  } catch {
    // Without git, it is unknown whose they are.
    return [];
  }
}

/** Number of characters in which a signature is searched. */
const HEAD = 4096;

function hasSignature(root: string, path: string): boolean {
  const signature = codecFor(path)?.capabilities.signature;
  if (signature === undefined) return true;
  try {
    const bytes = readRegularFile(join(root, path));
    const { text } = decode(bytes, path);
    return signature.test(text.slice(0, HEAD));
  } catch {
    return false;
  }
}

function isWalked(name: string): boolean {
  return !name.startsWith('.') && !SKIPPED.has(name);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // An unreadable file has no locales.
    return [];
  }
}

/** Counts the translatable texts of a file (path relative to the root). */
function readLocaleFile(root: string, path: string, locale: string): ReadFile {
  const codec = codecFor(path);
  if (codec === undefined) return { ok: true, strings: 0, sourceLanguage: undefined };
  try {
    const text = decodeText(readRegularFile(join(root, path)), path, codec.capabilities);
    // Numbers of plural forms differ by language, so texts are counted as in a template.
    const reading =
      codec.capabilities.servesAsTemplate === true ? ({ role: 'template' } as const) : { locale };
    const document: Document = codec.parse(text, { file: path, ...reading });
    const units = document.units.filter(isTranslatable);
    const { sourceLanguage } = document;
    const hasTextKeys = codec.capabilities.keysAreTexts !== true && haveTextKeys(units);
    return { ok: true, strings: units.length, sourceLanguage, hasTextKeys };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

function readLocales(root: string, path: string): LocalesInside | undefined {
  try {
    return localesInside(decode(readRegularFile(join(root, path)), path).text, (locale) => {
      const file = readLocaleFile(root, path, locale);
      return file.ok ? file.strings : 0;
    });
  } catch {
    return undefined;
  }
}

/** Whether most keys have several words. */
function haveTextKeys(units: Document['units']): boolean {
  const worded = units.filter(({ key }) => /\S\s+\S/.test(key.at(-1) ?? ''));
  return worded.length * 2 > units.length;
}

function isTranslatable(unit: Document['units'][number]): boolean {
  return unit.kind === 'text' && unit.translate !== false && unit.text.trim() !== '';
}

/** Reads every folder once, on first use. */
function readTraits(root: string): TraitsOf {
  const known = new Map<string, ProjectTraits>();
  const read = (folder: string): ProjectTraits => {
    const traits = known.get(folder) ?? {
      packages: packagesOf(join(root, folder, 'package.json')),
      has: (file) => existsSync(join(root, folder, file)),
    };
    known.set(folder, traits);
    return traits;
  };
  return (path) => {
    const folders = path.split('/').slice(0, -1);
    return [...folders.map((_, index) => folders.slice(0, index + 1).join('/')).reverse(), ''].map(
      read,
    );
  };
}

function packagesOf(file: string): ReadonlySet<string> {
  try {
    const manifest = JSON.parse(readRegularText(file)) as Readonly<Record<string, unknown>>;
    const groups = ['dependencies', 'devDependencies', 'peerDependencies'].map(
      (name) => manifest[name],
    );
    return new Set(
      groups.flatMap((group) =>
        typeof group === 'object' && group !== null ? Object.keys(group) : [],
      ),
    );
  } catch {
    return new Set();
  }
}
