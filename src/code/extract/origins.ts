import { posix } from 'node:path';
import { filesOfModule } from './packages.js';
import type { OwnPackage } from './packages.js';
import type { Exported } from './reading/exported.js';
import type { Constant, Gaps, Origin, Use, Parts } from './reading/use.js';
import { joinParts } from './reading/use.js';
import type { CodeFile } from './types.js';

/** The most files through which a translator is passed on. */
const DEEPEST = 6;
/** The most texts that one key can resolve to. */
const MOST_TEXTS = 200;
/** The target of an alias is unknown: the rest of the path identifies the file. */
const ALIAS = /^[^/]*\//;

/**
 * Where translators that files import come from: the prefix or namespace that a function adds to
 * its keys. Pure.
 */
export class Origins {
  readonly #exports: ReadonlyMap<string, readonly Exported[]>;
  readonly #files: ReadonlyMap<string, string>;

  readonly #named = new Map<string, string | undefined>();
  readonly #packages: readonly OwnPackage[];
  /** Exports that a file imports, and names that are imported from unknown files. */
  readonly #reached = new Set<Exported>();
  readonly #lost = new Set<string>();

  /** @param packages packages of the files */
  constructor(files: readonly CodeFile[], packages: readonly OwnPackage[]) {
    this.#packages = packages;
    this.#exports = new Map(files.map(({ file, exported }) => [file, exported ?? []]));
    this.#files = new Map(files.map(({ file }) => [stemOf(file), file]));
  }

  /**
   * Completes a use with what its translator's file adds, once for each text that a type of another
   * file allows. Empty: that file already makes a key of the argument, or the function takes no
   * keys.
   */
  complete(use: Use, file: string): readonly Use[] {
    const found = use.from && this.#find(use.from, file, 0);
    const isTranslator = found?.takes === 'keys' || found?.given === true;
    if (found?.takes === 'made' || (use.maybe === true && !isTranslator)) return [];
    if (use.from && !found) this.#lost.add(use.from.name);
    const { key: parts, gaps } = use;
    return this.#filled({ parts, gaps, file }).map((key) => {
      return completed(this.#placed({ ...use, key }, file, 0), found);
    });
  }

  /**
   * Translators that a file exports for code that is not known to import them, such as components
   * in which a framework imports everything.
   */
  handedOn(): readonly Use[] {
    return [...this.#exports].flatMap(([file, all]) =>
      all
        .filter((one) => one.library && (!this.#reached.has(one) || this.#lost.has(one.name)))
        .map(({ library = 'any', prefix, prefixGaps, namespace, namespaceFrom }): Use => {
          const own = { prefix, prefixGaps, namespace, namespaceFrom };
          const known = Object.fromEntries(Object.entries(own).filter(([, one]) => one));
          const use = { key: ['', ''], library, asks: true, handedOn: true, line: 1 } as const;
          return this.#placed<Use>({ ...use, ...known }, file, 0);
        }),
    );
  }

  /** Parts filled with the texts of other files' constants, in every combination. */
  #filled({ parts: [first = '', ...rest], gaps = [], file, depth = 0 }: Gapped): readonly Parts[] {
    return rest.reduce<readonly Parts[]>(
      (all, part, at) => {
        const constant = gaps[at];
        const texts = constant ? this.#textsOf(constant, file, depth) : [];
        const isTooMany = texts.length === 0 || all.length * texts.length > MOST_TEXTS;
        const ends = isTooMany ? [['', part]] : texts.map((text) => [`${text}${part}`]);
        return all.flatMap((one) => ends.map((end) => joinParts(one, end)));
      },
      [[first]],
    );
  }

  /** Adds the namespace and prefix from other files' constants. */
  #placed<T extends Added>(unfilled: T, file: string, depth: number): T {
    const { namespace, namespaceFrom, prefix, prefixGaps: gaps } = unfilled;
    const one =
      prefix === undefined || gaps === undefined
        ? unfilled
        : {
            ...unfilled,
            prefix: only(this.#filled({ parts: prefix, gaps, file, depth: depth + 1 })) ?? prefix,
          };
    if (namespace !== undefined || namespaceFrom === undefined || namespaceFrom === 'unknown') {
      return one;
    }
    const text = this.#namespaceOf(namespaceFrom, file, depth + 1);
    return text === undefined ? one : { ...one, namespace: text };
  }

  /** The text of a constant, or the first of a list, which is the namespace of its keys. */
  #namespaceOf(constant: Constant, file: string, depth: number): string | undefined {
    const text = only(this.#textsOf(constant, file, depth));
    const first = { ...constant, names: [...constant.names, '0'] };
    return text ?? only(this.#textsOf(first, file, depth));
  }

  /**
   * The text of another file's constant, or those of a list or type; empty if there may be others.
   */
  #textsOf({ source, names, any }: Constant, file: string, depth: number): readonly string[] {
    const [name = '', ...path] = names;
    const { texts = {}, isOpen } = this.#find({ source, name }, file, depth) ?? {};
    const way = path.join('.');
    const text = texts[way];
    if (any !== true) return text === undefined ? [] : [text];
    if (isOpen === true) return [];
    const below = Object.entries(texts).filter(([at]) => way === '' || at.startsWith(`${way}.`));
    return [...new Set(below.map(([, one]) => one))];
  }

  #find(origin: Origin, file: string, depth: number): Exported | undefined {
    const at = depth > DEEPEST ? undefined : this.#fileOf(origin.source, file);
    if (at === undefined) return undefined;
    const all = this.#exports.get(at) ?? [];
    const own = all.find((one) => one.name === origin.name && isMeant(one, origin));
    if (own !== undefined) this.#reached.add(own);
    if (own !== undefined) return this.#follow(own, origin, { file: at, depth });
    return all
      .filter((one) => one.name === '*')
      .map(({ from }) => from && this.#find({ ...origin, source: from.source }, at, depth + 1))
      .find((one) => one !== undefined);
  }

  /** Adds what the translator gets from another file itself. */
  #follow(
    own: Exported,
    { given }: Origin,
    { file, depth }: { readonly file: string; readonly depth: number },
  ): Exported {
    const from = isHandedOn(own) && own.from && given ? { ...own.from, given } : own.from;
    const before = from && this.#find(from, file, depth + 1);
    const placed = this.#placed(own, file, depth + 1);
    if (before === undefined) return placed;
    // An argument passed on to such a function is not a key either.
    const takes = before.takes === 'made' ? { takes: before.takes } : {};
    return { ...before, ...placed, ...within(before, placed), ...takes };
  }

  #fileOf(source: string, file: string): string | undefined {
    if (source.startsWith('.')) {
      return this.#files.get(stemOf(posix.join(posix.dirname(file), source)));
    }
    if (!this.#named.has(source)) this.#named.set(source, this.#fileNamed(source));
    return this.#named.get(source);
  }

  /** The file of a module in a package of the project, or behind an alias. */
  #fileNamed(source: string): string | undefined {
    const inPackage = filesOfModule(source, this.#packages)
      .map((path) => this.#files.get(stemOf(path)))
      .find((one) => one !== undefined);
    if (inPackage !== undefined || !source.includes('/')) return inPackage;
    const end = `/${stemOf(source.replace(ALIAS, ''))}`;
    const [only, ...more] = [...this.#files].filter(([stem]) => `/${stem}`.endsWith(end));
    return more.length === 0 ? only?.[1] : undefined;
  }
}

function only<T>([one, ...more]: readonly T[]): T | undefined {
  return more.length === 0 ? one : undefined;
}

/** A use with the data of its translator. */
function completed(own: Use, found: Exported | undefined): Use {
  if (found === undefined) return own;
  const { handed, ...rest } = own;
  const added = within(found, own);
  const isOpen = handed === true && added.prefix === undefined;
  return {
    ...rest,
    ...found.counts,
    ...added,
    library: own.library === 'any' ? (found.library ?? 'any') : own.library,
    ...(isOpen ? { handed } : {}),
  };
}

/** Parts in a file, and the constants between them. */
interface Gapped {
  readonly parts: Parts;
  readonly gaps: Gaps | undefined;
  readonly file: string;
  readonly depth?: number;
}

/** Whether an export is the imported function, or its result; a re-exported name may be either. */
function isMeant(own: Exported, { given }: Origin): boolean {
  return own.given === given || isHandedOn(own);
}

/** `export { t } from './t'` */
function isHandedOn({ library, takes }: Exported): boolean {
  return library === undefined && takes === undefined;
}

type Added = Pick<Exported, 'prefix' | 'prefixGaps' | 'suffix' | 'namespace' | 'namespaceFrom'>;

/** What two functions together add to a key, if the outer one gets the inner one's result. */
function within(outer: Added, inner: Added): Added {
  const prefix = joined(outer.prefix, inner.prefix);
  const suffix = joined(inner.suffix, outer.suffix);
  const isPlaced = inner.namespace !== undefined || inner.namespaceFrom !== undefined;
  const { namespace, namespaceFrom } = isPlaced ? inner : outer;
  return {
    ...(prefix === undefined ? {} : { prefix }),
    ...(suffix === undefined ? {} : { suffix }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(namespaceFrom === undefined ? {} : { namespaceFrom }),
  };
}

function joined(first: Parts | undefined, second: Parts | undefined): Parts | undefined {
  return first === undefined || second === undefined ? (first ?? second) : joinParts(first, second);
}

/** `lib/t` for `lib/t.ts` and `lib/t/index.js`. */
function stemOf(file: string): string {
  return file.replace(/\.(?:d\.)?[cm]?[jt]sx?$/, '').replace(/\/index$/, '');
}
