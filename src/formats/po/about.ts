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
};
