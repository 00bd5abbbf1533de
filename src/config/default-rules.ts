import type { RuleLevels } from '../model/index.js';

export const DEFAULT_RULES: RuleLevels = {
  placeholders: 'error',
  markup: 'error',
  'icu-syntax': 'error',
  'plural-categories': 'error',
  'surrounding-space': 'warn',
  untranslated: 'off',
  'max-length': 'warn',
  'forbidden-characters': 'warn',
  inconsistent: 'off',
  'sentence-end': 'warn',
  'line-breaks': 'warn',
  'length-ratio': 'warn',
  repetition: 'warn',
  terms: 'warn',
};
