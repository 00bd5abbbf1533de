import type { FormatFacts } from '../../model/index.js';
import { SYMFONY } from '../kit/projects.js';
import { XML_DECLARATION } from '../kit/xml/declaration.js';

export const about: FormatFacts = {
  name: 'xliff',
  extensions: ['.xlf', '.xliff', '.xlf2'],
  projects: [
    { kind: 'Angular', file: 'angular.json' },
    { kind: 'Angular', path: /(^|\/)locale\/messages\./ },
    ...SYMFONY,
    { kind: 'XLIFF' },
  ],
  loneSources: [
    {
      path: /(^|\/)messages\.xlf$/,
      near: ['angular.json', 'project.json'],
      target: [/(?=\.xlf$)/, '.{locale}'],
    },
  ],
  capabilities: {
    arrays: false,
    sourceDecides: true,
    bilingual: true,
    foldsLines: true,
    // Of gettext's plurals in XLIFF 1.2; ICU's have the rules of their library.
    pluralLibrary: 'gettext',
    servesAsTemplate: true,
    targetLanguageAttribute: 'trgLang',
    flagsReview: 'machine',
    syntaxes: ['icu', 'symfony'],
    onlyTexts: true,
    takesNewKeys: false,
    declaredEncoding: XML_DECLARATION,
    localeNames: {
      style: 'exact',
      sources: [[/\.\{locale\}(?=\.(?:xlf2?|xliff)$)/, '']],
      folder: { before: '', after: '.xcloc' },
      example: 'messages.de.xlf; source messages.xlf',
    },
  },
};
