import { type FormatFacts, MESSAGE_SYNTAXES } from '../../model/index.js';
import { AS_WRITTEN } from '../kit/locale-names.js';

export const about: FormatFacts = {
  name: 'csv',
  extensions: ['.csv', '.tsv'],
  capabilities: {
    arrays: false,
    sourceDecides: true,
    bilingual: false,
    multilingual: true,
    syntaxes: MESSAGE_SYNTAXES,
    onlyTexts: false,
    takesNewKeys: false,
    localeNames: AS_WRITTEN,
  },
};
