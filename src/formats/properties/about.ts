import { MESSAGE_SYNTAXES } from '../../model/index.js';
import type { FormatFacts } from '../../model/index.js';

export const about: FormatFacts = {
  name: 'properties',
  extensions: ['.properties'],
  capabilities: {
    arrays: false,
    sourceDecides: false,
    bilingual: false,
    syntaxes: MESSAGE_SYNTAXES,
    onlyTexts: false,
    takesNewKeys: true,
    keyNotes: () => '#',
    fallbackEncoding: 'iso-8859-1',
    localeNames: {
      style: 'underscore',
      sources: [[/_\{locale\}(?=\.properties$)/, '']],
      example: 'messages_pt_BR.properties; source messages.properties',
    },
  },
};
