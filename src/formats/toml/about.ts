import { MESSAGE_SYNTAXES } from '../../model/index.js';
import type { FormatFacts } from '../../model/index.js';
import { AS_WRITTEN } from '../kit/locale-names.js';

export const about: FormatFacts = {
  name: 'toml',
  extensions: ['.toml'],
  capabilities: {
    arrays: true,
    sourceDecides: false,
    bilingual: false,
    syntaxes: MESSAGE_SYNTAXES,
    usualSyntax: 'go-i18n',
    onlyTexts: false,
    takesNewKeys: true,
    encodings: 'utf-8',
    keyNotes: () => '#',
    localeNames: AS_WRITTEN,
  },
};
