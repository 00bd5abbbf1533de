import { posix } from 'node:path';
import { filesOfModule } from './packages.js';
import type { OwnPackage } from './packages.js';
import { joinParts } from './reading/parts.js';
import type { Parts } from './reading/parts.js';
import type { Exported } from './reading/exported.js';
import type { Constant, Gaps, Origin, Use } from './reading/use.js';
import type { CodeFile } from './types.js';

/** Files that hand a translator on, one behind the other. */
const DEEPEST = 6;
/** Texts that one key is followed to. */
const MOST_TEXTS = 200;
/** What an alias stands for is not known: the rest of the path says which file is meant. */
const ALIAS = /^[^/]*\//;

/**
 * What files of a project say about the translators that others have from them: the prefix or the
 * namespace that a function puts before its keys. Pure.
 */
export class Origins {
  readonly #exports: ReadonlyMap<string, readonly Exported[]>;
  readonly #files: ReadonlyMap<string, string>;

  readonly #named = new Map<string, string | undefined>();
  readonly #packages: readonly OwnPackage[];

  /** @param packages those that the files are of */
  constructor(files: readonly CodeFile[], packages: readonly OwnPackage[]) {
    this.#packages = packages;
    this.#exports = new Map(files.map(({ file, exported }) => [file, exported ?? []]));
    this.#files = new Map(files.map(({ file }) => [stemOf(file), file]));
  }

  /**
   * A use with what the file says that its translator is from, one for each text that a type of
   * another file allows. None: that file makes a key of what it is given, or the function takes
   * none.
   */
  complete(use: Use, file: string): readonly Use[] {
    const found = use.from && this.#find(use.from, file, 0);
    const isTranslator = found?.takes === 'keys' || found?.given === true;
    if (found?.takes === 'made' || (use.maybe === true && !isTranslator)) return [];
    const { key: parts, gaps } = use;
    return this.#filled({ parts, gaps, file }).map((key) => {
      return completed(this.#placed({ ...use, key }, file, 0), found);
    });
  }

  /** Parts with the texts of constants of other files, in every way that there is. */
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

  /** With the namespace and the prefix that constants of other files are. */
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
    const text = only(this.#textsOf(namespaceFrom, file, depth + 1));
    return text === undefined ? one : { ...one, namespace: text };
  }

  /** The text of a constant of another file, or those of a list or a type; none where there may be others. */
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
    if (own !== undefined) return this.#follow(own, origin, { file: at, depth });
    return all
      .filter((one) => one.name === '*')
      .map(({ from }) => from && this.#find({ ...origin, source: from.source }, at, depth + 1))
      .find((one) => one !== undefined);
  }

  /** With what it has from another file itself. */
  #follow(
    own: Exported,
    { given }: Origin,
    { file, depth }: { readonly file: string; readonly depth: number },
  ): Exported {
    const from = isHandedOn(own) && own.from && given ? { ...own.from, given } : own.from;
    const before = from && this.#find(from, file, depth + 1);
    const placed = this.#placed(own, file, depth + 1);
    if (before === undefined) return placed;
    // What is handed on to such a function is no key either.
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

  /** Of a package of the project, or by an alias. */
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

/** A use with what was found of its translator. */
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

/** Parts in a file, and what fills the places between them. */
interface Gapped {
  readonly parts: Parts;
  readonly gaps: Gaps | undefined;
  readonly file: string;
  readonly depth?: number;
}

/** Of a function that is imported, or of what it gives; a name that is handed on is both. */
function isMeant(own: Exported, { given }: Origin): boolean {
  return own.given === given || isHandedOn(own);
}

/** `export { t } from './t'` */
function isHandedOn({ library, takes }: Exported): boolean {
  return library === undefined && takes === undefined;
}

type Added = Pick<Exported, 'prefix' | 'prefixGaps' | 'suffix' | 'namespace' | 'namespaceFrom'>;

/** What two functions add to a key, where the outer one is given what the inner one makes. */
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

/** `lib/t` of `lib/t.ts` and of `lib/t/index.js`. */
function stemOf(file: string): string {
  return file.replace(/\.(?:d\.)?[cm]?[jt]sx?$/, '').replace(/\/index$/, '');
}
