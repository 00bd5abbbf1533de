import { posix } from 'node:path';

/** A catalog of a Transloco scope. */
export interface ScopeCatalog {
  /** Relative to the root. */
  readonly file: string;
  /** Its folder, as code writes it: `admin/todo-list`. */
  readonly scope: string;
  /** Prefixes of its keys in code: `adminTodoList`. */
  readonly names: readonly string[];
}

/** A scope, and its name in code. */
export type ScopeName = readonly [scope: string, name: string];

/** `{ scope: 'admin/todo-list', alias: 'todos' }` */
const NAMED =
  /\bscope\s*:\s*(?:'([^'\n]+)'|"([^"\n]+)")\s*,\s*alias\s*:\s*(?:'([^'\n]+)'|"([^"\n]+)")/g;

export function scopeNamesIn(code: string): readonly ScopeName[] {
  if (!code.includes('alias')) return [];
  return [...code.matchAll(NAMED)].map(([, a, b, c, d]) => [a ?? b ?? '', c ?? d ?? '']);
}

/**
 * The scopes of files. Pure.
 * @param folder folder of the catalog of all other keys; each scope has a folder in it
 */
export function scopeCatalogs(
  folder: string,
  files: readonly string[],
  named: readonly ScopeName[],
): readonly ScopeCatalog[] {
  return files.map((file) => {
    const scope = posix.relative(folder, posix.dirname(file));
    const own = named.filter(([one]) => one === scope).map(([, name]) => name);
    return { file, scope, names: [...new Set([...own, inCamelCase(scope), scope])] };
  });
}

/** The name that Transloco derives from a scope. */
function inCamelCase(scope: string): string {
  return scope
    .replace(/^\w|[A-Z]|\b\w/g, (letter, at) =>
      at === 0 ? letter.toLowerCase() : letter.toUpperCase(),
    )
    .replace(/[\s_/-]+/g, '');
}

/** The scope of a key, and the key within its catalog. */
export function inScope(
  { key, namespace }: { readonly key: string; readonly namespace: string | undefined },
  scopes: readonly ScopeCatalog[],
  sign: string,
): { readonly scope: ScopeCatalog; readonly key: string } | undefined {
  for (const scope of scopes) {
    const name = scope.names.find((one) => key.startsWith(one + sign));
    if (namespace === undefined ? name !== undefined : scope.scope === namespace) {
      const isWhole = namespace !== undefined;
      return { scope, key: isWhole ? key : key.slice((name ?? '').length + sign.length) };
    }
  }
  return undefined;
}
