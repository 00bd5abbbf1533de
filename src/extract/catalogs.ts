import { posix } from 'node:path';
import type { Problem } from '../model/index.js';
import { inScope } from './scopes.js';
import type { ScopeCatalog } from './scopes.js';
import type { CodeKey } from './types.js';

const NAMESPACE = '{namespace}';
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
}

export interface Distribution {
  readonly catalogs: readonly WantedCatalog[];
  /** Keys whose catalog is unknown. */
  readonly homeless: readonly CodeKey[];
  /** Problems of keys in namespaces without a catalog. */
  readonly problems: readonly Problem[];
}

export interface CatalogPattern {
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
}

/** Assigns each key to a catalog; includes existing catalogs without keys in code. Pure. */
export function distribute(keys: readonly CodeKey[], options: CatalogPattern): Distribution {
  const { pattern, namespace: usual, known, scopes, sign } = options;
  const files = [...new Set([...known, ...scopes.map(({ file }) => file)])].sort();
  const wanted = new Map<string, CodeKey[]>(files.map((file) => [file, []]));
  const lost = new Map<string, CodeKey[]>();
  const homeless: CodeKey[] = [];
  const isSplit = pattern.includes(NAMESPACE);
  const own = isSplit ? new Set<string>() : ownNamespaces(pattern, usual, keys);
  const groups = isSplit ? new Set<string>() : namespaceGroups(keys, own, options);
  const names = new Set(isSplit ? known.map((file) => namespaceOf(file, pattern)) : []);
  for (const key of keys) {
    const scoped = inScope(key, scopes, sign);
    if (scoped !== undefined) {
      add(wanted, scoped.scope.file, { ...key, key: scoped.key });
      continue;
    }
    const { namespace = key.given?.find((name) => names.has(name)) ?? usual } = key;
    const file = pattern.replaceAll(NAMESPACE, () => namespace);
    if (isSplit && key.homeless === true) homeless.push(key);
    else if (groups.has(namespace))
      add(wanted, file, { ...key, key: `${namespace}${sign}${key.key}` });
    else if (isSplit || own.has(namespace)) add(wanted, file, key);
    else add(lost, namespace, key);
  }
  return {
    catalogs: [...wanted].map(([file, list]) => {
      const scope = scopes.find((one) => one.file === file);
      return {
        file,
        namespace: scope?.scope ?? (isSplit ? namespaceOf(file, pattern) : usual),
        wanted: list,
        groups: scope === undefined ? groups : new Set<string>(),
        heads: scope?.names ?? [],
      };
    }),
    homeless,
    problems: [...lost].map(([namespace, list]) => lostProblem(namespace, list)),
  };
}

function add(lists: Map<string, CodeKey[]>, name: string, key: CodeKey): void {
  const known = lists.get(name);
  if (known === undefined) lists.set(name, [key]);
  else known.push(key);
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

/** Whether a file matches `extract.catalog`. */
export function isOfCatalog(file: string, pattern: string): boolean {
  return (
    file === pattern ||
    (pattern.includes(NAMESPACE) && namespaceOf(file, pattern)?.includes('/') === false)
  );
}

function namespaceOf(file: string, pattern: string): string | undefined {
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
      ...(first.line === undefined ? {} : { line: first.line }),
      message: `${keys} ${isNot}, and the namespace is only known at run time. Add ${them} to a catalog, or set the namespace in the call.`,
    },
  ];
}

function lostProblem(namespace: string, keys: readonly CodeKey[]): Problem {
  const [first] = keys;
  const count = keys.length === 1 ? '1 key' : `${keys.length} keys`;
  return {
    code: 'unknown-namespace',
    severity: 'warning',
    ...(first === undefined ? {} : { file: first.file }),
    ...(first?.line === undefined ? {} : { line: first.line }),
    message: `${count} of the namespace "${namespace}" have no catalog and were not added. Use {namespace} in "extract.catalog", or set "extract.namespace" to this one.`,
  };
}
