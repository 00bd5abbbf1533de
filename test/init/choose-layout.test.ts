import { expect, test } from 'vitest';
import { chooseLayout } from '../../src/cli/init/choose-layout.js';

/** Files of a repository, and the patterns that are chosen for them. */
const layouts: [string, string[], string[]][] = [
  ['a folder per locale', ['locales/en/a.json', 'locales/de/a.json'], ['locales/{locale}/*.json']],
  ['a file per locale', ['src/lang/en.json', 'src/lang/pt-BR.json'], ['src/lang/{locale}.json']],
  [
    'deeper folders',
    ['i18n/en/a.json', 'i18n/en/x/b.json', 'i18n/de/a.json'],
    ['i18n/{locale}/**/*.json'],
  ],
  [
    'the locale at the end of several names',
    ['config/locales/a.en.yml', 'config/locales/b.en.yml', 'config/locales/a.de.yml'],
    ['config/locales/*.{locale}.yml'],
  ],
  [
    'a source without a locale',
    ['src/messages.xlf', 'src/messages.de.xlf'],
    ['src/messages.xlf → src/messages.{locale}.xlf'],
  ],
  [
    "Angular's source above the folder of its translations",
    ['ui/messages.xlf', 'ui/src/locale/messages.de_DE.xlf', 'ui/src/locale/messages.fr.xlf'],
    ['ui/messages.xlf → ui/src/locale/messages.{locale}.xlf'],
  ],
  [
    'the nearest of several of them',
    ['messages.xlf', 'ui/messages.xlf', 'ui/src/locale/messages.de.xlf'],
    ['ui/messages.xlf → ui/src/locale/messages.{locale}.xlf'],
  ],
  [
    'a source above the folders of its translations',
    ['i18n/messages.xlf', 'i18n/de/messages.de.xlf', 'i18n/fr/messages.fr.xlf'],
    ['i18n/messages.xlf → i18n/{locale}/messages.{locale}.xlf'],
  ],
  [
    'a source above the folders of its translations, without their names',
    ['docs/index.md', 'docs/guides/a.md', 'docs/b.md', 'docs/fr/index.md', 'docs/fr/guides/a.md'],
    ['docs/**/*.md → docs/{locale}/**/*.md'],
  ],
  [
    'plugins of Docusaurus, whose sources are in folders of their own',
    [
      'docs/intro.md',
      'docs/a/b.md',
      'blog/one.md',
      'versioned_docs/version-1.0/intro.md',
      'i18n/fr/docusaurus-plugin-content-docs/current/intro.md',
      'i18n/fr/docusaurus-plugin-content-docs/version-1.0/intro.md',
      'i18n/fr/docusaurus-plugin-content-blog/one.md',
    ],
    [
      'docs/**/*.md → i18n/{locale}/docusaurus-plugin-content-docs/current/**/*.md',
      'versioned_docs/version-1.0/**/*.md → i18n/{locale}/docusaurus-plugin-content-docs/version-1.0/**/*.md',
      'blog/**/*.md → i18n/{locale}/docusaurus-plugin-content-blog/**/*.md',
    ],
  ],
  [
    'the same beside a folder of that name by accident',
    ['src/index.md', 'src/a.md', 'src/my/b.md', 'src/my/c.md', 'src/my/a.md'],
    [],
  ],
  [
    'packages of one layout',
    ['packages/a/locales/en.json', 'packages/a/locales/de.json', 'packages/b/locales/en.json'],
    ['packages/*/locales/{locale}.json'],
  ],
  [
    'episodes',
    ['media/one/talk.en.srt', 'media/one/talk.de.srt', 'media/two/talk.en.srt'],
    ['media/**/*.{locale}.srt'],
  ],
  [
    'a browser extension',
    ['_locales/en/messages.json', '_locales/de/messages.json'],
    ['_locales/{locale}/messages.json'],
  ],
  ['names that are words', ['src/it/config.json', 'src/is/config.json'], []],
  [
    'one locale in a folder for locales',
    ['locales/en.json', 'package.json'],
    ['locales/{locale}.json'],
  ],
];

test.each(layouts)('%s', (_, files, patterns) => {
  const catalogs = chooseLayout(files, { files, kindOf: () => 'JSON' });
  const chosen = catalogs.map(({ files: pattern, bare }) =>
    bare === undefined ? pattern : `${bare.source} → ${pattern}`,
  );
  expect(chosen).toEqual(patterns);
});

test('catalogs of two kinds stay apart', () => {
  const files = ['packages/a/locales/en.json', 'packages/b/locales/en.json'];
  const kindOf = (path: string): string => (path.includes('/a/') ? 'i18next' : 'vue-i18n');
  const catalogs = chooseLayout(files, { files, kindOf });
  expect(catalogs.map((catalog) => catalog.files)).toEqual([
    'packages/a/locales/{locale}.json',
    'packages/b/locales/{locale}.json',
  ]);
});

test('a pattern matches no file of another kind of name', () => {
  const files = ['locales/en/a.json', 'locales/de/a.json', 'locales/schema/b.json'];
  const catalogs = chooseLayout(files, { files, kindOf: () => 'JSON' });
  expect(catalogs.map((catalog) => catalog.files)).toEqual(['locales/{locale}/*.json']);
});
