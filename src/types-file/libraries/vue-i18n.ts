import type { Key } from '../../model/index.js';
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
  if (names.length < named.size) return 'VueList';
  if (names.length === 0) return 'VuePlain';
  const passed = names.filter(([name]) => !COUNTS.has(name));
  if (passed.length === names.length) return `VueCall<${object(names)}>`;
  const all = names.map(([name, type]) => [name, isCounted(name) ? 'number' : type] as const);
  return `VueCounted<${object(passed)}, ${object(all)}>`;

  function isCounted(name: string): boolean {
    return counts && COUNTS.has(name);
  }
}

function object(named: Iterable<readonly [string, ParameterType]>): string {
  return valuesText(new Map(named));
}

/** `list.0` and `list[0]` are the same message. */
function spellings(name: Key): readonly string[] {
  const dotted = name.join('.');
  const [first = '', ...rest] = name;
  const bracketed = first + rest.map((one) => (LIST.test(one) ? `[${one}]` : `.${one}`)).join('');
  return bracketed === dotted ? [dotted] : [dotted, bracketed];
}

/** vue-i18n and @nuxtjs/i18n: `DefineLocaleMessage`. */
export const vueI18n: Library = {
  usual: 'vue',
  catalog: 'messages',
  hasNamespaces: false,
  separator: '.',
  splitsKeys: false,
  // As TypeScript types the imported JSON.
  list: (elements) => `(${[...new Set(elements)].join(' | ')})[]`,
  values,
  spellings,
  declarations: ({ catalogs }) => `
type VueValues = Readonly<Record<string, unknown>>;

/** A count, a default text or options. */
type VueMore = number | string | VueValues;

type VuePlain = [first?: VueMore | readonly unknown[], more?: VueMore];

type VueList = [values: readonly unknown[], more?: VueMore];

type VueCall<V> = [values: V & VueValues, more?: VueMore];

/** A message that shows its count: \`V\` are its other values. */
type VueCounted<V, All> =
  | VueCall<All>
  | [values: V & VueValues, count: number | (VueValues & { plural: number })]
  | (keyof V extends never
      ? [count: number, options?: VueValues]
      : [count: number, options: VueValues & { named: V & VueValues }]);

/** \`const t: Translate = useI18n().t\`: an unknown key or a missing value is a type error. */
export type Translate = <K extends MessageKey>(key: K, ...values: Messages[K]) => string;

type Schema = ${catalogs.length === 1 ? 'Catalogs[keyof Catalogs]' : 'Catalogs'};

declare module 'vue-i18n' {
  interface DefineLocaleMessage extends Schema {}
}
`,
};
