import type { FormatFacts } from '../../model/index.js';
import { NESTED } from '../kit/capabilities.js';
import { AS_WRITTEN } from '../kit/locale-names.js';

export const about: FormatFacts = {
  name: 'json5',
  extensions: ['.json5'],
  capabilities: {
    ...NESTED,
    nestsLocales: true,
    keyNotes: () => '//',
    localeNames: AS_WRITTEN,
  },
};
