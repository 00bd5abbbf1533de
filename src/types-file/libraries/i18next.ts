import type { ParameterType } from '../../text/index.js';
import { literal } from '../literal.js';
import type { TypedUnit } from '../messages-of.js';
import type { Library } from './library.js';
import { icuLeaf } from './icu-leaf.js';

const FORMATS: Readonly<Record<ParameterType, string>> = {
  text: '',
  number: ', number',
  date: ', datetime',
  list: ', list',
};

/**
 * i18next derives parameters from the type of a text. A type with only the parameters is enough,
 * and changes only when they do.
 */
function leaf({ named, name, key }: TypedUnit): string {
  const isForm = name.at(-1) !== key.at(-1);
  const shown = [...named].filter(([one]) => !(isForm && one === 'count'));
  if (shown.length === 0) return 'string';
  const text = shown.map(([one, type]) => `{{${one}${FORMATS[type]}}}`);
  return literal(text.sort().join(''));
}

/** i18next and libraries built on it: `CustomTypeOptions`. */
export const i18next: Library = {
  usual: 'i18next',
  catalog: 'translation',
  hasNamespaces: true,
  separator: ':',
  splitsKeys: true,
  list: (elements) => `[${elements.join(', ')}]`,
  leaf: (unit) => (unit.isIcu ? icuLeaf(unit) : leaf(unit)),
  declarations: ({ catalogs, isIcu }) => {
    const [only = 'translation', ...others] = catalogs;
    const isDefault = others.length > 0 || only === 'translation';
    return `
declare module 'i18next' {
  interface CustomTypeOptions {
${isDefault ? '' : `    defaultNS: ${literal(only)};\n`}    resources: Catalogs;
    strictInterpolationChecks: true;
${isIcu ? "    parseInterpolation: 'icu';\n" : ''}  }
}
`;
  },
};
