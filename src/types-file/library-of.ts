import { join } from 'node:path';
import { readRegularText } from '../disk/regular-file.js';
import type { MessageLibrary } from '../model/index.js';

/**
 * Packages that identify a library. Packages built on others come first, because a project may
 * depend on both.
 */
const PACKAGES: readonly (readonly [name: string, library: MessageLibrary])[] = [
  ['next-intl', 'next-intl'],
  ['use-intl', 'use-intl'],
  ['react-intl', 'formatjs'],
  ['@formatjs/intl', 'formatjs'],
  ['@nuxtjs/i18n', 'vue-i18n'],
  ['vue-i18n', 'vue-i18n'],
  ['svelte-i18n', 'svelte-i18n'],
  ['i18next', 'i18next'],
  ['react-i18next', 'i18next'],
  ['next-i18next', 'i18next'],
];

/** The library that the `package.json` beside the config depends on; `plain` if it names none. */
export function libraryOf(root: string): MessageLibrary {
  const known = dependenciesIn(root);
  return PACKAGES.find(([name]) => known.has(name))?.[1] ?? 'plain';
}

const KINDS = ['dependencies', 'devDependencies', 'peerDependencies'] as const;

function dependenciesIn(root: string): ReadonlySet<string> {
  try {
    const found = JSON.parse(readRegularText(join(root, 'package.json'))) as Partial<
      Record<(typeof KINDS)[number], unknown>
    >;
    return new Set(KINDS.flatMap((kind) => Object.keys(Object(found[kind]) as object)));
  } catch {
    // No package.json, or an unreadable one: the app's package manager reports that.
    return new Set();
  }
}
