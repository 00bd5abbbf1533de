import i18next from 'i18next';
import { applyToI18next } from 'locale-sync/i18next';
import { initReactI18next } from 'react-i18next';
import { onUpdate } from 'virtual:locale-sync/live';
import de from './locales/de.json';
import en from './locales/en.json';

void i18next.use(initReactI18next).init({
  lng: 'de',
  fallbackLng: 'en',
  resources: { en: { translation: en }, de: { translation: de } },
});
onUpdate(applyToI18next(i18next));
