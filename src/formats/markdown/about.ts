import type { FormatFacts } from '../../model/index.js';
import { AS_WRITTEN } from '../kit/locale-names.js';

export const about: FormatFacts = {
  name: 'markdown',
  extensions: ['.md', '.mdx', '.markdown'],
  capabilities: {
    arrays: true,
    sourceDecides: true,
    keysArePlaces: true,
    bilingual: false,
    syntaxes: [],
    onlyTexts: false,
    takesNewKeys: false,
    localeNames: AS_WRITTEN,
  },
};
