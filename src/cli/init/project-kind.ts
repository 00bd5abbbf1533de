import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormatName } from '../../model/index.js';

/** What is known of a project besides its locale files. */
export interface ProjectTraits {
  readonly packages: ReadonlySet<string>;
  readonly has: (file: string) => boolean;
}

export function readTraits(root: string): ProjectTraits {
  return {
    packages: packagesOf(join(root, 'package.json')),
    has: (file) => existsSync(join(root, file)),
  };
}

function packagesOf(file: string): ReadonlySet<string> {
  try {
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>;
    const groups = ['dependencies', 'devDependencies', 'peerDependencies'].map(
      (name) => manifest[name],
    );
    return new Set(
      groups.flatMap((group) =>
        typeof group === 'object' && group !== null ? Object.keys(group) : [],
      ),
    );
  } catch {
    return new Set();
  }
}

export interface Kind {
  readonly kind: string;
  readonly messages?: string;
}

const JSON_PACKAGES: readonly (readonly [RegExp, Kind])[] = [
  [/^(i18next|react-i18next|next-i18next)$/, { kind: 'i18next', messages: 'i18next' }],
  [/^(vue-i18n|@nuxtjs\/i18n)$/, { kind: 'vue-i18n', messages: 'vue' }],
  [/^next-intl$/, { kind: 'next-intl', messages: 'icu' }],
  [/^(react-intl|@formatjs\/intl)$/, { kind: 'react-intl', messages: 'icu' }],
];

/** What uses files like these, by the project's packages and by where they are. */
export function kindOf(format: FormatName, files: string, traits: ProjectTraits): Kind {
  switch (format) {
    case 'srt':
      return { kind: 'subtitles' };
    case 'xliff':
      return isAngular(files, traits) ? { kind: 'Angular' } : symfonyOr('XLIFF', files, traits);
    case 'yaml':
      if (/(^|\/)(config|rails)\/locales\//.test(files))
        return { kind: 'Rails', messages: 'rails' };
      return symfonyOr('YAML', files, traits);
    case 'json':
      return jsonKind(files, traits);
  }
}

function isAngular(files: string, traits: ProjectTraits): boolean {
  return traits.has('angular.json') || /(^|\/)locale\/messages\./.test(files);
}

function symfonyOr(kind: string, files: string, traits: ProjectTraits): Kind {
  const isSymfony = traits.has('composer.json') || /^translations\//.test(files);
  return { kind: isSymfony ? 'Symfony' : kind };
}

function jsonKind(files: string, traits: ProjectTraits): Kind {
  if (files.endsWith('_locales/{locale}/messages.json')) return { kind: 'browser extension' };
  const byPackage = JSON_PACKAGES.find(([name]) =>
    [...traits.packages].some((one) => name.test(one)),
  );
  if (byPackage !== undefined) return byPackage[1];
  if (traits.has('composer.json') && /(^|\/)lang\//.test(files)) return { kind: 'Laravel' };
  return { kind: 'JSON' };
}
