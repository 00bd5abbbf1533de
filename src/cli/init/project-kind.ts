import { codecFor } from '../../formats/index.js';
import type { FormatName } from '../../model/index.js';

/** What is known of a folder besides its locale files. */
export interface ProjectTraits {
  readonly packages: ReadonlySet<string>;
  readonly has: (file: string) => boolean;
}

/** Traits of the folder of a file and of all above it, nearest first, the root last. */
export type TraitsOf = (path: string) => readonly ProjectTraits[];

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

/** What uses a file like this, by the packages nearest to it that tell, and by where it is. */
export function kindOfFile(path: string, traitsOf: TraitsOf): Kind & { format: FormatName } {
  // Only files of known formats are walked through.
  const format = codecFor(path)?.name ?? 'json';
  return { format, ...kindOf(path, format, traitsOf) };
}

function kindOf(path: string, format: FormatName, traitsOf: TraitsOf): Kind {
  const has = (file: string): boolean => traitsOf(path).some((traits) => traits.has(file));
  switch (format) {
    case 'arb':
      return { kind: 'Flutter' };
    case 'srt':
      return { kind: 'subtitles' };
    case 'xliff':
      if (has('angular.json') || /(^|\/)locale\/messages\./.test(path)) return { kind: 'Angular' };
      return { kind: isSymfony(path, has) ? 'Symfony' : 'XLIFF' };
    case 'yaml':
      if (/(^|\/)(config|rails)\/locales\//.test(path)) return { kind: 'Rails', messages: 'rails' };
      return { kind: isSymfony(path, has) ? 'Symfony' : 'YAML' };
    case 'json':
      if (/(^|\/)_locales\/[^/]+\/messages\.json$/.test(path)) return { kind: 'browser extension' };
      return (
        kindByPackages(traitsOf(path)) ?? {
          kind: has('composer.json') && /(^|\/)lang\//.test(path) ? 'Laravel' : 'JSON',
        }
      );
    default:
      return { kind: format };
  }
}

function isSymfony(path: string, has: (file: string) => boolean): boolean {
  return has('composer.json') || path.startsWith('translations/');
}

function kindByPackages(folders: readonly ProjectTraits[]): Kind | undefined {
  for (const { packages } of folders) {
    const known = JSON_PACKAGES.find(([name]) => [...packages].some((one) => name.test(one)));
    if (known !== undefined) return known[1];
  }
  return undefined;
}
