import { posix } from 'node:path';
import type { ResolvedConfig } from '../../config/index.js';
import { localePathsOf, createMatcher, pairPatterns } from '../../config/index.js';
import { defined, pushTo } from '../../model/index.js';
import type { Problem, Document } from '../../model/index.js';
import { inScope } from './libraries.js';
import type { ScopeCatalog } from './libraries.js';
import type { MergedCatalogs } from './merged.js';
import { keySign, pluralForm, wholesOf, writtenKey, type KeySeparators } from './separators.js';
import type { CodeFile, CodeKey } from './types.js';

/** The place of a namespace in `extract.catalog`. */
export const NAMESPACE = '{namespace}';
/** i18next's default namespace. */
const USUAL_NAMESPACE = 'translation';

/** A source catalog, and the keys that code uses from it. */
export interface WantedCatalog {
  /** Relative to the root. */
  readonly file: string;
  readonly namespace: string | undefined;
  readonly wanted: readonly CodeKey[];
  /** Top-level groups that are namespaces; the names of `wanted` start with them. */
  readonly groups: ReadonlySet<string>;
  /** Prefixes that code may write before its keys. */
  readonly heads: readonly string[];
  /** Whether it is merged into the usual namespace, too. */
  readonly isMerged: boolean;
  /** Whether code uses it as a whole. */
  readonly isWhole: boolean;
}

interface Distribution {
  readonly catalogs: readonly WantedCatalog[];
  /** Keys whose catalog is unknown. */
  readonly homeless: readonly CodeKey[];
  /** Keys in namespaces without a catalog. */
  readonly lost: readonly CodeKey[];
  /** Problems of keys in namespaces without a catalog. */
  readonly problems: readonly Problem[];
}

interface CatalogPattern {
  /** `extract.catalog` */
  readonly pattern: string;
  /** The namespace of keys that do not name one. */
  readonly namespace: string;
  /** Existing files. */
  readonly known: readonly string[];
  /** Top-level groups of a catalog that holds all namespaces. */
  readonly groups: ReadonlySet<string>;
  /** Its keys as code writes them. */
  readonly names: ReadonlySet<string>;
  /** Separator between a group and its content. */
  readonly sign: string;
  /** Every namespace used in code. */
  readonly namespaces: ReadonlySet<string>;
  /** Catalogs of scopes. */
  readonly scopes: readonly ScopeCatalog[];
  readonly merged: MergedCatalogs;
  /** Every key of the code. */
  readonly all: readonly CodeKey[];
}

/** Assigns each key to a catalog; includes existing catalogs without keys in code. Pure. */
export function distribute(keys: readonly CodeKey[], options: CatalogPattern): Distribution {
  const { pattern, namespace: usual, known, scopes, sign, merged } = options;
  const files = [...new Set([...known, ...scopes.map(({ file }) => file)])].sort();
  const wanted = new Map<string, CodeKey[]>(files.map((file) => [file, []]));
  const lost = new Map<string, CodeKey[]>();
  const homeless: CodeKey[] = [];
  const whole = new Set<string>();
  const isSplit = pattern.includes(NAMESPACE);
  const own = isSplit ? new Set<string>() : ownNamespaces(pattern, usual, options.all);
  const wrapper = isSplit ? undefined : wrapperAmong(options);
  const groups = isSplit
    ? new Set<string>()
    : wrapper === undefined
      ? namespaceGroups(options.all, own, options)
      : new Set([wrapper]);
  const names = new Set(isSplit ? known.map((file) => namespaceOf(file, pattern)) : []);
  for (const key of keys) {
    const scoped = inScope(key, scopes, sign);
    if (scoped !== undefined) {
      pushTo(wanted, scoped.scope.file, { ...key, key: scoped.key });
      continue;
    }
    const home = merged.homeOf(key);
    if (home === 'unknown') {
      homeless.push(key);
      continue;
    }
    if (home !== undefined && 'all' in home) {
      for (const file of home.all) whole.add(file);
      continue;
    }
    if (home !== undefined) {
      // Its place is known: it is not looked for in other catalogs.
      const own = { ...key, key: home.key, namespace: key.namespace ?? usual };
      pushTo(wanted, home.file, own);
      for (const file of home.others ?? []) pushTo(wanted, file, { ...own, asks: true });
      continue;
    }
    const { namespace = key.given?.find((name) => names.has(name)) ?? usual } = key;
    const file = pattern.replaceAll(NAMESPACE, () => namespace);
    const group = namespace === usual && !options.names.has(key.key) ? wrapper : undefined;
    const head = group ?? (groups.has(namespace) ? namespace : undefined);
    if (isSplit && key.homeless === true) homeless.push(key);
    else if (head !== undefined) pushTo(wanted, file, { ...key, key: `${head}${sign}${key.key}` });
    else if (isSplit || own.has(namespace)) pushTo(wanted, file, key);
    else pushTo(lost, namespace, key);
  }
  return {
    catalogs: [...wanted].map(([file, list]) => {
      const scope = scopes.find((one) => one.file === file);
      return {
        file,
        namespace: scope?.scope ?? (isSplit ? namespaceOf(file, pattern) : usual),
        wanted: list,
        groups: scope === undefined ? groups : new Set<string>(),
        heads: scope?.names ?? merged.headsOf(file),
        isMerged: merged.headsOf(file).length > 0,
        isWhole: whole.has(file),
      };
    }),
    homeless,
    lost: [...lost.values()].flat(),
    problems: [...lost].map(([namespace, list]) => lostProblem(namespace, list)),
  };
}

/** The namespaces of a single catalog for all: its own name, or the only one in use. */
function ownNamespaces(
  pattern: string,
  usual: string,
  keys: readonly CodeKey[],
): ReadonlySet<string> {
  const name = posix.basename(pattern).replace(/\..*$/, '');
  const all = new Set(keys.map(({ namespace }) => namespace ?? usual));
  return new Set([usual, USUAL_NAMESPACE, name, ...(all.size === 1 ? all : [])]);
}

/**
 * The groups of a catalog that are namespaces. For its own namespaces, only if the group has more
 * of the keys than the top level: `{ "translation": { … } }`, as in i18next's resources.
 */
function namespaceGroups(
  keys: readonly CodeKey[],
  own: ReadonlySet<string>,
  { namespace: usual, groups, names, sign, namespaces }: CatalogPattern,
): ReadonlySet<string> {
  const isGroup = (group: string): boolean => {
    if (!own.has(group)) return namespaces.has(group);
    const asked = keys.filter(({ namespace = usual }) => namespace === group);
    const inside = asked.filter(({ key }) => names.has(`${group}${sign}${key}`)).length;
    const atTop = asked.filter(({ key }) => names.has(key)).length;
    const isAll = [...names].every((name) => name === group || name.startsWith(`${group}${sign}`));
    return inside > atTop || (isAll && atTop === 0);
  };
  const found = [...groups].filter(isGroup);
  return new Set(found.includes(usual) ? groups : found);
}

/** So many keys show that code leaves out the group around all of them. */
const SHOWN = 3;

/** The only group of a catalog, if code leaves it out: `t('title')` is `title` of `{ "web": … }`. */
function wrapperAmong(options: CatalogPattern): string | undefined {
  const { all, namespace: usual, groups, names, sign } = options;
  const [group, ...more] = groups;
  if (group === undefined || more.length > 0) return undefined;
  if (![...names].every((name) => name.startsWith(`${group}${sign}`))) return undefined;
  const asked = all.filter(({ namespace = usual, asks }) => namespace === usual && asks !== true);
  const inside = asked.filter(({ key }) => names.has(`${group}${sign}${key}`)).length;
  const isNamed = asked.some(({ key }) => key.startsWith(`${group}${sign}`));
  return inside >= SHOWN && inside * 2 > asked.length && !isNamed ? group : undefined;
}

/** Whether a file matches `extract.catalog`. */
export function isOfCatalog(file: string, pattern: string): boolean {
  return (
    file === pattern ||
    (pattern.includes(NAMESPACE) && namespaceOf(file, pattern)?.includes('/') === false)
  );
}

export function namespaceOf(file: string, pattern: string): string | undefined {
  const [before = '', after = ''] = pattern.split(NAMESPACE);
  return file.startsWith(before) && file.endsWith(after)
    ? file.slice(before.length, file.length - after.length)
    : undefined;
}

/** A problem about keys that could be in any catalog but are in none. */
export function homelessProblems([first, ...more]: readonly CodeKey[]): readonly Problem[] {
  if (first === undefined) return [];
  const keys = more.length === 0 ? 'This key' : `${more.length + 1} keys, such as "${first.key}",`;
  const [isNot, them] =
    more.length === 0 ? ['is in no catalog', 'it'] : ['are in no catalog', 'them'];
  return [
    {
      code: 'unknown-namespace',
      severity: 'warning',
      file: first.file,
      ...defined({ line: first.line }),
      message: `${keys} ${isNot}, and code does not show which one ${isNot.startsWith('is') ? 'it belongs' : 'they belong'} to. Add ${them} to a catalog, or set the namespace in the call.`,
    },
  ];
}

function lostProblem(namespace: string, keys: readonly CodeKey[]): Problem {
  const [first] = keys;
  const count = keys.length === 1 ? '1 key' : `${keys.length} keys`;
  return {
    code: 'unknown-namespace',
    severity: 'warning',
    ...defined({ file: first?.file, line: first?.line }),
    message: `${count} of the namespace "${namespace}" have no catalog and were not added. Use {namespace} in "extract.catalog", or set "extract.namespace" to this one.`,
  };
}

interface Catalog {
  readonly document: Document;
  readonly wanted: readonly CodeKey[];
}

/**
 * For catalogs that a library without namespaces merges: assigns a key to the catalog that has it,
 * or else has keys of its group, or else to its original one. Pure.
 */
export function withMerged<C extends Catalog>(
  catalogs: readonly C[],
  separators: KeySeparators,
): readonly C[] {
  if (catalogs.length < 2) return catalogs;
  const sign = keySign(separators.key);
  const names = new Map(
    catalogs.map((one) => {
      const stems = [...stemsOf(one.document, separators)];
      return [one, new Set(stems.flatMap((name) => wholesOf(name, sign)))];
    }),
  );
  const homes = new Map<string, C>();
  for (const [one, own] of names)
    for (const name of own) if (!homes.has(name)) homes.set(name, one);
  const wanted = new Map<C, CodeKey[]>(catalogs.map((one) => [one, []]));
  for (const own of catalogs) {
    const homeOf = (name: string): C | undefined =>
      names.get(own)?.has(name) === true ? own : homes.get(name);
    for (const key of own.wanted) {
      const wholes = key.namespace === undefined ? wholesOf(key.key, sign) : [];
      const home = wholes.map(homeOf).find((one) => one !== undefined) ?? own;
      wanted.get(home)?.push(key);
    }
  }
  return catalogs.map((one) => ({ ...one, wanted: wanted.get(one) ?? [] }));
}

/**
 * The files in a source catalog's folder that are sources too: `en/login.json` beside
 * `en/global.json`, but not `de.json` beside `en.json`. Pure.
 */
export function sourcesBeside(
  config: Pick<ResolvedConfig, 'source' | 'catalogs'>,
  catalog: string,
  files: readonly string[],
): readonly string[] {
  return sourcesAmong(config, catalog, files).filter(
    (file) => posix.dirname(file) === posix.dirname(catalog),
  );
}

/** The files that are other sources of the same kind as a catalog. Pure. */
export function sourcesAmong(
  { source, catalogs }: Pick<ResolvedConfig, 'source' | 'catalogs'>,
  catalog: string,
  files: readonly string[],
): readonly string[] {
  const matchers = catalogs.flatMap((one) =>
    pairPatterns(one.source, one.target, one.format).map((pair) =>
      createMatcher(pair.source, localePathsOf(one, pair.source).spellings(source)),
    ),
  );
  const ending = posix.extname(catalog);
  return files.filter(
    (file) =>
      file !== catalog &&
      posix.extname(file) === ending &&
      matchers.some((matches) => matches(file) !== undefined),
  );
}

/** The components whose blocks are catalogs of the config. Pure. */
export function componentsAmong(
  config: Pick<ResolvedConfig, 'source' | 'catalogs'>,
  files: readonly Pick<CodeFile, 'file' | 'blocks'>[],
): ReadonlySet<string> {
  const own = files.flatMap(({ file, blocks }) => (blocks === undefined ? [] : [file]));
  return new Set(own.length === 0 ? [] : sourcesAmong(config, 'x.vue', own));
}

/**
 * `fallbackNS: ['common']` in i18next: namespaces searched for keys that their own namespace lacks.
 */
const FALLBACK = /\bfallbackNS\s*:\s*(\[[^\][]{0,500}\]|'[^'\n]+'|"[^"\n]+")/g;
const NAME = /'([^'\n]+)'|"([^"\n]+)"/g;

export function fallbacksIn(code: string): readonly string[] {
  return [...code.matchAll(FALLBACK)].flatMap(([, list = '']) =>
    [...list.matchAll(NAME)].map(([, a, b]) => a ?? b ?? ''),
  );
}

/**
 * Removes keys that a fallback namespace has: adding them to their own would hide its text. Pure.
 */
export function withFallbacks<C extends Catalog & { readonly namespace: string | undefined }>(
  catalogs: readonly C[],
  names: readonly string[],
  separators: KeySeparators,
): readonly C[] {
  const fallbacks = catalogs.filter(({ namespace }) => names.includes(namespace ?? ''));
  if (fallbacks.length === 0) return catalogs;
  const known = new Map(catalogs.map((one) => [one, stemsOf(one.document, separators)]));
  const moved = new Map<C, CodeKey[]>(fallbacks.map((one) => [one, []]));
  const rest = catalogs.map((one) => {
    const wanted = one.wanted.filter((key) => {
      if (known.get(one)?.has(key.key) === true) return true;
      const other = fallbacks.find((fallback) => known.get(fallback)?.has(key.key) === true);
      if (other === undefined || other === one) return true;
      moved.get(other)?.push(key);
      return false;
    });
    return { one, wanted };
  });
  return rest.map(({ one, wanted }) => ({
    ...one,
    wanted: [...wanted, ...(moved.get(one) ?? [])],
  }));
}

/** Keys of a catalog as code writes them, with and without their plural suffixes. */
export function stemsOf(document: Document, separators: KeySeparators): ReadonlySet<string> {
  const known = STEMS.get(document);
  if (known?.separators === separators) return known.stems;
  const form = pluralForm(separators.plural);
  const names = document.units.map(({ key }) => writtenKey(key, separators));
  const stems = new Set([...names, ...names.map((name) => (form ? name.replace(form, '') : name))]);
  STEMS.set(document, { separators, stems });
  return stems;
}

/** An editor asks for those of a catalog at each keystroke. */
const STEMS = new WeakMap<
  Document,
  { readonly separators: KeySeparators; readonly stems: ReadonlySet<string> }
>();
