import type { FormatFacts } from '../../model/index.js';
import { NESTED } from '../kit/capabilities.js';
import { slashesBesideOthers } from '../kit/key-notes.js';
import { WEB } from '../kit/projects.js';

export const about: FormatFacts = {
  name: 'json',
  extensions: ['.json', '.jsonc'],
  // Texts of a Visual Studio Code extension.
  loneSources: [
    {
      path: /(^|\/)package\.nls\.json$/,
      near: ['package.json'],
      target: [/(?<=package\.nls)(?=\.json$)/, '.{locale}'],
    },
    {
      path: /(^|\/)bundle\.l10n\.json$/,
      near: ['package.json'],
      target: [/(?<=bundle\.l10n)(?=\.json$)/, '.{locale}'],
    },
  ],
  projects: [
    { kind: 'browser extension', path: /(^|\/)_locales\/[^/]+\/messages\.json$/ },
    ...WEB,
    { kind: 'Laravel', file: 'artisan', path: /(^|\/)lang\// },
    { kind: 'JSON' },
  ],
  capabilities: {
    ...NESTED,
    nestsLocales: true,
    keyNotes: ({ text, path }) => (path.endsWith('.jsonc') ? '//' : slashesBesideOthers(text)),
  },
};
