import { MESSAGE_SYNTAXES } from '../../model/index.js';
import type { FormatFacts } from '../../model/index.js';
import { AS_WRITTEN } from '../kit/locale-names.js';

export const about: FormatFacts = {
  name: 'json5',
  extensions: ['.json5'],
  capabilities: {
    arrays: true,
    sourceDecides: false,
    bilingual: false,
    syntaxes: MESSAGE_SYNTAXES,
    onlyTexts: false,
    takesNewKeys: true,
    keyNotes: () => '//',
    localeNames: AS_WRITTEN,
  },
};
