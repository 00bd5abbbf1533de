import type { MessageLibrary, Key, MessageSyntax } from '../../model/index.js';
import type { ParameterType } from '../../text/index.js';
import { literal } from './messages-of.js';
import type { TypedMessage, TypedUnit } from './messages-of.js';

/** How an i18n library is told which messages exist. */
export interface Library {
  /** How it reads a text that shows no syntax. */
  readonly usual: MessageSyntax;
  /** The name of the only catalog if files are not namespaces. */
  readonly catalog: string;
  /** Whether each file is its own namespace. */
  readonly hasNamespaces: boolean;
  /** Separator between namespace and key in code. */
  readonly separator: string;
  /** Whether a dot in a key means nesting. */
  readonly splitsKeys: boolean;
  /** Type of a message in `Catalogs`. Default: `string`. */
  readonly leaf?: (unit: TypedUnit) => string;
  /** Type of a list in `Catalogs`. Default: an object with numbers as names. */
  readonly list?: (elements: readonly string[]) => string;
  /** Type of the values of a message. Default: an object of its parameters. */
  readonly values?: (message: TypedMessage) => string;
  /** How code spells a key; the first is with dots. Default: only that one. */
  readonly spellings?: (name: Key) => readonly string[];
  /**
   * `type Translate` and the types it needs, and declarations that the library itself reads.
   * `catalogs`: the namespaces, or one name for all files; `isIcu`: whether most messages are ICU.
   */
  readonly declarations: (input: {
    readonly catalogs: readonly string[];
    readonly isIcu: boolean;
  }) => string;
}

/** A function that takes a key and an object of values, as in most libraries. */
const TRANSLATE = `
/** \`t(key, values)\`: an unknown key or a missing value is a type error. */
export type Translate = <K extends MessageKey>(
  key: K,
  ...values: keyof Messages[K] extends never
    ? [values?: Readonly<Record<string, unknown>>]
    : [values: Messages[K] & Readonly<Record<string, unknown>>]
) => string;
`;

/** Any other library. */
const plain: Library = {
  usual: 'plain',
  catalog: 'messages',
  hasNamespaces: false,
  separator: '.',
  splitsKeys: false,
  declarations: () => TRANSLATE,
};

/** react-intl and @formatjs/intl: the ids of `FormatjsIntl`. */
const formatjs: Library = {
  ...plain,
  usual: 'icu',
  declarations: () => `
/** \`const formatMessage: Translate = useIntl().formatMessage\`: a missing value is a type error. */
export type Translate = <K extends MessageKey>(
  message: { id: K; defaultMessage?: string; description?: string | object },
  ...values: keyof Messages[K] extends never
    ? [values?: GivenValues]
    : [values: Messages[K] & GivenValues]
) => string;

/** Values, and functions for the elements of a message: \`<b>…</b>\`. */
type GivenValues = Readonly<Record<string, MessageValue | ((chunks: any) => any)>>;

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: MessageKey;
    }
  }
}
`,
};

/** svelte-i18n has no types to augment: apps type its stores as `Readable<Translate>`. */
const svelteI18n: Library = {
  ...plain,
  usual: 'icu',
  declarations: () => `
/** \`const t: Readable<Translate> = _\`: an unknown key or a missing value is a type error. */
export interface Translate {
  <K extends MessageKey>(
    key: K,
    ...options: keyof Messages[K] extends never
      ? [options?: SvelteOptions]
      : [options: SvelteOptions & { values: Messages[K] }]
  ): string;
  <K extends MessageKey>(
    message: SvelteOptions & { readonly id: K } & (keyof Messages[K] extends never
        ? unknown
        : { values: Messages[K] }),
  ): string;
}

interface SvelteOptions {
  readonly locale?: string;
  readonly format?: string;
  readonly default?: string;
}
`,
};

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
const vueI18n: Library = {
  ...plain,
  usual: 'vue',
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

/** next-intl and use-intl: `AppConfig`. The library derives parameters from the type of a text. */
function intl(module: string): Library {
  return {
    ...plain,
    usual: 'icu',
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

const nextIntl = intl('next-intl');
const useIntl = intl('use-intl');

const I18NEXT_FORMATS: Readonly<Record<ParameterType, string>> = {
  text: '',
  number: ', number',
  date: ', datetime',
  list: ', list',
};

/**
 * i18next derives parameters from the type of a text. A type with only the parameters is enough,
 * and changes only when they do.
 */
function i18nextLeaf({ named, name, key }: TypedUnit): string {
  const isForm = name.at(-1) !== key.at(-1);
  const shown = [...named].filter(([one]) => !(isForm && one === 'count'));
  if (shown.length === 0) return 'string';
  const text = shown.map(([one, type]) => `{{${one}${I18NEXT_FORMATS[type]}}}`);
  return literal(text.sort().join(''));
}

/** i18next and libraries built on it: `CustomTypeOptions`. */
const i18next: Library = {
  usual: 'i18next',
  catalog: 'translation',
  hasNamespaces: true,
  separator: ':',
  splitsKeys: true,
  list: (elements) => `[${elements.join(', ')}]`,
  leaf: (unit) => (unit.isIcu ? icuLeaf(unit) : i18nextLeaf(unit)),
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

export const LIBRARIES: Readonly<Record<MessageLibrary, Library>> = {
  i18next,
  'vue-i18n': vueI18n,
  'next-intl': nextIntl,
  'use-intl': useIntl,
  formatjs,
  'svelte-i18n': svelteI18n,
  plain,
};

const TYPES: Readonly<Record<ParameterType, string>> = {
  text: 'MessageValue',
  number: 'number',
  date: 'Date | number',
  list: 'readonly unknown[]',
};

/** The parameters of a message as an object type. `user.name` is a property of `user`. */
export function valuesText(named: ReadonlyMap<string, ParameterType>): string {
  const types = new Map<string, string>();
  for (const [name, type] of named) {
    const dot = name.indexOf('.');
    if (dot > 0) types.set(name.slice(0, dot), 'object');
    else if (!types.has(name)) types.set(name, TYPES[type]);
  }
  if (types.size === 0) return 'NoValues';
  const members = [...types].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{ ${members.map(([name, type]) => `${literal(name)}: ${type}`).join('; ')} }`;
}

const ICU_FORMATS: Readonly<Record<ParameterType, string>> = {
  text: '',
  number: ', number',
  date: ', date',
  list: '',
};

/** An ICU message reduced to its parameters and tags: libraries derive them from its type. */
function icuLeaf({ named, tags }: TypedUnit): string {
  const parameters = [...named].map(([name, type]) => `{${name}${ICU_FORMATS[type]}}`).sort();
  const elements = tags.map((name) => `<${name}></${name}>`).sort();
  return parameters.length + elements.length === 0
    ? 'string'
    : literal([...parameters, ...elements].join(''));
}
