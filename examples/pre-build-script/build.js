// An example of any build that reads finished catalogs: one page per locale.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';

process.chdir(import.meta.dirname);
mkdirSync('dist', { recursive: true });
const locales = readdirSync('locales').map((name) => name.replace('.json', ''));
const links = locales.map((locale) => `<a href="${locale}.html">${locale}</a>`).join(' ');
for (const locale of locales) {
  const { title, intro } = JSON.parse(readFileSync(`locales/${locale}.json`, 'utf8'));
  const page = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>${title}</title><nav>${links}</nav><h1>${title}</h1><p>${intro}</p></html>\n`;
  writeFileSync(`dist/${locale}.html`, page);
  console.log(`dist/${locale}.html`);
}
