import { applyToVueI18n } from 'locale-sync/vue-i18n';
import { createI18n } from 'vue-i18n';
import { onUpdate } from 'virtual:locale-sync/live';
import de from './locales/de.json';
import en from './locales/en.json';

export const i18n = createI18n({
  legacy: false,
  locale: 'de',
  fallbackLocale: 'en',
  messages: { en, de },
});
onUpdate(applyToVueI18n(i18n));
