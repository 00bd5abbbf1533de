import type { FormatFacts } from '../../model/index.js';
import { KEYED_XML } from '../kit/xml/declaration.js';

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
    ...KEYED_XML,
    localeNames: {
      style: 'bcp47',
      sources: [[/\.\{locale\}(?=\.res[xw]$)/, '']],
      example: 'Strings.pt-BR.resx; source Strings.resx',
    },
  },
};
