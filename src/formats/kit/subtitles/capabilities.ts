import type { Capabilities } from '../../../model/index.js';

/** Capabilities of subtitle formats. */
export const SUBTITLES: Capabilities = {
  arrays: false,
  sourceDecides: true,
  keysArePlaces: true,
  bilingual: false,
  syntaxes: [],
  onlyTexts: true,
  takesNewKeys: false,
};
