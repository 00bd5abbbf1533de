import i18next from 'i18next';
import { expect, test } from 'vitest';
import { createI18n } from 'vue-i18n';
import type { LoadedUpdate } from '../../plugins/core/live.js';
import { applyToI18next } from '../../plugins/i18next.js';
import { applyToVueI18n } from '../../plugins/vue-i18n.js';

function update(file: string, messages: LoadedUpdate['messages']): LoadedUpdate {
  const place = { url: `/${file}`, isPublic: false, timestamp: 1 };
  return { file, locale: 'de', role: 'target', messages, ...place };
}

test.each([
  ['locales/de.json', undefined, 'translation'],
  ['locales/de/cart.json', undefined, 'cart'],
  ['src/i18n/messages.de.json', undefined, 'translation'],
  ['locales/de/other.json', () => 'cart', 'cart'],
])('i18next: %s is what its namespace shows', async (file, namespace, changed) => {
  const app = i18next.createInstance();
  const resources = { de: { translation: { a: 'A', b: 'B' }, cart: { a: 'A', b: 'B' } } };
  await app.init({ lng: 'de', resources });
  let rendered = 0;
  app.on('languageChanged', () => (rendered += 1));
  applyToI18next(app, namespace === undefined ? {} : { namespace })(update(file, { a: 'neu' }));
  expect(app.t('a', { ns: changed })).toBe('neu');
  expect(app.exists('b', { ns: changed })).toBe(false);
  expect(app.t('b', { ns: changed === 'cart' ? 'translation' : 'cart' })).toBe('B');
  expect(rendered).toBe(1);
});

test('vue-i18n: a file of the locale is all texts, any other some of them', () => {
  const messages = { de: { a: 'A', b: 'B', cart: { total: 'T', of: 'O' } } };
  const i18n = createI18n({ legacy: false, locale: 'de', messages });
  const apply = applyToVueI18n(i18n);
  const t = (key: string): string => i18n.global.t(key);
  apply(update('locales/de/cart.json', { total: 'neu' }));
  expect([t('cart.total'), t('cart.of'), t('a')]).toEqual(['neu', 'O', 'A']);
  apply(update('locales/de/common.json', { a: 'neu' }));
  expect([t('a'), t('b'), t('cart.of')]).toEqual(['neu', 'B', 'O']);
  apply(update('locales/de.json', { a: 'allein' }));
  expect(i18n.global.getLocaleMessage('de')).toEqual({ a: 'allein' });
});
