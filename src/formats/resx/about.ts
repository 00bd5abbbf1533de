import type { FormatFacts } from '../../model/index.js';
import { XML_DECLARATION } from '../kit/xml/declaration.js';

export const about: FormatFacts = {
  name: 'resx',
  extensions: ['.resx', '.resw'],
  loneSources: [
    {
      path: /(^|\/)(?:[\w.-]*(?:resources?|strings?|messages|texts?|labels|lang(?:uages?)?|translations?|locali[sz]ation)|(?:resources|properties|locali[sz]ation)\/[^/]+)\.resx$/i,
      near: ['*.csproj', '*.vbproj', '*.fsproj'],
      target: [/(?=\.res[xw]$)/, '.{locale}'],
    },
  ],
  capabilities: {
    arrays: false,
    sourceDecides: false,
    bilingual: false,
    syntaxes: ['icu', 'csharp-format'],
    numberedSyntax: 'csharp-format',
    onlyTexts: false,
    takesNewKeys: true,
    declaredEncoding: XML_DECLARATION,
    localeNames: {
      style: 'bcp47',
      sources: [[/\.\{locale\}(?=\.res[xw]$)/, '']],
      example: 'Strings.pt-BR.resx; source Strings.resx',
    },
  },
};
