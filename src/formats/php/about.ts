import type { FormatFacts } from '../../model/index.js';
import { NESTED } from '../kit/capabilities.js';
import { AS_WRITTEN } from '../kit/locale-names.js';
import { slashesBesideOthers } from '../kit/key-notes.js';

/** Matches a file that returns an array, assigns texts to array keys, or defines constants. */
const CATALOG =
  /^\uFEFF?<\?(?:php)?(?=\s)(?:\s*|[^]*?[\n\r])(?:define\s*\(\s*['"]|return\s*(?:\[|array\s*\()|\$\w+\s*(?:\[[^\]\n]+\]\s*)*=\s*(?:['"[]|array\s*\(|array_merge\s*\(\s*\$))/i;

export const about: FormatFacts = {
  name: 'php',
  // Roundcube's end in `.inc`.
  extensions: ['.php', '.inc'],
  capabilities: {
    ...NESTED,
    nestsLocales: true,
    encodings: 'ascii-based',
    keyNotes: ({ text }) => slashesBesideOthers(text),
    signature: CATALOG,
    localeNames: AS_WRITTEN,
  },
};
