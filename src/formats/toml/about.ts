import type { FormatFacts } from '../../model/index.js';
import { NESTED } from '../kit/capabilities.js';
import { AS_WRITTEN } from '../kit/locale-names.js';

export const about: FormatFacts = {
  name: 'toml',
  extensions: ['.toml'],
  capabilities: {
    ...NESTED,
    nestsLocales: true,
    usualSyntax: 'go-i18n',
    encodings: 'utf-8',
    keyNotes: () => '#',
    localeNames: AS_WRITTEN,
  },
};
