import type { Use } from './use.js';

/** next-intl's function for texts in code. */
const EXTRACTED = /\b(?:use|get)Extracted\b[^;]{0,300}['"](?:next|use)-intl\b/;

/** If next-intl generates keys from texts in a file, any of its texts may be a key. */
export function extractedTexts(code: string): readonly Use[] {
  return EXTRACTED.test(code) ? [{ key: [''], unnamed: true, library: 'plain', line: 1 }] : [];
}
