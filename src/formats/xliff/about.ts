import type { FormatFacts } from '../../model/index.js';
import { XML_DECLARATION } from '../kit/xml/declaration.js';

export const about: FormatFacts = {
  name: 'xliff',
  extensions: ['.xlf', '.xliff', '.xlf2'],
  capabilities: {
    arrays: false,
    sourceDecides: true,
    bilingual: true,
    targetLanguageAttribute: 'trgLang',
    syntaxes: ['icu', 'symfony'],
    onlyTexts: true,
    takesNewKeys: false,
    declaredEncoding: XML_DECLARATION,
    localeNames: {
      style: 'exact',
      sources: [[/\.\{locale\}(?=\.(?:xlf2?|xliff)$)/, '']],
      example: 'messages.de.xlf; source messages.xlf',
    },
  },
};
