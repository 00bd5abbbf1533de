import { dependenciesOf, foldersFor, linkedManifests, manifestIn } from './packages.js';
import type { Manifest } from './packages.js';
import { posix } from 'node:path';

/**
 * How libraries write keys: i18next's rules (i18next); keys as they are (plain); keys below a
 * hook's argument (scoped); plurals inside messages (icu); keys as content of `<p translate>`
 * (directive); objects with an `id` and a `defaultMessage` (message); keys known only to a compiler
 * (compiled); lists of names and `scope` as parts of a key (path); keys after the name of the
 * folder of their catalog (folder).
 */
export type LibraryName =
  'i18next' | 'plain' | 'scoped' | 'icu' | 'directive' | 'message' | 'compiled' | 'path' | 'folder';

const PACKAGES: readonly (readonly [RegExp, LibraryName])[] = [
  [
    /^(?:i18next|react-i18next|next-i18next|i18next-vue|vue-i18next|@i18next\/.+|jquery-i18next|svelte-i18next|astro-i18next|(?:@mbarzda\/)?solid-i18next|@os-team\/i18n.*|next-translate)$/,
    'i18next',
  ],
  [
    /^(?:vue-i18n|@nuxtjs\/i18n|@intlify\/.+|svelte-i18n|ember-intl|i18n|i18n-js|(?:node|react)-polyglot|@solid-primitives\/i18n|@nanostores\/i18n|typesafe-i18n|laravel-(?:vue|react)-i18n|qwik-speak|react-intl|@formatjs\/.+|next-international|@ngx-translate\/core|@(?:jsverse|ngneat)\/transloco|@inlang\/paraglide-.+)$/,
    'plain',
  ],
  [/^(?:next-intl|use-intl)(?:\/.+)?$/, 'scoped'],
  [/^(?:i18next-icu|i18next-fluent)$/, 'icu'],
  [/^(?:@ngx-translate\/core|@(?:jsverse|ngneat)\/transloco)$/, 'directive'],
  [/^(?:react-intl|@formatjs\/.+)$/, 'message'],
  [/^(?:compiled-i18n|@lingui(?:-solid)?\/(?:(?:core|react|solid)\/)?macro)$/, 'compiled'],
  [/^i18n-js$/, 'path'],
  [/^@(?:jsverse|ngneat)\/transloco$/, 'folder'],
];

function libraryOf(name: string): readonly LibraryName[] {
  return PACKAGES.filter(([pattern]) => pattern.test(name)).map(([, library]) => library);
}

/** Whether a module belongs to a known library or to Node, not to the project. */
export function isLibrary(source: string): boolean {
  if (source.startsWith('.')) return false;
  const known = LIBRARIES.get(source);
  if (known !== undefined) return known;
  const found = source.startsWith('node:') || PACKAGES.some(([pattern]) => pattern.test(source));
  LIBRARIES.set(source, found);
  return found;
}

/** The same modules are asked for again and again. */
const LIBRARIES = new Map<string, boolean>();

const IMPORTED =
  /['"]([@\w/-]*(?:i18n|intl|formatjs|lingui|next-translate|ngx-translate|polyglot|qwik-speak|transloco)[@\w/-]*)['"]/g;

/** Libraries that code imports. */
export function librariesIn(code: string): readonly LibraryName[] {
  return [...new Set([...code.matchAll(IMPORTED)].flatMap(([, name = '']) => libraryOf(name)))];
}

const SETUP =
  /\b(?:initReactI18next|appWithTranslation|createInstance|createI18n|VueI18n|getRequestConfig|(?:NextIntlClient|Intl)Provider|createIntl|addMessages|provideTranslateService|provideTransloco|TranslateModule\.forRoot)\b|\bi18n(?:ext)?\b[^;]{0,500}\.init\(/i;

/** Whether code gives a library its catalogs. */
export function setsUp(code: string): boolean {
  return SETUP.test(code);
}

const SHARED =
  /\bdefault(?:Variables|TranslationValues)\b(?:['"]?\]?\s*[:=]\s*\{((?:(?!\.{3})[^{}])*)\})?/g;

/** Names of values that a library gives to every text; `*`: there may be any. */
export function sharedValues(code: string): readonly string[] {
  return [...code.matchAll(SHARED)].flatMap(([, names]) => names?.match(/[\w$]+/g) ?? ['*']);
}

/** Libraries in package.json, of the root and of the catalog's package, and in code. */
export function librariesFor(
  root: string,
  catalog: string,
  files: readonly { readonly libraries: readonly LibraryName[] }[],
): ReadonlySet<LibraryName> {
  const folders = foldersFor(root, catalog);
  const named = [
    ...folders.flatMap((folder) => librariesOf(manifestIn(folder))),
    ...files.flatMap((one) => one.libraries),
  ];
  // Another package of the monorepo may depend on the library: `import { useT } from '@acme/i18n'`.
  return new Set(
    named.length > 0 ? named : folders.flatMap(linkedManifests).flatMap((one) => librariesOf(one)),
  );
}

/** Libraries in the dependencies of a package.json. */
function librariesOf(manifest: Manifest | undefined): readonly LibraryName[] {
  return [...new Set(dependenciesOf(manifest).flatMap(libraryOf))];
}

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
