import { MESSAGE_SYNTAXES } from '../../model/index.js';
import type { FormatFacts } from '../../model/index.js';
import { AS_WRITTEN } from '../kit/locale-names.js';

/** A module that exports an object, or a variable or call that may hold one. */
const CATALOG =
  /(?:^|[\n\r;])[ \t]*(?:export[ \t]+(?:default\b|(?:const|let|var)[ \t]+[\w$]+[^=\n]*=|\{)|export[ \t]*=|(?:module\.)?exports(?:\.[\w$]+)?[ \t]*=)/;

export const about: FormatFacts = {
  name: 'javascript',
  // `.ts` is Qt's: `format: javascript` in the config tells them apart.
  extensions: ['.js', '.mjs', '.cjs', '.mts', '.cts'],
  capabilities: {
    arrays: true,
    sourceDecides: false,
    bilingual: false,
    syntaxes: MESSAGE_SYNTAXES,
    onlyTexts: false,
    takesNewKeys: true,
    keyNotes: () => '//',
    signature: CATALOG,
    localeNames: AS_WRITTEN,
  },
};
