import { MESSAGE_SYNTAXES, type FormatFacts } from '../../model/index.js';
import { slashesBesideOthers } from '../kit/key-notes.js';

export const about: FormatFacts = {
  name: 'json',
  extensions: ['.json', '.jsonc'],
  capabilities: {
    arrays: true,
    sourceDecides: false,
    bilingual: false,
    syntaxes: MESSAGE_SYNTAXES,
    onlyTexts: false,
    takesNewKeys: true,
    keyNotes: ({ text, path }) => (path.endsWith('.jsonc') ? '//' : slashesBesideOthers(text)),
  },
};
