import type { FormatFacts } from '../../model/index.js';

export const about: FormatFacts = {
  name: 'xcstrings',
  extensions: ['.xcstrings'],
  capabilities: {
    arrays: false,
    sourceDecides: false,
    bilingual: false,
    syntaxes: ['printf', 'plain'],
    onlyTexts: true,
    takesNewKeys: false,
    multilingual: true,
    flagsReview: 'machine',
    mergesAs: 'json',
  },
};
