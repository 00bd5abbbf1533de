import type { Mount } from './merged-catalogs.js';
import { wholesOf } from './separators.js';
import type { CodeKey } from './types.js';

interface MergedOptions {
  /** The namespace of keys that do not name one. */
  readonly usual: string;
  readonly sign: string;
  /** Whether the library has namespaces. */
  readonly hasNamespaces: boolean;
  readonly mounts: readonly Mount[];
  /** Existing catalogs: their namespace, and their keys as code writes them. */
  readonly catalogs: ReadonlyMap<
    string,
    { readonly namespace: string | undefined; readonly names: ReadonlySet<string> }
  >;
  /** The catalog of a namespace, which may not exist. */
  readonly fileOf: (namespace: string) => string;
}

/** A catalog of several that code merges into one namespace. */
interface Part {
  readonly file: string;
  /** The namespace that it is part of. */
  readonly within: string;
  /** What code writes before its keys; '': nothing. */
  readonly prefix: string;
  /** Whether code shows it; else, it counts as soon as a key is found in this way. */
  readonly isSure: boolean;
}

/** A key's place in such catalogs. */
type Home =
  /** `others`: further catalogs that have it. */
  | { readonly file: string; readonly key: string; readonly others?: readonly string[] }
  /** The whole of some catalogs. */
  | { readonly all: readonly string[] }
  /** It may belong to any of several. */
  | 'unknown';

/**
 * Catalogs that code merges into one: `{ home, shared }`, where `home.title` is `title` of
 * `home.json`. What code does not show, the keys do: if none of the files has `home.title`, and
 * `home.json` has `title`, then files are groups. Pure.
 */
export class MergedCatalogs {
  readonly #options: MergedOptions;
  readonly #parts: readonly Part[];

  constructor(keys: readonly CodeKey[], options: MergedOptions) {
    this.#options = options;
    const { mounts, catalogs, usual } = options;
    const shown = mounts.flatMap((mount) => this.#partOf(mount));
    const isShown = new Set(shown.map(({ file }) => file));
    const byName = [...catalogs].flatMap(([file, { namespace }]): readonly Part[] => {
      if (isShown.has(file) || namespace === undefined || namespace === usual) return [];
      const part = { file, within: usual, isSure: false };
      return [
        { ...part, prefix: namespace },
        { ...part, prefix: '' },
      ];
    });
    const all = [...shown, ...byName];
    const found = new Set<Part>();
    for (const key of keys) {
      if (this.#isElsewhere(key)) continue;
      for (const part of all) if (this.#has(part, key)) found.add(part);
    }
    this.#parts = all.filter((part) => part.isSure || found.has(part));
  }

  /** Catalogs that are part of a namespace, with what code writes before their keys. */
  headsOf(file: string): readonly string[] {
    return this.#parts.filter((one) => one.file === file).map(({ prefix }) => prefix);
  }

  /** Where a key belongs; undefined: into the catalog of its namespace. */
  homeOf(key: CodeKey): Home | undefined {
    if (this.#isElsewhere(key)) return undefined;
    const { catalogs, sign } = this.#options;
    const parts = this.#parts.filter((part) => this.#isWithin(part, key));
    const having = parts.filter((part) => this.#has(part, key));
    const [first, ...others] = having;
    if (first !== undefined) {
      const like = others.filter(({ prefix }) => prefix === first.prefix);
      const rest = this.#rest(first, key) ?? '';
      return { file: first.file, key: rest, others: like.map(({ file }) => file) };
    }
    const below = parts.filter(({ prefix }) => `${prefix}${sign}`.startsWith(`${key.key}${sign}`));
    if (below.length > 0) return { all: below.map(({ file }) => file) };
    const [named] = parts
      .filter((part) => part.prefix !== '' && this.#rest(part, key) !== undefined)
      .sort((a, b) => b.prefix.length - a.prefix.length);
    if (named !== undefined) return { file: named.file, key: this.#rest(named, key) ?? '' };
    const flat = parts.filter(({ prefix }) => prefix === '');
    const hasGroup = ({ file }: Part, group: string): boolean =>
      [...(catalogs.get(file)?.names ?? [])].some((name) => name.startsWith(`${group}${sign}`));
    const groups = wholesOf(key.key, sign).slice(1);
    const beside = groups.map((group) => flat.find((part) => hasGroup(part, group)));
    const only =
      beside.find((one) => one !== undefined) ?? (flat.length === 1 ? flat[0] : undefined);
    if (only !== undefined) return { file: only.file, key: key.key };
    // A new catalog for it would not be among those that code merges.
    return parts.length === 0 || catalogs.has(this.#own(key)) ? undefined : 'unknown';
  }

  #partOf({ file, path, isWhole }: Mount): readonly Part[] {
    const { usual, sign, hasNamespaces } = this.#options;
    const [first, ...rest] = path;
    if (isWhole && hasNamespaces && first === undefined) return [];
    const isNamed = isWhole && hasNamespaces && first !== undefined;
    const [within, group] = isNamed ? [first, rest] : [usual, path];
    return [{ file, within, prefix: group.join(sign), isSure: isWhole || !hasNamespaces }];
  }

  /** Whether a key has its place: in the catalog of its namespace, or unknown. */
  #isElsewhere(key: CodeKey): boolean {
    if (key.homeless === true || (key.namespace === undefined && key.given !== undefined))
      return true;
    return this.#options.catalogs.get(this.#own(key))?.names.has(key.key) === true;
  }

  #own({ namespace = this.#options.usual }: CodeKey): string {
    return this.#options.fileOf(namespace);
  }

  #isWithin({ within }: Part, { namespace = this.#options.usual }: CodeKey): boolean {
    return within === namespace;
  }

  #rest(part: Part, { key }: CodeKey): string | undefined {
    return restOf(part, key, this.#options.sign);
  }

  /** Whether a catalog has a key, or a group in its place. */
  #has(part: Part, key: CodeKey): boolean {
    const { catalogs } = this.#options;
    // Without a place in code, a catalog is only searched if the usual one does not exist.
    const isGuess = part.prefix === '' && !part.isSure;
    if (!this.#isWithin(part, key) || (isGuess && catalogs.has(this.#own(key)))) return false;
    const rest = this.#rest(part, key);
    return rest !== undefined && catalogs.get(part.file)?.names.has(rest) === true;
  }
}

/** A key within a part; undefined: it is not in there. */
function restOf({ prefix }: Part, key: string, sign: string): string | undefined {
  if (prefix === '') return key;
  return key.startsWith(prefix + sign) ? key.slice(prefix.length + sign.length) : undefined;
}
