import { StrictMode, createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import { locales } from './i18n.js';

function App() {
  const { t, i18n } = useTranslation();
  const [count, setCount] = useState(1);
  return h(
    'main',
    null,
    h('h1', { id: 'title' }, t('title')),
    h('p', { id: 'items' }, t('items', { count })),
    h('button', { id: 'more', onClick: () => setCount(count + 1) }, t('more')),
    h(
      'select',
      {
        id: 'locale',
        value: i18n.language,
        onChange: (event) => i18n.changeLanguage(event.target.value),
      },
      locales.map((locale) => h('option', { key: locale }, locale)),
    ),
  );
}

createRoot(document.getElementById('app')).render(h(StrictMode, null, h(App)));
