import type { Library } from './library.js';

/** A function that takes a key and an object of values, as in most libraries. */
export const TRANSLATE = `
/** \`t(key, values)\`: an unknown key or a missing value is a type error. */
export type Translate = <K extends MessageKey>(
  key: K,
  ...values: keyof Messages[K] extends never
    ? [values?: Readonly<Record<string, unknown>>]
    : [values: Messages[K] & Readonly<Record<string, unknown>>]
) => string;
`;

/** Any other library. */
export const plain: Library = {
  usual: 'plain',
  catalog: 'messages',
  hasNamespaces: false,
  separator: '.',
  splitsKeys: false,
  declarations: () => TRANSLATE,
};
