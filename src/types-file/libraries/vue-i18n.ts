import type { TypedMessage } from '../messages-of.js';
import type { Library } from './library.js';
import { valuesText } from './values.js';

const LIST = /^\d+$/;

/** The arguments of a call after the key; a number that chooses is passed for itself. */
function values({ named, counts }: TypedMessage): string {
  const names = [...named].filter(([name]) => !LIST.test(name));
  const isList = names.length < named.size;
  const implied = counts ? new Set(['n', 'count']) : new Set<string>();
  const passed = new Map(names.filter(([name]) => !implied.has(name)));
  const first = isList
    ? ['values: readonly unknown[]']
    : passed.size > 0
      ? [`values: ${valuesText(passed)} & VueValues`]
      : [];
  if (counts) return `[${[...first, 'count: number'].join(', ')}]`;
  return first.length === 0 ? '[values?: VueValues]' : `[${first.join()}]`;
}

/** vue-i18n and @nuxtjs/i18n: `DefineLocaleMessage`. */
export const vueI18n: Library = {
  usual: 'vue',
  catalog: 'messages',
  hasNamespaces: false,
  separator: '.',
  splitsKeys: false,
  values,
  declarations: ({ catalogs }) => `
type VueValues = Readonly<Record<string, unknown>>;

/** \`const t: Translate = useI18n().t\`: an unknown key or a missing value is a type error. */
export type Translate = <K extends MessageKey>(key: K, ...values: Messages[K]) => string;

type Schema = ${catalogs.length === 1 ? 'Catalogs[keyof Catalogs]' : 'Catalogs'};

declare module 'vue-i18n' {
  interface DefineLocaleMessage extends Schema {}
}
`,
};
