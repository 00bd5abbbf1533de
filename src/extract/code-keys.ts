import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularText } from '../disk/regular-file.js';
import type { ResolvedExtract } from '../config/index.js';
import type { Problem } from '../model/index.js';
import { isUnchanged, quickHash, stampFile } from '../state/index.js';
import { STATE_FOLDER } from '../state/names.js';
import { readCache, writeCache } from './code-cache.js';
import type { KnownFile } from './code-cache.js';
import { ExtractError, readable } from './error.js';
import { librariesIn, librariesOf } from './libraries.js';
import { literalsIn } from './literals.js';
import { notesIn } from './notes.js';
import { readCodeFile } from './reading/file-reader.js';
import { loadParser } from './reading/syntax.js';
import type { CodeError } from './reading/syntax.js';
import type { ReadSettings, Use } from './reading/use.js';
import type { CodeFile, LibraryName } from './types.js';

/** What the code of a project holds. */
export interface Code {
  readonly files: readonly CodeFile[];
  /** Libraries that the project's package.json or its code names. */
  readonly libraries: ReadonlySet<LibraryName>;
}

/**
 * Code files with the keys that were found in them; one that has not changed is not read again, in
 * this process or the next.
 */
export class CodeFiles {
  #known: ReadonlyMap<string, KnownFile> | undefined;
  #settings = '';

  /**
   * Everything that the code files ask for, in the order of files and lines.
   * @throws ExtractError 'unreadable'
   */
  async read(root: string, extract: ResolvedExtract): Promise<Code> {
    const { functions, components, separators } = extract;
    const settings: ReadSettings = { functions, components, keySeparator: separators.key };
    const hash = quickHash(JSON.stringify(settings));
    if (hash !== this.#settings) this.#known = undefined;
    this.#settings = hash;
    const known = (this.#known ??= readCache(root, hash));
    const names = await filesOf(root, extract.code);
    const reused = names.map((file) => {
      const one = known.get(file);
      return one !== undefined && isUnchanged(one.stamp) ? one : undefined;
    });
    if (reused.includes(undefined)) await loadParser();
    const files = names.map((file, at) => reused[at] ?? readOne(root, file, settings));
    this.#known = new Map(files.map((one) => [one.file, one]));
    const isSame = names.length === known.size && !reused.includes(undefined);
    if (!isSame) writeCache(root, hash, files);
    return {
      files,
      libraries: new Set([...librariesOfProject(root), ...files.flatMap((one) => one.libraries)]),
    };
  }
}

/** @throws ExtractError 'unreadable' for a folder that cannot be listed */
async function filesOf(root: string, globs: readonly string[]): Promise<readonly string[]> {
  const { default: glob } = await import('fast-glob');
  const ignore = ['**/node_modules/**', '**/.git/**', `**/${STATE_FOLDER}/**`];
  try {
    return (await glob([...globs], { cwd: root, ignore })).sort();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ExtractError(
      'unreadable',
      `The files of "extract.code" cannot be listed: ${reason}`,
      {
        hint: 'Give read permission, or change the patterns of `extract`.',
        cause,
      },
    );
  }
}

function readOne(root: string, file: string, settings: ReadSettings): KnownFile {
  const path = join(root, file);
  const stamp = stampFile(path);
  const code = readable(file, () => readRegularText(path));
  const { uses, errors } = readCodeFile(file, code, settings);
  const problem = problemOf(file, errors);
  const literals = literalsIn(code);
  return {
    file,
    stamp,
    literals,
    uses: withNotes(uses, code),
    libraries: librariesIn(code),
    problem,
  };
}

function problemOf(file: string, [error, ...more]: readonly CodeError[]): Problem | undefined {
  if (error === undefined) return undefined;
  const others = more.length === 0 ? '' : `, nor ${more.length} more places`;
  return {
    code: 'unreadable-code',
    severity: 'warning',
    file,
    line: error.line,
    column: error.column,
    message: `This cannot be read as code${others}: ${sentence(error.message)} Its known keys stay. Fix it, and extract again.`,
  };
}

/** Uses with the comments above them, where the library has no notes of its own. */
function withNotes(uses: readonly Use[], code: string): readonly Use[] {
  const noteOf = notesIn(code);
  return uses.map((use) => {
    const [key, ...more] = use.key;
    if (use.note !== undefined || key === undefined || more.length > 0) return use;
    const note = noteOf(key);
    return note === undefined ? use : { ...use, note };
  });
}

function librariesOfProject(root: string): readonly LibraryName[] {
  try {
    return librariesOf(readFileSync(join(root, 'package.json'), 'utf8'));
  } catch {
    return [];
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
