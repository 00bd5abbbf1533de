import type { FormatFacts } from '../../model/index.js';

export const about: FormatFacts = {
  name: 'po',
  extensions: ['.po', '.pot'],
  capabilities: {
    arrays: false,
    sourceDecides: false,
    bilingual: true,
    keysAreTexts: true,
    servesAsTemplate: true,
    flagsReview: true,
    syntaxes: ['printf', 'qt', 'icu'],
    onlyTexts: true,
    takesNewKeys: false,
    pluralLibrary: 'gettext',
    encodings: 'ascii-based',
    correctsEncoding: true,
    // In the header. `CHARSET` is xgettext's placeholder.
    declaredEncoding:
      /(?:^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?|[\n\r])[ \t]*msgid\s*""\s*msgstr\s*(?:"(?:[^"\\]|\\.)*"\s*)*?"(?:[^"\\]|\\.)*?charset\s*=\s*(?!CHARSET|(?:us-)?ascii\b)([\w.:-]+)/i,
    localeNames: {
      style: 'posix',
      sources: [
        [/\{locale\}\/LC_MESSAGES\/([^/]+)\.po$/, '$1.pot'],
        [/\{locale\}\/([^/]+)\.po$/, '$1.pot'],
        [/[._-]\{locale\}\.po$/, '.pot'],
      ],
      example: 'pt_BR/LC_MESSAGES/app.po, sr@latin; source app.pot',
    },
  },
  projects: [{ kind: 'Django', file: 'manage.py' }],
  // A template needs nothing beside it: it is made for translations.
  loneSources: [
    // GNU: `po/app.pot`.
    { path: /\.pot$/, near: [], target: [/(^|\/)po\/[^/]+\.pot$/, '$1po/{locale}.po'] },
    // WordPress.
    {
      path: /\.pot$/,
      near: ['*.php'],
      target: [/(?<=(?:^|\/)(?:languages?|lang|i18n)\/[^/]+)\.pot$/, '-{locale}.po'],
    },
    // Babel, Django, Phoenix: what most libraries read.
    {
      path: /\.pot$/,
      near: [],
      target: [
        /((?:^|\/)(?:locales?|translations?|gettext|i18n|l10n|lang)\/)([^/]+)\.pot$/,
        '$1{locale}/LC_MESSAGES/$2.po',
      ],
    },
    { path: /\.pot$/, near: [], target: [/\.pot$/, '.{locale}.po'] },
  ],
};
