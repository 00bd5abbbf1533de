import type { FormatFacts } from '../../model/index.js';
import { about as json } from '../json/about.js';

export const about: FormatFacts = {
  name: 'arb',
  extensions: ['.arb'],
  projects: [{ kind: 'Flutter' }],
  loneSources: [
    {
      path: /_messages\.arb$/,
      near: ['pubspec.yaml'],
      target: [/_messages(?=\.arb$)/, '_{locale}'],
    },
  ],
  capabilities: {
    ...json.capabilities,
    onlyTexts: true,
    mergesAs: 'json',
    keyNotes: () => 'description',
    // Without it, apostrophes do not quote.
    syntaxSetting: {
      file: 'l10n.yaml',
      pattern: /^use-escaping[ \t]*:[ \t]*true\b/m,
      syntax: 'icu',
    },
    localeNames: {
      style: 'underscore',
      sources: [[/_\{locale\}(?=\.arb$)/, '_messages']],
      example: 'app_pt_BR.arb; source app_en.arb, or intl_messages.arb',
    },
  },
};
