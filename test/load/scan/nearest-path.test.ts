import { expect, test } from 'vitest';
import { nearestPath } from '../../../src/engine/load/scan/scan.js';
import { project, scanError } from './helpers.js';

const PATHS = ['locales/en/app.json', 'locales/en/menu.json', 'src/i18n/messages.xlf', 'README.md'];

function namesIn(folder: string): readonly string[] {
  const start = folder === '' ? '' : `${folder}/`;
  const inside = PATHS.filter((path) => path.startsWith(start));
  return [...new Set(inside.map((path) => path.slice(start.length).split('/')[0] ?? ''))];
}

test.each([
  ['locale/{locale}/*.json', 'locales/en'],
  ['local/{locale}/app.jsn', 'locales/en/app.json'],
  ['locales/{locale}/ap.json', 'locales/en/app.json'],
  ['Locales/{locale}/app.json', 'locales/en/app.json'],
  ['src/i18m/*.xlf', 'src/i18n'],
  ['{x,src}/i18n/mesages.xlf', 'src/i18n/messages.xlf'],
  ['src/i18n/messages.xlf', undefined],
  ['translations/{locale}.json', undefined],
  ['**/{locale}.json', undefined],
])('%s means %s', (pattern, path) => {
  expect(nearestPath(pattern, 'en', namesIn)).toBe(path);
});

test('a catalog that finds nothing names the nearest path', async () => {
  const { scan } = project('  - files: locale/{locale}/*.json', ['locales/en/app.json']);
  const error = await scanError(scan());
  expect(error.code).toBe('no-files');
  expect(error.hint).toMatchObject({
    text: 'There is "locales/en"; is the pattern misspelled? Patterns are relative to the config\'s folder.',
  });
});
