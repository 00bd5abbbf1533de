import type { FormatFacts } from '../../model/index.js';
import { XML_DECLARATION } from '../kit/xml/declaration.js';

export const about: FormatFacts = {
  name: 'qt',
  extensions: ['.ts'],
  loneSources: [
    {
      path: /\.ts$/,
      near: ['CMakeLists.txt', '*.pro', '*.qbs'],
      target: [/(?=\.ts$)/, '_{locale}'],
    },
  ],
  capabilities: {
    arrays: false,
    sourceDecides: false,
    bilingual: true,
    servesAsTemplate: true,
    keysAreTexts: true,
    targetLanguageAttribute: 'language',
    syntaxes: ['qt'],
    onlyTexts: false,
    takesNewKeys: false,
    pluralLibrary: 'qt',
    flagsReview: true,
    // TypeScript has the same extension.
    signature: /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)?(?:<!DOCTYPE TS[^>]*>\s*)?<TS[\s>]/,
    declaredEncoding: XML_DECLARATION,
    localeNames: {
      style: 'underscore',
      sources: [[/_\{locale\}(?=\.ts$)/, '']],
      example: 'app_pt_BR.ts; source app.ts',
    },
  },
};
