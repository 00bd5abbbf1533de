import { namespaceOf } from '../src/model/namespace.js';
import type { CatalogMessages, CatalogUpdate } from './core/live.js';

/** What `createI18n` gives. */
export interface VueI18nInstance {
  readonly global: object;
}

/** What is used of its `global`. */
interface Composer {
  getLocaleMessage(locale: string): Readonly<Record<string, unknown>>;
  setLocaleMessage(locale: string, texts: object): void;
  mergeLocaleMessage(locale: string, texts: object): void;
}

type Update = CatalogUpdate & { readonly messages: CatalogMessages | object };

/**
 * A listener for `onUpdate` of `virtual:locale-sync/live`: gives changed catalogs to vue-i18n. A
 * file that is named after its locale has all texts of it; any other has some, at the top or in a
 * group that is named after the file.
 */
export function applyToVueI18n(i18n: VueI18nInstance): (update: Update) => void {
  const composer = i18n.global as Composer;
  return ({ file, locale, messages }) => {
    const name = namespaceOf(file, locale);
    if (name === undefined) composer.setLocaleMessage(locale, messages);
    else {
      const isGroup = Object.hasOwn(composer.getLocaleMessage(locale), name);
      composer.mergeLocaleMessage(locale, isGroup ? { [name]: messages } : messages);
    }
  };
}
