import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { po } from '../../../src/formats/po/index.js';
import type { Unit } from '../../../src/model/index.js';
import { corpusFiles, type LawFile } from '../support/corpus.js';
import { describeLaws } from '../support/laws.js';
import { idOf, readPo } from './read.js';

const sample = `# German of an example
msgid ""
msgstr ""
"Project-Id-Version: example 1\\n"
"Language: de\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

# said at the door
#. shown on the first page
#: src/a.c:1 src/b.c:2
#, c-format
msgid "Hello, %s!"
msgstr "Hallo, %s!"

msgctxt "menu"
msgid "Open"
msgstr ""
"Öffnen, und zwar mit so vielen Wörtern, dass dieser Text in keiner Zeile mehr "
"Platz hat"

#, c-format
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d Datei"
msgstr[1] "%d Dateien"

msgid "__proto__"
msgstr "eins\\n"

#~ msgid "Old"
#~ msgstr "Alt"
`;

const target = { role: 'target' } as const;
const header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n';
const fixtures: readonly LawFile[] = [
  { name: 'sample', text: sample },
  { name: 'crlf and bom', text: `\ufeff${sample.replaceAll('\n', '\r\n')}` },
  { name: 'lone carriage returns', text: sample.replaceAll('\n', '\r') },
  {
    name: 'no last line end',
    text: `${header}msgid "a"\nmsgstr "b"\n\nmsgid "c"\nmsgstr "d"`,
  },
  {
    name: 'no blank lines',
    text: `${header}msgid "a"\nmsgstr "b"\nmsgid "c"\nmsgstr "d"\nmsgid "e"\nmsgstr ""\n`,
  },
  {
    name: 'entries on one line, and comments behind texts',
    text: `${header}msgid "a" msgstr "b" # said\nmsgid "c" # id\nmsgstr "d" # first\n"e" # last\nmsgid "f" msgstr "g" msgid "h" msgstr ""\n`,
  },
];

const { files, refused } = corpusFiles(po, () => target);
/* Entries that are there twice: which of them is inserted again, nobody can tell. */
const odd = /match-stat-en-ca/;

/** Other numbers of a plural, by the place of the unit among the forms of its entry. */
function idsOf(unit: Unit, units: readonly Unit[]): readonly string[] {
  const key = unit.plural === undefined ? unit.key : unit.key.slice(0, -1);
  const [context, id] = key.length === 1 ? ['', key[0]] : [key[0], key.at(-1)];
  const forms = units.filter(
    (one) => one.plural !== undefined && one.key.slice(0, -1).join('\0') === key.join('\0'),
  );
  return [idOf(context ?? '', id ?? '', Math.max(0, forms.indexOf(unit)))];
}

/** Without the characters that only gettext writes as escapes. */
const letters = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\0\x07\b\v\f]/g, ''));

describeLaws({
  codec: po,
  files: [
    ...fixtures.map((file) => ({ ...file, options: target })),
    ...files.filter(({ name }) => !odd.test(name)),
  ],
  read: (text) => readPo(text.replace(/\r\n?/g, '\n')),
  idsOf: (unit, { units }) => idsOf(unit, units),
  // A text that waits for review loses its flag, a header without a formula or a charset gets one,
  // and a form that is not there yet gets a line (edit.test.ts).
  editable: ({ state, plural, range }, { text }) =>
    state !== 'review' &&
    /charset=/.test(text) &&
    range.start < range.end &&
    (plural === undefined || /Plural-Forms: *nplurals=\d/.test(text)),
  movable: ({ state, plural }, { text }) =>
    plural === undefined && state !== 'review' && /charset=/.test(text),
  arbitrary: letters,
  derive: false,
});

describe('po', () => {
  it('of the corpora are all read, but those that gettext refuses', () => {
    const names = refused.map(({ name }) => name.replace(/^.*\//, ''));
    // A clone without the corpora has fixtures alone.
    if (files.length === 0 && names.length === 0) return;
    expect(names).toEqual([
      'test_syntax_error1.po',
      'file-POFilter-multiple.po',
      ...['ExportTest1D.po', 'ExportTest1D_fr.po'],
      ...['error-double-escaped-quote.po', 'error-unescaped-quote.po'],
      ...['utf8-skip-escape-characters.po', 'validate-missing-msgid-plural.po'],
      ...['validate-missing-msgstr.po', 'validate-redundant-msgid-plural.po'],
      'validate-too-many-plural-forms.po',
    ]);
  });
});
