import { namespaceOf } from '../src/model/index.js';
import type { CatalogMessages, CatalogUpdate } from './core/live.js';

/** The result of `createI18n`. */
export interface VueI18nInstance {
  readonly global: object;
}

/** The used part of its `global`. */
interface Composer {
  getLocaleMessage(locale: string): Readonly<Record<string, unknown>>;
  setLocaleMessage(locale: string, texts: object): void;
  mergeLocaleMessage(locale: string, texts: object): void;
}

type Update = CatalogUpdate & { readonly messages: CatalogMessages | object };

/**
 * A listener for `onUpdate` of `virtual:locale-sync/live`: adds changed catalogs to vue-i18n. A
 * file named after its locale contains all of its texts; any other file contains some, at the top
 * level or in a group named after the file.
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
