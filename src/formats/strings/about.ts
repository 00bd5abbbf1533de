import type { FormatFacts } from '../../model/index.js';
import { LPROJ, LPROJ_SOURCES } from '../kit/locale-names.js';
import { XML_DECLARATION } from '../kit/xml/declaration.js';
import { slashesBesideOthers } from '../kit/key-notes.js';

export const about: FormatFacts = {
  name: 'strings',
  extensions: ['.strings'],
  loneSources: LPROJ_SOURCES,
  capabilities: {
    arrays: false,
    sourceDecides: false,
    bilingual: false,
    syntaxes: ['printf', 'plain'],
    onlyTexts: true,
    takesNewKeys: true,
    keyNotes: ({ text }) => slashesBesideOthers(text),
    declaredEncoding: XML_DECLARATION,
    localeNames: LPROJ,
  },
};
