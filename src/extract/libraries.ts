import { dependenciesOf } from './packages.js';
import type { Manifest } from './packages.js';

/**
 * What the libraries of a project say about keys: i18next's rules, keys as they are, keys below the
 * name that a hook is given, plurals inside of messages, keys as content of `<p translate>`, objects
 * with an `id` and a `defaultMessage`, keys that only a compiler of its own knows, lists of names and
 * `scope` as parts of one key, or keys behind the name of the folder that has their catalog.
 */
export type LibraryName =
  'i18next' | 'plain' | 'scoped' | 'icu' | 'directive' | 'message' | 'compiled' | 'path' | 'folder';

const PACKAGES: readonly (readonly [RegExp, LibraryName])[] = [
  [
    /^(?:i18next|react-i18next|next-i18next|i18next-vue|vue-i18next|@i18next\/.+|jquery-i18next|svelte-i18next|astro-i18next|(?:@mbarzda\/)?solid-i18next|@os-team\/i18n.*|next-translate)$/,
    'i18next',
  ],
  [
    /^(?:vue-i18n|@nuxtjs\/i18n|@intlify\/.+|svelte-i18n|ember-intl|i18n|i18n-js|(?:node|react)-polyglot|@solid-primitives\/i18n|@nanostores\/i18n|typesafe-i18n|qwik-speak|react-intl|@formatjs\/.+|next-international|@ngx-translate\/core|@(?:jsverse|ngneat)\/transloco)$/,
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

/** Whether a module is of a library that is known: not of the project. */
export function isLibrary(source: string): boolean {
  return libraryOf(source).length > 0 || source.startsWith('node:');
}

const IMPORTED =
  /['"]([@\w/-]*(?:i18n|intl|formatjs|lingui|next-translate|ngx-translate|polyglot|qwik-speak|transloco)[@\w/-]*)['"]/g;

/** Libraries that code imports. */
export function librariesIn(code: string): readonly LibraryName[] {
  return [...new Set([...code.matchAll(IMPORTED)].flatMap(([, name = '']) => libraryOf(name)))];
}

/** Libraries that a package.json depends on. */
export function librariesOf(manifest: Manifest | null): readonly LibraryName[] {
  return [...new Set(dependenciesOf(manifest).flatMap(libraryOf))];
}
