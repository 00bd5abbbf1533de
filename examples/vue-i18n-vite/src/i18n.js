import { applyToVueI18n } from 'locale-sync/vue-i18n';
import { createI18n } from 'vue-i18n';
import { onUpdate } from 'virtual:locale-sync/live';

const catalogs = import.meta.glob('../locales/*.json', { eager: true, import: 'default' });
const messages = Object.fromEntries(
  Object.entries(catalogs).map(([path, catalog]) => [
    path.replace(/^.*\/(.*)\.json$/, '$1'),
    catalog,
  ]),
);

export const i18n = createI18n({ legacy: false, locale: 'en', fallbackLocale: 'en', messages });

// In dev, a catalog was saved or translated: show the new text and keep the state of the page.
onUpdate(applyToVueI18n(i18n));
