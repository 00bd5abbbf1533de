import type { Library } from './library.js';

/** svelte-i18n has no types to augment: apps type its stores as `Readable<Translate>`. */
export const svelteI18n: Library = {
  usual: 'icu',
  catalog: 'messages',
  hasNamespaces: false,
  separator: '.',
  splitsKeys: false,
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
