import type { MessageLibrary } from '../../model/index.js';
import { formatjs } from './formatjs.js';
import { i18next } from './i18next.js';
import type { Library } from './library.js';
import { nextIntl, useIntl } from './next-intl.js';
import { plain } from './plain.js';
import { svelteI18n } from './svelte-i18n.js';
import { vueI18n } from './vue-i18n.js';

export const LIBRARIES: Readonly<Record<MessageLibrary, Library>> = {
  i18next,
  'vue-i18n': vueI18n,
  'next-intl': nextIntl,
  'use-intl': useIntl,
  formatjs,
  'svelte-i18n': svelteI18n,
  plain,
};
