// Stands for any build that reads finished catalogs: one page for each locale.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';

process.chdir(import.meta.dirname);
mkdirSync('dist', { recursive: true });
for (const name of readdirSync('locales')) {
  const { title, intro } = JSON.parse(readFileSync(`locales/${name}`, 'utf8'));
  const locale = name.replace('.json', '');
  const page = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${intro}</p></html>\n`;
  writeFileSync(`dist/${locale}.html`, page);
  console.log(`dist/${locale}.html`);
}
