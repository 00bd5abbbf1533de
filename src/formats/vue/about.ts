import type { FormatFacts } from '../../model/index.js';
import { NESTED } from '../kit/capabilities.js';
import { AS_WRITTEN } from '../kit/locale-names.js';

export const about: FormatFacts = {
  name: 'vue',
  extensions: ['.vue'],
  holdsCatalog: /^<i18n[\s>]/m,
  projects: [{ kind: 'vue-i18n', messages: 'vue' }],
  capabilities: {
    ...NESTED,
    usualSyntax: 'vue',
    multilingual: true,
    nestsLocales: true,
    localeNames: AS_WRITTEN,
  },
};
