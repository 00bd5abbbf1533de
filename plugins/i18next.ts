import { namespaceOf } from '../src/model/index.js';
import type { CatalogMessages, CatalogUpdate } from './core/live.js';

/** The used part of an i18next instance. */
export interface I18nextInstance {
  readonly language?: string;
  readonly options: { readonly defaultNS?: string | false | readonly string[] };
  hasResourceBundle(language: string, namespace: string): boolean;
  removeResourceBundle(language: string, namespace: string): unknown;
  addResourceBundle(language: string, namespace: string, texts: object): unknown;
  emit(event: string, ...values: unknown[]): void;
}

export interface I18nextOptions {
  /** Namespace of a catalog. Default: from the file's path, if the app has loaded it. */
  readonly namespace?: (update: CatalogUpdate) => string;
}

type Update = CatalogUpdate & { readonly messages: CatalogMessages | object };

/**
 * A listener for `onUpdate` of `virtual:locale-sync/live`: adds changed catalogs to i18next, and
 * makes what shows texts (react-i18next and the like) render again.
 */
export function applyToI18next(
  i18next: I18nextInstance,
  options: I18nextOptions = {},
): (update: Update) => void {
  return (update) => {
    const { locale, messages } = update;
    const namespace = options.namespace?.(update) ?? loadedNamespace(i18next, update);
    i18next.removeResourceBundle(locale, namespace);
    i18next.addResourceBundle(locale, namespace, messages);
    i18next.emit('languageChanged', i18next.language);
  };
}

/** The namespace in the path or, if the app does not have it, the default one. */
function loadedNamespace(i18next: I18nextInstance, { file, locale }: CatalogUpdate): string {
  const { defaultNS } = i18next.options;
  const usual = [defaultNS || 'translation'].flat()[0] ?? 'translation';
  const named = namespaceOf(file, locale) ?? usual;
  return i18next.hasResourceBundle(locale, named) ? named : usual;
}
