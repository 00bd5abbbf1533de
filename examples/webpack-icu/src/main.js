import { IntlMessageFormat } from 'intl-messageformat';
import de from '../locales/de.json';
import en from '../locales/en.json';
import fr from '../locales/fr.json';

const catalogs = { en, de, fr };
let locale = 'en';
let count = 1;

function t(key, values) {
  return new IntlMessageFormat(catalogs[locale][key], locale).format(values);
}

function show() {
  document.getElementById('title').textContent = t('title');
  document.getElementById('items').textContent = t('items', { count });
  document.getElementById('more').textContent = t('more');
}

const select = document.getElementById('locale');
select.append(...Object.keys(catalogs).map((name) => new Option(name)));
select.onchange = () => {
  locale = select.value;
  show();
};
document.getElementById('more').onclick = () => {
  count += 1;
  show();
};
show();

// Replaces a saved or translated catalog. Locale and count stay as they are.
import.meta.webpackHot?.accept(
  ['../locales/de.json', '../locales/en.json', '../locales/fr.json'],
  () => {
    Object.assign(catalogs, { en, de, fr });
    show();
  },
);
