import type { Use } from './use.js';

/** What next-intl has for texts in code. */
const EXTRACTED = /\b(?:use|get)Extracted\b[^;]{0,300}['"](?:next|use)-intl\b/;

/** Where next-intl makes keys of the texts in a file, any of them may be one. */
export function extractedTexts(code: string): readonly Use[] {
  return EXTRACTED.test(code) ? [{ key: [''], unnamed: true, library: 'plain', line: 1 }] : [];
}
