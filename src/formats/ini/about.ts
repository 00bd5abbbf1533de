import type { FormatFacts } from '../../model/index.js';
import { NESTED } from '../kit/capabilities.js';
import { AS_WRITTEN } from '../kit/locale-names.js';
import { LOCALE_FOLDERS } from '../kit/projects.js';

export const about: FormatFacts = {
  name: 'ini',
  extensions: ['.ini', '.cfg'],
  // Elsewhere, they are settings.
  folders: LOCALE_FOLDERS,
  capabilities: { ...NESTED, arrays: false, nestsLocales: true, localeNames: AS_WRITTEN },
};
