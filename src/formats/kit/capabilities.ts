import { type Capabilities, MESSAGE_SYNTAXES } from '../../model/index.js';

/** Capabilities of formats for any values, nested below keys. Each file has one locale. */
export const NESTED: Capabilities = {
  arrays: true,
  sourceDecides: false,
  bilingual: false,
  syntaxes: MESSAGE_SYNTAXES,
  onlyTexts: false,
  takesNewKeys: true,
};
