import type { ProjectKind } from '../../model/index.js';

/** Uses XLIFF and YAML. */
export const SYMFONY: readonly ProjectKind[] = [{ kind: 'Symfony', path: /(^|\/)translations\// }];

/** Use JSON, and modules of JavaScript. */
export const WEB: readonly ProjectKind[] = [
  { kind: 'i18next', messages: 'i18next', packages: /^(i18next|react-i18next|next-i18next)$/ },
  { kind: 'vue-i18n', messages: 'vue', packages: /^(vue-i18n|@nuxtjs\/i18n)$/ },
  { kind: 'next-intl', messages: 'icu', packages: /^next-intl$/ },
  { kind: 'react-intl', messages: 'icu', packages: /^(react-intl|@formatjs\/intl)$/ },
];

/** Folders for locales, in which `init` looks for formats whose files are code or settings elsewhere. */
export const LOCALE_FOLDERS =
  /(?:^|\/)(?:[\w.-]*[-_.])?(?:locales?|locali[sz]ations?|i18n|l10n|langs?|languages?|translations?|messages|intl|nls)(?:\/|$)/i;
