import { MESSAGE_SYNTAXES, type FormatFacts } from '../../model/index.js';

export const about: FormatFacts = {
  name: 'json',
  extensions: ['.json', '.jsonc', '.arb'],
  capabilities: {
    arrays: true,
    sourceDecides: false,
    bilingual: false,
    syntaxes: MESSAGE_SYNTAXES,
    onlyTexts: false,
    takesNewKeys: true,
  },
};
