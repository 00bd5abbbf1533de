import type { Capabilities } from '../../../model/index.js';

/** What is special about subtitles. */
export const SUBTITLES: Capabilities = {
  arrays: false,
  sourceDecides: true,
  keysArePlaces: true,
  bilingual: false,
  syntaxes: [],
  onlyTexts: true,
  takesNewKeys: false,
};
