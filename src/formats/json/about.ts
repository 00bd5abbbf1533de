import { MESSAGE_SYNTAXES } from '../../model/index.js';
import type { FormatFacts } from '../../model/index.js';
import { slashesBesideOthers } from '../kit/key-notes.js';

export const about: FormatFacts = {
  name: 'json',
  extensions: ['.json', '.jsonc'],
  projects: [
    { kind: 'browser extension', path: /(^|\/)_locales\/[^/]+\/messages\.json$/ },
    { kind: 'i18next', messages: 'i18next', packages: /^(i18next|react-i18next|next-i18next)$/ },
    { kind: 'vue-i18n', messages: 'vue', packages: /^(vue-i18n|@nuxtjs\/i18n)$/ },
    { kind: 'next-intl', messages: 'icu', packages: /^next-intl$/ },
    { kind: 'react-intl', messages: 'icu', packages: /^(react-intl|@formatjs\/intl)$/ },
    { kind: 'Laravel', file: 'composer.json', path: /(^|\/)lang\// },
    { kind: 'JSON' },
  ],
  capabilities: {
    arrays: true,
    sourceDecides: false,
    bilingual: false,
    syntaxes: MESSAGE_SYNTAXES,
    onlyTexts: false,
    takesNewKeys: true,
    keyNotes: ({ text, path }) => (path.endsWith('.jsonc') ? '//' : slashesBesideOthers(text)),
  },
};
