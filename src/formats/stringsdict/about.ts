import type { FormatFacts } from '../../model/index.js';
import { LPROJ, LPROJ_SOURCES } from '../kit/locale-names.js';
import { XML_DECLARATION } from '../kit/xml/declaration.js';

export const about: FormatFacts = {
  name: 'stringsdict',
  extensions: ['.stringsdict'],
  loneSources: LPROJ_SOURCES,
  capabilities: {
    arrays: false,
    sourceDecides: false,
    bilingual: false,
    syntaxes: ['printf', 'plain'],
    onlyTexts: true,
    takesNewKeys: false,
    declaredEncoding: XML_DECLARATION,
    localeNames: LPROJ,
  },
};
