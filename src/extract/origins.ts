import { posix } from 'node:path';
import type { Exported } from './reading/exported.js';
import type { Constant, Origin, Use } from './reading/use.js';
import type { CodeFile } from './types.js';

/** Files that hand a translator on, one behind the other. */
const DEEPEST = 6;
/** What an alias stands for is not known: the rest of the path says which file is meant. */
const ALIAS = /^[^/]*\//;

/**
 * What files of a project say about the translators that others have from them: the prefix or the
 * namespace that a function puts before its keys. Pure.
 */
export class Origins {
  readonly #exports: ReadonlyMap<string, readonly Exported[]>;
  readonly #files: ReadonlyMap<string, string>;

  constructor(files: readonly CodeFile[]) {
    this.#exports = new Map(files.map(({ file, exported }) => [file, exported ?? []]));
    this.#files = new Map(files.map(({ file }) => [stemOf(file), file]));
  }

  /** A use with what the file says that its translator is from. */
  complete(use: Use, file: string): Use {
    const found = use.from && this.#find(use.from, file, 0);
    if (found === undefined) return use;
    const prefix = use.prefix ?? found.prefix;
    const namespace = use.namespace ?? found.namespace;
    const { handed, ...rest } = use;
    return {
      ...rest,
      library: use.library === 'any' ? (found.library ?? 'any') : use.library,
      ...(prefix === undefined ? (handed === true ? { handed } : {}) : { prefix }),
      ...(namespace === undefined ? {} : { namespace }),
    };
  }

  /** The text of a constant of another file. */
  textOf({ source, names: [name = '', ...path] }: Constant, file: string): string | undefined {
    return this.#find({ source, name }, file, 0)?.texts?.[path.join('.')];
  }

  #find({ source, name }: Origin, file: string, depth: number): Exported | undefined {
    const at = depth > DEEPEST ? undefined : this.#fileOf(source, file);
    if (at === undefined) return undefined;
    const all = this.#exports.get(at) ?? [];
    const own = all.find((one) => one.name === name);
    if (own !== undefined) return this.#follow(own, at, depth);
    return all
      .filter((one) => one.name === '*')
      .map(({ from }) => from && this.#find({ source: from.source, name }, at, depth + 1))
      .find((one) => one !== undefined);
  }

  /** With what it has from another file itself. */
  #follow(own: Exported, file: string, depth: number): Exported {
    const before = own.from && this.#find(own.from, file, depth + 1);
    return before === undefined ? own : { ...before, ...own };
  }

  #fileOf(source: string, file: string): string | undefined {
    if (source.startsWith('.')) {
      return this.#files.get(stemOf(posix.join(posix.dirname(file), source)));
    }
    const end = `/${stemOf(source.replace(ALIAS, ''))}`;
    const [only, ...more] = [...this.#files].filter(([stem]) => `/${stem}`.endsWith(end));
    return more.length === 0 ? only?.[1] : undefined;
  }
}

/** `lib/t` of `lib/t.ts` and of `lib/t/index.js`. */
function stemOf(file: string): string {
  return file.replace(/\.(?:d\.)?[cm]?[jt]sx?$/, '').replace(/\/index$/, '');
}
