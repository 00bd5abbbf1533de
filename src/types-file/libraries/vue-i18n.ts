import type { ParameterType } from '../../text/index.js';
import type { TypedMessage } from '../messages-of.js';
import type { Library } from './library.js';
import { valuesText } from './values.js';

const LIST = /^\d+$/;

/** Count parameters, which the library fills from the number in the call. */
const COUNTS: ReadonlySet<string> = new Set(['n', 'count']);

/** The arguments of a call after the key. */
function values({ named, counts }: TypedMessage): string {
  const names = [...named].filter(([name]) => !LIST.test(name));
  const isCount = (name: string): boolean => counts && COUNTS.has(name);
  const passed = names.filter(([name]) => !isCount(name));
  const first = names.length < named.size ? LISTED : passed.length > 0 ? [object(passed)] : [];
  if (!counts) return first.length === 0 ? '[values?: VueValues]' : `[${first.join()}]`;
  const shown = names.filter(([name]) => isCount(name));
  // Without a number, the library takes the text to be the count.
  if (shown.length === 0) {
    return first.length === 0
      ? '[values?: VueValues | number]'
      : `[${first.join()}, count?: number]`;
  }
  const withCount = names.map(([name, type]) => [name, isCount(name) ? 'number' : type] as const);
  return `[${[...first, 'count: number'].join(', ')}] | [${object(withCount)}]`;
}

const LISTED = ['values: readonly unknown[]'];

function object(named: Iterable<readonly [string, ParameterType]>): string {
  return `values: ${valuesText(new Map(named))} & VueValues`;
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
