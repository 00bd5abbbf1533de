import type { FormatFacts } from '../../model/index.js';
import { NESTED } from '../kit/capabilities.js';
import { AS_WRITTEN } from '../kit/locale-names.js';

export const about: FormatFacts = {
  name: 'vue',
  extensions: ['.vue'],
  projects: [{ kind: 'vue-i18n', messages: 'vue' }],
  capabilities: {
    ...NESTED,
    usualSyntax: 'vue',
    multilingual: true,
    localeNames: AS_WRITTEN,
  },
};
