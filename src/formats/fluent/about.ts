import type { FormatFacts } from '../../model/index.js';
import { AS_WRITTEN } from '../kit/locale-names.js';

export const about: FormatFacts = {
  name: 'fluent',
  extensions: ['.ftl'],
  capabilities: {
    arrays: false,
    sourceDecides: false,
    bilingual: false,
    foldsLines: true,
    syntaxes: ['fluent'],
    onlyTexts: true,
    takesNewKeys: true,
    encodings: 'utf-8',
    keyNotes: () => '#',
    localeNames: AS_WRITTEN,
  },
};
