import { MESSAGE_SYNTAXES, type FormatFacts } from '../../model/index.js';

export const about: FormatFacts = {
  name: 'yaml',
  extensions: ['.yaml', '.yml'],
  capabilities: {
    arrays: true,
    sourceDecides: false,
    bilingual: false,
    syntaxes: MESSAGE_SYNTAXES,
    usualSyntax: 'rails',
    onlyTexts: false,
    takesNewKeys: true,
    keyNotes: () => '#',
  },
};
