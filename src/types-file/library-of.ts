import { join } from 'node:path';
import { readRegularText } from '../disk/regular-file.js';
import type { MessageLibrary } from '../model/index.js';

/**
 * Packages that tell a library. What is built upon another comes first, because a project may name
 * both.
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

/** The library that the package.json beside the config depends on; `plain` where it says none. */
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
    // No package.json, or none that can be read: whoever installs the app sees that.
    return new Set();
  }
}
