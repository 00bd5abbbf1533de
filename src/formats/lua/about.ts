import type { FormatFacts } from '../../model/index.js';
import { NESTED } from '../kit/capabilities.js';
import { AS_WRITTEN } from '../kit/locale-names.js';
import { LOCALE_FOLDERS } from '../kit/projects.js';

export const about: FormatFacts = {
  name: 'lua',
  extensions: ['.lua'],
  // Elsewhere, they are code.
  folders: LOCALE_FOLDERS,
  capabilities: {
    ...NESTED,
    nestsLocales: true,
    encodings: 'ascii-based',
    signature:
      /(?:^|[\n\r])[ \t]*(?:return[ \t]*\{|(?:local[ \t]+)?\w+[ \t]*=[ \t]*\{|\w+[ \t]*(?:\.\w+|\[[ \t]*['"][^\n\r]*?\])[ \t]*=[ \t]*(?:['"{[]|true\b))/,
    localeNames: AS_WRITTEN,
  },
};
