import type { Code } from './code-keys.js';
import type { LibraryName } from './libraries.js';
import { joinParts, saysAnything } from './reading/use.js';
import type { Use, Parts, Constant, Gaps, Origin } from './reading/use.js';
import type { ExtractSettings } from './settings.js';
import type { CodeKey, KeyPattern } from './types.js';
import { posix } from 'node:path';
import { defined } from '../../model/index.js';
import { filesOfModule } from './packages.js';
import type { OwnPackage } from './packages.js';
import type { Exported } from './reading/exported.js';

export interface Wanted {
  readonly keys: readonly CodeKey[];
  /** Keys that components look up in their own blocks first. */
  readonly own: readonly CodeKey[];
  readonly patterns: readonly KeyPattern[];
  /**
   * Where code may ask for any key of the default namespace: `t(x)`, and a translator that is
   * handed on. `src/cart.tsx:12`.
   */
  readonly open: readonly string[];
  /** The same for all namespaces, in other languages. */
  readonly everywhere: readonly string[];
  /** Every namespace in code. */
  readonly namespaces: ReadonlySet<string>;
  /**
   * Texts of messages from which formatjs generates keys; null: next-intl generates keys from any
   * text.
   */
  readonly unnamed: ReadonlySet<string | null>;
  readonly origins: Origins;
}

/**
 * The keys that code uses, by the rules of its libraries. Pure.
 * @param components whose blocks are catalogs
 * @param whole origins of the project, if these are only some of its files
 */
export function wantedOf(
  { files, libraries, packages, isPart }: Code,
  { separators, namespace: usual }: Pick<ExtractSettings, 'separators' | 'namespace'>,
  {
    components = new Set(),
    whole,
  }: { readonly components?: ReadonlySet<string>; readonly whole?: Origins } = {},
): Wanted {
  const origins = whole ?? new Origins({ files, packages });
  const keys: CodeKey[] = [];
  const own: CodeKey[] = [];
  const patterns = new Map<string, KeyPattern>();
  const takePattern = (pattern: KeyPattern, place?: string): void => {
    const id = JSON.stringify(pattern);
    if (!patterns.has(id)) patterns.set(id, place === undefined ? pattern : { ...pattern, place });
  };
  const namespaces = new Set<string>();
  const unnamed = new Set<string | null>();
  const open = new Set<string>();
  const everywhere = new Set<string>();
  const read = files.flatMap(({ file, uses }) =>
    uses
      .flatMap((one) => origins.complete(one, file))
      .map((use) => ({ file, use, exporter: undefined })),
  );
  const handedOn = whole || isPart === true ? [] : origins.handedOn();
  for (const { file, use: one, exporter } of [...read, ...handedOn]) {
    const isOwn = one.own !== undefined && components.has(file);
    if (one.own === 'only' && !isOwn) continue;
    const isNamed = one.own === 'named' && !isOwn;
    const use = counted(ofOwnHook(isNamed ? { ...one, asks: true } : one, libraries), libraries);
    if (use === undefined) continue;
    if (use.unnamed === true) {
      unnamed.add(use.text ?? null);
      continue;
    }
    if (use.everywhere === true) {
      everywhere.add(`${file}:${use.line}`);
      continue;
    }
    if (use.bundle !== undefined) {
      const { namespace } = use.bundle;
      takePattern(
        namespace === null ? { parts: use.key, all: true } : { parts: use.key, namespace },
      );
      continue;
    }
    const isI18next = followsI18next(use, libraries);
    const sign = isI18next ? separators.namespace : false;
    const { key: parts, namespace } = named(use, sign);
    if (namespace !== undefined) namespaces.add(namespace);
    const { namespaceFrom } = use;
    const isHomeless = namespace === undefined && namespaceFrom !== undefined;
    const begun = joinParts(prefixOf(use, libraries, separators.key), parts);
    const whole = use.suffix === undefined ? begun : joinParts(begun, use.suffix);
    const [written, ...more] = whole;
    const key = isI18next ? written : withoutBrackets(written, separators.key);
    if (key === undefined || more.length > 0) {
      // `t(code)` after `useTranslation('errors')` may be any key of that namespace. In the
      // default namespace, it is mostly a text that is quoted elsewhere.
      const isAll = namespace !== undefined && namespace !== usual && !saysAnything(whole);
      const hasNames = !saysAnything(whole) && use.names !== undefined;
      if (use.handedOn === true && !saysAnything(whole) && namespace === undefined) {
        // With a prefix or namespace that is only known at run time, it may be any key.
        const isAny = whole.length > 2 || use.namespaceFrom !== undefined;
        if (isAny && use.given === undefined) takePattern({ parts: whole, all: true });
        if (use.given === undefined) {
          if (!isAny && file !== '') open.add(`${file}:${use.line}`);
          continue;
        }
      }
      const pattern = {
        parts: whole,
        ...(isAll ? { namespace } : {}),
        ...(hasNames ? { names: use.names } : {}),
      };
      // Several values and nothing else: each may be a text of another file.
      const isJoined = whole.length > 2;
      // A pattern without any letter would match everything.
      const isPattern = isAll || hasNames || isJoined || saysAnything(whole);
      const place = exporter ?? `${file}:${use.line}`;
      if (isPattern) takePattern(pattern, place);
      else open.add(place);
      const given = saysAnything(whole) || namespace !== undefined ? [] : (use.given ?? []);
      for (const name of given) takePattern({ parts: whole, namespace: name });
    } else if (key.trim() !== '' && !hasNoName(key, separators.key)) {
      const hasForms = isI18next && !libraries.has('icu');
      const facts = { isI18next, hasForms, isHomeless };
      (isOwn ? own : keys).push(keyOf(use, { key, namespace, file }, facts));
    }
  }
  return {
    ...{ keys, own, patterns: [...patterns.values()], open: [...open], namespaces, unnamed },
    everywhere: [...everywhere],
    origins,
  };
}

/** What a hook of the project is given, `useI18n('cart')`, is a namespace in i18next, else a prefix. */
function ofOwnHook(use: Use, libraries: ReadonlySet<LibraryName>): Use {
  const { given, prefix, ...rest } = use;
  if (given === undefined || prefix === undefined) return use;
  const isNamespace = followsI18next(use, libraries) && !libraries.has('scoped');
  return isNamespace ? { ...rest, ...defined({ namespace: given[0] }) } : { ...rest, prefix };
}

/**
 * A use by the rules of the project's libraries; undefined if it is not a use there. With unknown
 * libraries, a path protects keys but adds none.
 */
function counted(use: Use, libraries: ReadonlySet<LibraryName>): Use | undefined {
  const { only, unless } = use;
  if (only === 'path' && libraries.size === 0) return { ...use, asks: true };
  const has = (one: LibraryName | 'known'): boolean => {
    if (one === 'known') return libraries.size > 0;
    return libraries.has(one) && !(one === 'path' && libraries.has('i18next'));
  };
  const isNone = (only !== undefined && !has(only)) || (unless !== undefined && has(unless));
  return isNone ? undefined : use;
}

/** Converts vue-i18n paths such as `form['email.label']` and `list[0]`: `form.email.label`. */
function withoutBrackets(key: string | undefined, sign: string | false): string | undefined {
  if (key === undefined || sign === false || !PATH.test(key)) return key;
  return key.replace(BRACKETS, (_, ...[a, b, c]: readonly string[]) => sign + (a ?? b ?? c ?? ''));
}

const BRACKETS = /\['([^'\]]+)'\]|\["([^"\]]+)"\]|\[(\d+)\]/g;
const PATH = /^[\w$-]+(?:\.[\w$-]+|\['[^'\]]+'\]|\["[^"\]]+"\]|\[\d+\])+$/;

/** Whether a name is unknown, as in `type.-.title`. Keys that are texts contain spaces. */
function hasNoName(key: string, sign: string | false): boolean {
  if (sign === false || /\s/.test(key)) return false;
  const names = key.split(sign).slice(1, -1);
  return names.some((name) => name !== '' && !/[\p{L}\p{N}]/u.test(name));
}

function followsI18next({ library }: Use, libraries: ReadonlySet<LibraryName>): boolean {
  if (library !== 'any') return library === 'i18next';
  return libraries.has('i18next') || !(libraries.has('plain') || libraries.has('scoped'));
}

/** The prefix of a `t` received as a parameter, if hooks of the project set one. */
function prefixOf(
  { prefix, handed, library }: Use,
  libraries: ReadonlySet<LibraryName>,
  sign: string | false,
): Parts {
  if (prefix !== undefined) return prefix;
  const isOpen = handed === true && library === 'any' && libraries.has('scoped');
  return isOpen && !libraries.has('i18next') ? ['', sign === false ? '' : sign] : [''];
}

/** A text with spaces, or an address, is not a namespace, whatever follows its colon. */
const NAMESPACE = /^(?!\d+$)[\w./@-]+$/;

function named(
  { key, namespace, isText }: Use,
  sign: string | false,
): { readonly key: Parts; readonly namespace: string | undefined } {
  const [first = '', ...rest] = key;
  const at = sign === false || isText === true ? -1 : first.indexOf(sign);
  const before = first.slice(0, Math.max(0, at));
  const after = first.slice(at + (sign === false ? 0 : sign.length));
  const isNamed =
    at > 0 &&
    NAMESPACE.test(before) &&
    (after !== '' || rest.length > 0) &&
    !/^(?:\s|\/\/)/.test(after);
  return isNamed ? { key: [after, ...rest], namespace: before } : { key, namespace };
}

/**
 * @param facts.isI18next whether it follows i18next's rules
 * @param facts.hasForms whether it may have plural forms
 * @param facts.isHomeless `CodeKey.homeless`
 */
function keyOf(
  use: Use,
  { key, namespace, file }: Pick<CodeKey, 'key' | 'namespace' | 'file'>,
  facts: {
    readonly isI18next: boolean;
    readonly hasForms: boolean;
    readonly isHomeless: boolean;
  },
): CodeKey {
  const { isI18next, hasForms, isHomeless } = facts;
  const { text, forms, note, line, contexts, group, asks, isText, flat, at, values, until } = use;
  // Large projects have many: they are made without copies.
  return {
    homeless: isHomeless ? true : undefined,
    key,
    namespace,
    file,
    name: namespace === undefined ? key : `${namespace}:${key}`,
    written: use.key.join(''),
    given: use.given,
    needed: use.needed,
    at,
    values,
    until,
    text: text === undefined || text === '' ? undefined : text,
    forms,
    count: hasForms && use.count === true,
    ordinal: hasForms && use.ordinal === true,
    context: isI18next && contexts !== undefined,
    contexts: isI18next ? (contexts?.names ?? []) : [],
    onlyContexts: isI18next && contexts?.only === true,
    group: group === true,
    asks: asks === true,
    needsText: isI18next && group !== true && asks !== true,
    flat: isText === true || flat === true,
    note,
    line,
  };
}

/** Whether a key consists of a pattern's parts with names in between for which `isName` is true. */
export function isJoinedOf(
  [first = '', ...rest]: Parts,
  key: string,
  isName: (name: string) => boolean,
): boolean {
  if (rest.length === 0) return key === first;
  if (!key.startsWith(first)) return false;
  for (let end = first.length + 1; end <= key.length; end += 1) {
    const isFirst = isName(key.slice(first.length, end));
    if (isFirst && isJoinedOf(rest, key.slice(end), isName)) return true;
  }
  return false;
}

/** Whether a key matches a pattern. */
export function fits({ parts }: KeyPattern, key: string): boolean {
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (!key.startsWith(first) || !key.endsWith(last)) return false;
  const end = key.length - last.length;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = key.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return at <= end;
}

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

  /** Stems of files by their last names. */
  readonly #stems = new Map<string, string[]>();
  /** What imports name, and what was found there. */
  readonly #named = new Map<string, string | undefined>();
  readonly #found = new Map<string, Exported | undefined>();
  readonly #packages: readonly OwnPackage[];
  /** Exports that a file imports, and names that are imported from unknown files. */
  readonly #reached = new Set<Exported>();
  readonly #lost = new Set<string>();
  /** Files that something is imported from, and that were not parsed. */
  readonly unread = new Set<string>();
  readonly #unparsed: ReadonlySet<string>;

  /** @param packages packages of the files */
  constructor({ files, packages }: Pick<Code, 'files' | 'packages'>) {
    this.#packages = packages;
    this.#unparsed = new Set(files.flatMap(({ file, unparsed }) => (unparsed ? [file] : [])));
    this.#exports = new Map(files.map(({ file, exported }) => [file, exported ?? []]));
    this.#files = new Map(files.map(({ file }) => [stemOf(file), file]));
    for (const stem of this.#files.keys()) {
      once(this.#stems, posix.basename(stem), (): string[] => []).push(stem);
    }
  }

  /**
   * Completes a use with what its translator's file adds, once for each text that a type of another
   * file allows. Empty: that file already makes a key of the argument, or the function takes no
   * keys.
   */
  complete(use: Use, file: string): readonly Use[] {
    const found = use.from && this.find(use.from, file);
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
  handedOn(): readonly { readonly file: ''; readonly exporter: string; readonly use: Use }[] {
    return [...this.#exports].flatMap(([file, all]) =>
      all
        .filter((one) => one.library && (!this.#reached.has(one) || this.#lost.has(one.name)))
        .map(({ library = 'any', prefix, prefixGaps, namespace, namespaceFrom }) => {
          const known = defined({ prefix, prefixGaps, namespace, namespaceFrom });
          const use = { key: ['', ''], library, asks: true, handedOn: true, line: 1 } as const;
          const whole = this.#placed<Use>({ ...use, ...known }, file, 0);
          return { file: '', exporter: `${file}:1`, use: whole } as const;
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

  /** What a file imports; undefined: nothing is known of it. */
  find(origin: Origin, file: string): Exported | undefined {
    return this.#find(origin, file, 0);
  }

  #find(origin: Origin, file: string, depth: number): Exported | undefined {
    const at = depth > DEEPEST ? undefined : this.#fileOf(origin.source, file);
    if (at === undefined) return undefined;
    const id = [at, origin.name, origin.given, depth].join('\n');
    return once(this.#found, id, () => this.#findIn(at, origin, depth));
  }

  #findIn(at: string, origin: Origin, depth: number): Exported | undefined {
    if (this.#unparsed.has(at)) this.unread.add(at);
    const all = this.#exports.get(at) ?? [];
    const own = all.find(
      (one) => one.name === origin.name && (one.given === origin.given || isHandedOn(one)),
    );
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
    if (!source.startsWith('.')) return once(this.#named, source, () => this.#fileNamed(source));
    const path = `${posix.dirname(file)}/${source}`;
    return once(this.#named, path, () => this.#files.get(stemOf(posix.normalize(path))));
  }

  /** The file of a module in a package of the project, or behind an alias. */
  #fileNamed(source: string): string | undefined {
    const inPackage = filesOfModule(source, this.#packages)
      .map((path) => this.#files.get(stemOf(path)))
      .find((one) => one !== undefined);
    if (inPackage !== undefined || !source.includes('/')) return inPackage;
    const end = `/${stemOf(source.replace(ALIAS, ''))}`;
    const stems = this.#stems.get(posix.basename(end)) ?? [];
    const [only = '', ...more] = stems.filter((stem) => `/${stem}`.endsWith(end));
    return more.length === 0 ? this.#files.get(only) : undefined;
  }
}

/** What a name is known to be, or else is found to be. */
function once<T>(known: Map<string, T>, name: string, find: () => T): T {
  if (!known.has(name)) known.set(name, find());
  return known.get(name) as T;
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
  return defined({ prefix, suffix, namespace, namespaceFrom });
}

function joined(first: Parts | undefined, second: Parts | undefined): Parts | undefined {
  return first === undefined || second === undefined ? (first ?? second) : joinParts(first, second);
}

/** `lib/t` for `lib/t.ts` and `lib/t/index.js`. */
function stemOf(file: string): string {
  return file.replace(/\.(?:d\.)?[cm]?[jt]sx?$/, '').replace(/\/index$/, '');
}
