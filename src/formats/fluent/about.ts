import type { FormatFacts } from '../../model/index.js';
import { AS_WRITTEN } from '../kit/locale-names.js';

export const about: FormatFacts = {
  name: 'fluent',
  extensions: ['.ftl'],
  capabilities: {
    arrays: false,
    sourceDecides: false,
    bilingual: false,
    syntaxes: ['fluent'],
    onlyTexts: true,
    takesNewKeys: true,
    keyNotes: () => '#',
    localeNames: AS_WRITTEN,
  },
};
