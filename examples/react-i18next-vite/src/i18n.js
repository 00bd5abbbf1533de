import i18next from 'i18next';
import { applyToI18next } from 'locale-sync/i18next';
import { initReactI18next } from 'react-i18next';
import { onUpdate } from 'virtual:locale-sync/live';

// Every locale that has a catalog. A new target needs no change here.
const catalogs = import.meta.glob('../locales/*.json', { eager: true, import: 'default' });
const resources = Object.fromEntries(
  Object.entries(catalogs).map(([path, translation]) => [
    path.replace(/^.*\/(.*)\.json$/, '$1'),
    { translation },
  ]),
);

export const locales = Object.keys(resources).sort();

await i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources,
  interpolation: { escapeValue: false },
});

// In dev, a catalog was saved or translated: show the new text and keep the state of the page.
onUpdate(applyToI18next(i18next));
