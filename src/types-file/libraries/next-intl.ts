import { icuLeaf } from './icu-leaf.js';
import type { Library } from './library.js';
import { TRANSLATE } from './plain.js';

/** next-intl and use-intl: `AppConfig`. The library derives parameters from the type of a text. */
function intl(module: string): Library {
  return {
    usual: 'icu',
    catalog: 'messages',
    hasNamespaces: false,
    separator: '.',
    splitsKeys: false,
    leaf: icuLeaf,
    declarations: ({ catalogs }) => `${TRANSLATE}
declare module '${module}' {
  interface AppConfig {
    Messages: ${catalogs.length === 1 ? 'Catalogs[keyof Catalogs]' : 'Catalogs'};
  }
}
`,
  };
}

export const nextIntl = intl('next-intl');
export const useIntl = intl('use-intl');
