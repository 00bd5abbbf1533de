import { MESSAGE_SYNTAXES } from '../../model/index.js';
import type { FormatFacts } from '../../model/index.js';
import { AS_WRITTEN } from '../kit/locale-names.js';
import { slashesBesideOthers } from '../kit/key-notes.js';

/** Matches a file that returns an array, or assigns texts to array keys. */
const CATALOG =
  /^\uFEFF?<\?(?:php)?(?=\s)(?:\s*|[^]*?[\n\r])(?:return\s*(?:\[|array\s*\()|\$\w+\s*(?:\[[^\]\n]+\]\s*)*=\s*(?:['"[]|array\s*\(|array_merge\s*\(\s*\$))/i;

export const about: FormatFacts = {
  name: 'php',
  extensions: ['.php'],
  capabilities: {
    arrays: true,
    sourceDecides: false,
    bilingual: false,
    syntaxes: MESSAGE_SYNTAXES,
    onlyTexts: false,
    takesNewKeys: true,
    encodings: 'ascii-based',
    keyNotes: ({ text }) => slashesBesideOthers(text),
    signature: CATALOG,
    localeNames: AS_WRITTEN,
  },
};
