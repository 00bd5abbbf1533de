import { describe, expect, it, test } from 'vitest';
import { decodeAs, encode } from '../../../src/formats/kit/encoding.js';
import { po } from '../../../src/formats/po/index.js';
import type { Document, Edit, Unit } from '../../../src/model/index.js';

const HEADER = `msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
`;

const TEMPLATE = `# Terms
#, fuzzy
msgid ""
msgstr ""
"Project-Id-Version: app 1\\n"
"PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n"
"Language: \\n"
"Content-Type: text/plain; charset=CHARSET\\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"

#. first
#: a.c:1
#, c-format
msgid "Hello, %s"
msgstr ""

#: a.c:2
#, c-format
msgid "%d file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""

msgctxt "menu"
msgid "Open"
msgstr ""

#~ msgid "gone"
#~ msgstr ""
`;

function targetOf(text: string, locale = 'de'): Document {
  return po.parse(text, { role: 'target', locale, file: 'f' });
}

/** What a unit says, in short. */
function shortOf({ key, text, source, state, plural, note }: Unit): string {
  const more = [source, state, plural, note].map((one) => one ?? '').join('|');
  return `${key.join(' / ')} = ${text} (${more})`;
}

describe('units', () => {
  it('of a template are its own texts', () => {
    expect(po.parse(TEMPLATE, { locale: 'en' }).units.map(shortOf)).toEqual([
      'Hello, %s = Hello, %s (|||first)',
      '%d file / one = %d file (%d files||one|)',
      '%d file / other = %d files (||other|)',
      'menu / Open = Open (|||menu)',
    ]);
  });
  it('of a source are its translations, unless they are fuzzy', () => {
    const text = `${HEADER}\nmsgid "key"\nmsgstr "Text"\n\n#, fuzzy\nmsgid "b"\nmsgstr "c"\n`;
    expect(po.parse(text, { locale: 'en' }).units.map(shortOf)).toEqual([
      'key = Text (key|||)',
      'b = b (|||)',
    ]);
  });
  it('of a target have the source beside them', () => {
    const text = `${HEADER}\n#, fuzzy, c-format\nmsgid "a"\nmsgstr "b"\n\nmsgid "c"\nmsgid_plural "cs"\nmsgstr[0] "d"\n`;
    expect(targetOf(text).units.map(shortOf)).toEqual([
      'a = b (a|review||)',
      'c / one = d (cs||one|)',
      'c / other =  (cs|initial|other|)',
    ]);
  });
  it('of a context that is named like a plural text have keys of their own', () => {
    const text =
      'msgid "a"\nmsgid_plural "as"\nmsgstr[0] ""\nmsgstr[1] ""\n\nmsgctxt "a"\nmsgid "one"\nmsgstr ""\n';
    expect(po.parse(text).units.map(({ key }) => key)).toEqual([
      ['a', 'one'],
      ['a', 'other'],
      ['a', '', 'one'],
    ]);
  });
});

describe('edit', () => {
  const fuzzy = `${HEADER}
#. note
#, fuzzy, c-format
#| msgid "before"
msgid "a"
msgstr "b"
`;
  test.each<[string, Edit, string]>([
    [
      'clears the flag',
      { op: 'set', key: ['a'], text: 'c' },
      '#. note\n#, c-format\nmsgid "a"\nmsgstr "c"\n',
    ],
    [
      'accepts what is there',
      { op: 'set', key: ['a'], text: 'b' },
      '#. note\n#, c-format\nmsgid "a"\nmsgstr "b"\n',
    ],
    [
      'keeps it where the new text waits too',
      { op: 'set', key: ['a'], text: 'c', state: 'review' },
      '#. note\n#, fuzzy, c-format\n#| msgid "before"\nmsgid "a"\nmsgstr "c"\n',
    ],
  ])('%s', (_, edit, expected) => {
    expect(po.edit(targetOf(fuzzy), [edit])).toBe(`${HEADER}\n${expected}`);
  });
  it('sets the flag, with what the text was made for', () => {
    const document = targetOf(`${HEADER}\nmsgid "a"\nmsgstr ""\n`);
    const range = { start: 0, end: 0 };
    const former: Unit = { key: ['menu', 'old'], text: 'x', kind: 'text', source: 'old', range };
    const edit: Edit = { op: 'set', key: ['a'], text: 'c', state: 'review', former };
    expect(po.edit(document, [edit])).toBe(
      `${HEADER}\n#, fuzzy\n#| msgctxt "menu"\n#| msgid "old"\nmsgid "a"\nmsgstr "c"\n`,
    );
  });
  it('keeps what translators said of a text whose key changes', () => {
    const source = po.parse(`${HEADER}\n#. now\nmsgctxt "m"\nmsgid "a"\nmsgstr ""\n`);
    const [unit] = source.units;
    const document = targetOf(`${HEADER}\n# Genus: n\n#. then\nmsgid "a"\nmsgstr "A"\n`);
    const [key, movedFrom] = [unit!.key, ['a']];
    const edits: Edit[] = [
      {
        ...{ op: 'insert', key, text: 'A', after: null, movedFrom },
        from: { document: source, unit: unit! },
      },
      { op: 'remove', key: movedFrom },
    ];
    expect(po.edit(document, edits)).toBe(
      `${HEADER}\n# Genus: n\n#. now\nmsgctxt "m"\nmsgid "a"\nmsgstr "A"\n`,
    );
  });
  it.each(['ASCII', 'us-ascii', 'CHARSET', 'EUC-TW'])(
    'says UTF-8 where the header says %s, in files that exist and in new ones',
    (charset) => {
      const said = (name: string): string =>
        `${HEADER.replace('UTF-8', name)}\nmsgid "a"\nmsgstr ""\n`;
      const edits: Edit[] = [{ op: 'set', key: ['a'], text: 'ä' }];
      const expected = said('UTF-8').replace(/""\n$/, '"ä"\n');
      expect(po.edit(targetOf(said(charset)), edits)).toBe(expected);
      const made = po.derive(po.parse(said(charset)), edits, { locale: 'de', language: 'de' });
      expect(made).toBe(expected);
    },
  );
  it('leaves no gap before a form of a plural that is written', () => {
    const header = HEADER.replace(/"Plural-Forms[^\n]*\n/, '');
    const forms = '"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);\\n"\n';
    const said = (texts: string): string =>
      `${header}${forms}\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] ""\n${texts}`;
    const document = targetOf(said(''));
    const key = document.units.at(-1)?.key ?? [];
    expect(po.edit(document, [{ op: 'set', key, text: 'x' }])).toBe(
      said('msgstr[1] ""\nmsgstr[2] "x"\n'),
    );
  });
  it.each(['ASCII', 'us-ascii', 'EUC-TW'])(
    'leaves a header that says %s as it is as long as all is ASCII',
    (charset) => {
      const said = (id: string, text: string): string =>
        `${HEADER.replace('UTF-8', charset)}\nmsgid "${id}"\nmsgstr "${text}"\n`;
      const edits: Edit[] = [{ op: 'set', key: ['a'], text: 'x' }];
      expect(po.edit(targetOf(said('a', '')), edits)).toBe(said('a', 'x'));
      const source = po.parse(said('a', ''));
      // A new file is UTF-8, whatever comes later.
      expect(po.derive(source, edits, { locale: 'de', language: 'de' })).toBe(
        said('a', 'x').replace(charset, 'UTF-8'),
      );
      // A new entry brings its source along.
      const unit = po.parse(`${HEADER}\nmsgid "é"\nmsgstr ""\n`).units[0];
      const from = unit && { document: po.parse(`${HEADER}\nmsgid "é"\nmsgstr ""\n`), unit };
      const insert: Edit = {
        op: 'insert',
        key: ['é'],
        text: 'e',
        after: ['a'],
        ...(from && { from }),
      };
      expect(po.edit(targetOf(said('a', 'x')), [insert])).toContain('charset=UTF-8');
    },
  );
  it('stays in the encoding of its header, that of East Asia too', () => {
    const file = (hex: string): Buffer =>
      Buffer.from(
        `${HEADER.replace('UTF-8', 'EUC-KR')}\nmsgid "a"\nmsgstr "${Buffer.from(hex, 'hex').toString('latin1')}"\n`,
        'latin1',
      );
    const { text, encoding } = decodeAs(file('c7d1b1b9beee'), po);
    const document = po.parse(text, { role: 'target', locale: 'ko', encoding });
    expect(document.units[0]?.text).toBe('한국어');
    const edited = po.edit(document, [{ op: 'set', key: ['a'], text: '한' }]);
    expect(Buffer.from(encode(edited, encoding))).toEqual(file('c7d1'));
  });
  it('writes what plural forms were for when they get other words', () => {
    const text = `${HEADER}\n#, c-format\nmsgid "a"\nmsgid_plural "as"\nmsgstr[0] "b"\nmsgstr[1] "c"\n`;
    const source = po.parse('msgid "a"\nmsgid_plural "all as"\nmsgstr[0] ""\nmsgstr[1] ""\n');
    const edits = source.units.map((unit, i): Edit => {
      const from = { document: source, unit };
      return { op: 'set', key: unit.key, text: 'bc'.charAt(i), state: 'review', from };
    });
    const expected = `${HEADER}\n#, fuzzy, c-format\n#| msgid "a"\n#| msgid_plural "as"\nmsgid "a"\nmsgid_plural "all as"\nmsgstr[0] "b"\nmsgstr[1] "c"\n`;
    expect(po.edit(targetOf(text), edits)).toBe(expected);
  });
  it('keeps the flag of a plural as long as one form waits', () => {
    const text = `${HEADER}\n#, fuzzy\nmsgid "a"\nmsgid_plural "as"\nmsgstr[0] "b"\nmsgstr[1] "c"\n`;
    const one: Edit = { op: 'set', key: ['a', 'one'], text: 'x' };
    const both: Edit[] = [one, { op: 'set', key: ['a', 'other'], text: 'c' }];
    expect(po.edit(targetOf(text), [one])).toContain('#, fuzzy\n');
    expect(po.edit(targetOf(text), both)).not.toContain('fuzzy');
  });
  it('adds entries in the order of the source, with its comments and without its flag', () => {
    const source = po.parse(TEMPLATE, { locale: 'en' });
    const document = targetOf(
      `${HEADER}\nmsgctxt "menu"\nmsgid "Open"\nmsgstr "Öffnen"\n\n#~ msgid "x"\n#~ msgstr "y"\n`,
    );
    const [hello, one, other] = source.units;
    const texts = ['Hallo, %s', '%d Datei', '%d Dateien'];
    const edits = [hello, one, other].map((unit, at): Edit => {
      const after = at === 0 ? null : (source.units[at - 1]?.key ?? null);
      return {
        op: 'insert',
        key: unit!.key,
        text: texts[at]!,
        after,
        from: { document: source, unit: unit! },
      };
    });
    const expected = `${HEADER}
#. first
#: a.c:1
#, c-format
msgid "Hello, %s"
msgstr "Hallo, %s"

#: a.c:2
#, c-format
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d Datei"
msgstr[1] "%d Dateien"

msgctxt "menu"
msgid "Open"
msgstr "Öffnen"

#~ msgid "x"
#~ msgstr "y"
`;
    expect(po.edit(document, edits)).toBe(expected);
    expect(po.edit(document, edits.toReversed())).toBe(expected);
  });
  it('gives a header its formula once a plural is written, and drops spare empty forms', () => {
    const header = HEADER.replace(/"Plural-Forms.*\n/, '');
    const text = `${header}\nmsgid "a"\nmsgid_plural "as"\nmsgstr[0] ""\nmsgstr[1] ""\n`;
    expect(po.edit(targetOf(text, 'ja'), [{ op: 'set', key: ['a', 'other'], text: 'x' }])).toBe(
      `${header}"Plural-Forms: nplurals=1; plural=0;\\n"\n\nmsgid "a"\nmsgid_plural "as"\nmsgstr[0] "x"\n`,
    );
    const polish = po.edit(targetOf(text, 'pl'), [{ op: 'set', key: ['a', 'many'], text: 'x' }]);
    expect(polish).toContain('msgstr[1] ""\nmsgstr[2] "x"\n');
  });
  it('writes msgid_plural anew where it is another one', () => {
    const source = po.parse(TEMPLATE.replace('"%d files"', '"%d of the files"'), { locale: 'en' });
    const unit = source.units[2]!;
    const text = `${HEADER}\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "a"\nmsgstr[1] "b"\n`;
    const edit: Edit = { op: 'set', key: unit.key, text: 'b', from: { document: source, unit } };
    expect(po.edit(targetOf(text), [edit])).toBe(text.replace('"%d files"', '"%d of the files"'));
  });
  it('removes every entry of a key, and the last one with the blank line before it', () => {
    const text = `${HEADER}\nmsgid "a"\nmsgstr "1"\n\nmsgid "b"\nmsgstr "2"\n\nmsgid "a"\nmsgstr "3"\n`;
    expect(po.edit(targetOf(text), [{ op: 'remove', key: ['a'] }])).toBe(
      `${HEADER}\nmsgid "b"\nmsgstr "2"\n`,
    );
  });
});

describe('derive', () => {
  const source = po.parse(TEMPLATE, { locale: 'en' });
  const edits: Edit[] = [
    { op: 'set', key: ['Hello, %s'], text: 'Cześć, %s' },
    { op: 'set', key: ['%d file', 'one'], text: '%d plik' },
    { op: 'insert', key: ['%d file', 'few'], text: '%d pliki', after: ['%d file', 'one'] },
    { op: 'insert', key: ['%d file', 'many'], text: '%d plików', after: ['%d file', 'few'] },
    { op: 'remove', key: ['%d file', 'other'] },
    { op: 'remove', key: ['menu', 'Open'] },
  ];
  it('makes a target with a header of its own', () => {
    expect(po.derive(source, edits, { locale: 'pl', language: 'pl' })).toBe(`# Terms
msgid ""
msgstr ""
"Project-Id-Version: app 1\\n"
"PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n"
"Language: pl\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 "
"|| n%100>=20) ? 1 : 2);\\n"

#. first
#: a.c:1
#, c-format
msgid "Hello, %s"
msgstr "Cześć, %s"

#: a.c:2
#, c-format
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d plik"
msgstr[1] "%d pliki"
msgstr[2] "%d plików"

msgctxt "menu"
msgid "Open"
msgstr ""
`);
  });
  test.each([
    ['pt-BR', 'pt_BR'],
    ['sr-Latn', 'sr@latin'],
    ['ca-valencia', 'ca@valencia'],
    ['ca@valencia', 'ca@valencia'],
    ['sr@latin', 'sr@latin'],
    ['zh_CN', 'zh_CN'],
  ])('the language of %s is %s', (locale, expected) => {
    const text = po.derive(source, [], { locale, language: 'x' });
    expect(text).toContain(`"Language: ${expected}\\n"`);
  });
  it('gives a header to a file without one', () => {
    const bare = po.parse('msgid "a"\nmsgstr ""\n', { locale: 'en' });
    const text = po.derive(bare, [{ op: 'set', key: ['a'], text: 'ä' }], {
      locale: 'de',
      language: 'de',
    });
    expect(text).toBe(`msgid ""
msgstr ""
"Language: de\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "a"
msgstr "ä"
`);
  });
});

describe('headers that lie', () => {
  const plural = (forms: string): string =>
    `msgid ""\nmsgstr ""\n"Language: ru\\n"\n"Plural-Forms: ${forms}\\n"\n\nmsgid "a"\nmsgid_plural "as"\nmsgstr[0] "x"\nmsgstr[1] "y"\nmsgstr[2] "z"\n`;
  const usual = 'nplurals=3; plural=(n%10==1';
  test.each([
    ['nplurals=2; plural=(n != 1);', 'Plural-Forms says nplurals=2, but plurals have 3 forms'],
    [
      'nplurals=3; plural=n % (n - 5);',
      'Plural-Forms selects no form for 5, because it divides by zero;',
    ],
    ['nplurals=3; plural=n;', 'Plural-Forms selects form 3 for 3, but says nplurals=3; expected'],
  ])('%s: an error with what was expected', (forms, message) => {
    const { problems, units, pluralCategories } = targetOf(plural(forms), 'ru');
    expect(problems).toMatchObject([{ code: 'plural-forms', severity: 'error', line: 4 }]);
    expect(problems[0]?.message).toContain(message);
    expect(problems[0]?.message).toContain(usual);
    expect(units.map((unit) => unit.plural)).toEqual(['one', 'few', 'many']);
    expect(pluralCategories).toEqual(['one', 'few', 'many']);
  });
  it('a form that no number has is kept, and empty in a new entry', () => {
    const text = plural('nplurals=3; plural=(n != 1);');
    const target = targetOf(text, 'ru');
    // `msgfmt --check` takes it.
    expect(target.problems).toMatchObject([{ code: 'plural-forms', severity: 'warning' }]);
    expect(target.units.map(({ plural: form, text: said }) => [form, said])).toEqual([
      ['one', 'x'],
      ['many', 'y'],
    ]);
    const set = { op: 'set', key: ['a', 'one'], text: 'X' } as const;
    expect(po.edit(target, [set])).toBe(text.replace('"x"', '"X"'));
    const source = po.parse('msgid "b"\nmsgid_plural "bs"\nmsgstr[0] ""\nmsgstr[1] ""\n');
    const from = { document: source, unit: source.units[1]! };
    const inserts = ['one', 'many'].map((form): Edit => ({
      ...{ op: 'insert', key: ['b', form], text: form, after: ['a', 'many'], from },
    }));
    expect(po.edit(target, inserts)).toBe(
      `${text}\nmsgid "b"\nmsgid_plural "bs"\nmsgstr[0] "one"\nmsgstr[1] "many"\nmsgstr[2] ""\n`,
    );
  });
  it('a fuzzy text, which msgfmt leaves out, does not speak against the header', () => {
    const one = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=1; plural=0;\\n"\n';
    const rest = 'msgid "a"\nmsgid_plural "as"\nmsgstr[0] "x"\nmsgstr[1] "y"\n';
    const sure = targetOf(`${one}\n${rest}`, 'ka');
    expect(sure.pluralCategories).toEqual(['one', 'other']);
    const fuzzy = targetOf(`${one}\n#, fuzzy\n${rest}`, 'ka');
    expect(fuzzy.pluralCategories).toEqual(['other']);
    expect(fuzzy.problems.map(({ line, severity, message }) => [line, severity, message])).toEqual([
      [6, 'warning', 'there are 2 msgstr[…], but Plural-Forms says 1.'],
    ]);
  });
  it('texts with fewer forms than the header says have empty ones', () => {
    const { problems, units } = targetOf(plural('nplurals=4; plural=n%4;'), 'ru');
    expect(problems).toMatchObject([{ line: 6, code: 'plural-forms' }]);
    expect(problems[0]?.message).toBe('there are 3 msgstr[…], but Plural-Forms says 4.');
    expect(units.map(({ text }) => text)).toEqual(['x', 'y', 'z', '']);
  });
});

describe('refuses, with the place and what was expected', () => {
  test.each([
    ['msgid "a"\n', '2:1: msgid without msgstr; expected msgstr.'],
    ['msgstr "a"\n', '1:1: expected msgid before msgstr.'],
    ['"a"\n', '1:1: a text without a keyword; expected msgid or msgstr before it.'],
    ['msgid "a\nmsgstr ""\n', '1:7: a text that does not end on its line; expected ".'],
    [
      'msgid "a\\q"\nmsgstr ""\n',
      '1:9: an escape that does not exist in C; write \\\\ for a literal backslash.',
    ],
    ['msgid "a" b\n', '1:11: expected a comment, a quoted text, msgctxt, msgid or msgstr.'],
    ['msgid a\n', '1:7: expected a comment, a quoted text, msgctxt, msgid or msgstr.'],
    ['msgid\nmsgstr "a"\n', '1:1: expected a quoted text after msgid.'],
    ['msgid "a"\nmsgstr[0] "b"\n', '2:1: msgstr[…] without msgid_plural; expected msgstr.'],
    [
      'msgid "a"\nmsgid_plural "b"\nmsgstr "c"\n',
      '3:1: an entry with msgid_plural cannot have a plain msgstr; expected msgstr[0].',
    ],
    ['msgid "a"\nmsgid_plural "b"\nmsgstr[999] "c"\n', '3:1: expected a number below 100.'],
    ['msgctxt "a"\n', '2:1: msgctxt without msgid; expected msgid.'],
    ['hello\n', '1:1: expected a comment, a quoted text, msgctxt, msgid or msgstr.'],
  ])('%j', (text, message) => {
    expect(() => po.parse(text, { file: 'f' })).toThrow(`f:${message}`);
  });
  it('warns of a byte order mark', () => {
    expect(targetOf(`\ufeff${HEADER}`).problems).toMatchObject([{ line: 1, severity: 'warning' }]);
  });
});

describe('a header', () => {
  const insert: Edit = { op: 'insert', key: ['Hello'], text: 'Übung', after: null };
  const editTarget = (text: string): string =>
    po.edit(po.parse(text, { role: 'target', locale: 'de' }), [insert]);
  it.each([
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=CHARSET\\n"\n',
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=CHARSET\\n"\n',
    '',
  ])('%j names UTF-8 once a text is written', (text) => {
    const after = editTarget(text);
    expect(after).toContain('Content-Type: text/plain; charset=UTF-8\\n');
    expect(after).toMatch(/\n\nmsgid "Hello"\nmsgstr "Übung"\n$/);
    expect(po.parse(after, { role: 'target' }).problems).toEqual([]);
  });
});

describe('a charset that no header states', () => {
  const entry = (text: string): string => `msgid "a"\nmsgstr "${text}"\n`;
  const stated = '"Content-Type: text/plain; charset=UTF-8\\n"\n';
  const set = (text: string): Edit => ({ op: 'set', key: ['a'], text });
  const language = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n';

  it.each([
    [
      '',
      `msgid ""\nmsgstr ""\n"MIME-Version: 1.0\\n"\n${stated}"Content-Transfer-Encoding: 8bit\\n"\n\n`,
    ],
    [`${language}\n`, `${language}${stated}\n`],
    ['msgid ""\nmsgstr ""\n\n', `msgid ""\nmsgstr ""\n${stated}\n`],
    [`${language}"Content-Type: text/plain\\n"\n\n`, `${language}${stated}\n`],
    [`${language}"Content-Type: text/plain; charset = UTF-8\\n"\n\n`, `${language}${stated}\n`],
  ])('is stated with the first text beyond ASCII: %j', (before, after) => {
    expect(po.edit(targetOf(before + entry('')), [set('ä')])).toBe(after + entry('ä'));
    // The source texts of gettext files can be edited too.
    expect(po.edit(po.parse(before + entry('x')), [set('ä')])).toBe(after + entry('ä'));
    expect(po.edit(targetOf(before + entry('')), [set('x')])).toBe(before + entry('x'));
    const noted = `# José\n${before}${entry('')}`;
    expect(po.edit(targetOf(noted), [set('x')])).toBe(`# José\n${before}${entry('x')}`);
  });
  it.each([
    ['iso-8859-1', 'ISO-8859-1'],
    ['windows-1252', 'CP1252'],
  ])('is that of the file: %s', (encoding, name) => {
    const options = { role: 'target', locale: 'de', encoding } as const;
    const edited = po.edit(po.parse(language + entry('ä'), options), [set('ö')]);
    expect(edited).toBe(language + stated.replace('UTF-8', name) + entry('ö'));
  });
  it.each(['', language, language + stated.replace('UTF-8', 'ISO-8859-2')])(
    'is UTF-8 in a new file: %j',
    (head) => {
      const source = po.parse(head + entry(''), { encoding: 'iso-8859-2' });
      const made = po.derive(source, [set('ä')], { locale: 'de', language: 'de' });
      expect(made).toContain(stated);
      expect(made).toContain(entry('ä'));
    },
  );
});

describe('an entry that retires', () => {
  const retire = (text: string, ...keys: string[]): string =>
    po.edit(
      po.parse(text, { role: 'target' }),
      keys.map((key): Edit => ({ op: 'remove', key: [key], retires: true })),
    );
  it.each([
    ['msgid "a"\nmsgstr "b"\n', '\n#~ msgid "a"\n#~ msgstr "b"\n'],
    ['msgid "a"\nmsgstr "b"', '\n\n#~ msgid "a"\n#~ msgstr "b"'],
    ['msgid "a"\nmsgstr ""\n', ''],
    [
      '#. x\n#: y\n# z\n#, fuzzy\n#| msgid "c"\nmsgid "a"\nmsgstr "b"\n',
      '\n# z\n#, fuzzy\n#~| msgid "c"\n#~ msgid "a"\n#~ msgstr "b"\n',
    ],
    [
      'msgid "a"\nmsgstr "b"\n\n#~ msgid "a"\n#~ msgstr "old"\n\n#~ msgid "d"\n#~ msgstr "e"\n',
      '#~ msgid "d"\n#~ msgstr "e"\n\n#~ msgid "a"\n#~ msgstr "b"\n',
    ],
    ['msgid "a"\r\nmsgstr "b"\r\n', '\r\n#~ msgid "a"\r\n#~ msgstr "b"\r\n'],
  ])('%j is %j', (before, after) => {
    expect(retire(before, 'a')).toBe(after);
  });
  it('is read again, whole', () => {
    const text =
      '#~ msgctxt "c"\n#~ msgid ""\n#~ "a"\n#~ msgstr "b"\n# d\n#~ msgid "e"\n#~ msgid_plural "f"\n#~ msgstr[0] "g"\n#~ msgstr[1] "h"\n#~ broken\n';
    const { retired = [] } = po.parse(text, { role: 'target', locale: 'de' });
    expect(retired.map((unit) => [...unit.key, unit.text])).toEqual([
      ['c', 'a', 'b'],
      ['e', 'one', 'g'],
      ['e', 'other', 'h'],
    ]);
  });
});

test('what comes and goes behind a line that ends in a bare carriage return leaves no line behind', () => {
  const entries = ['a', 'b', 'c'].map((id) => `msgid "${id}"\nmsgstr ""\n`);
  const source = po.parse(`${HEADER}\n${entries.join('\n')}`, { role: 'source' });
  const [, from] = source.units;
  if (from === undefined) throw new TypeError('no b');
  let text = `${HEADER}\nmsgid "a"\nmsgstr "A"\r\r\r\nmsgid "c"\nmsgstr "C"\n`;
  const turns = Array.from({ length: 2 }, () => {
    const insert: Edit = {
      op: 'insert',
      key: from.key,
      text: 'B',
      after: ['a'],
      from: { document: source, unit: from },
    };
    const more = po.edit(targetOf(text), [insert]);
    expect(more).toContain('\r\rmsgid "b"\nmsgstr "B"\r');
    text = po.edit(targetOf(more), [{ op: 'remove', key: from.key }]);
    return text;
  });
  expect(turns[1]).toBe(turns[0]);
});

test('long contexts on one line show that a file does not wrap', () => {
  const context = 'The label for the image style button that places the image inside the line.';
  const entry = (id: string, text: string): string =>
    `\nmsgctxt "${context} ${id}"\nmsgid "${id}"\nmsgstr "${text}"\n`;
  const source = po.parse(HEADER + entry('a', '') + entry('b', ''), { file: 's' });
  const target = targetOf(HEADER + entry('a', 'A'));
  const [first, unit] = source.units;
  const after = first!.key;
  const from = { document: source, unit: unit! };
  const edits: Edit[] = [{ op: 'insert', key: unit!.key, text: 'B', after, from }];
  expect(po.edit(target, edits)).toBe(HEADER + entry('a', 'A') + entry('b', 'B'));
});

test('the context of an entry is part of its note, unless a program made it', () => {
  const text = [
    ...['#. A place', 'msgctxt "US state"', 'msgid "Georgia"', 'msgstr ""', ''],
    ...['msgctxt ",5F0DB2A94C1E"', 'msgid "Start"', 'msgstr ""', ''],
    ...['msgctxt "42"', 'msgid "Stop"', 'msgstr ""', ''],
  ].join('\n');
  const { units } = po.parse(text, { role: 'template' });
  expect(units.map(({ note, context }) => [note, context])).toEqual([
    ['US state\nA place', 'US state'],
    [undefined, ',5F0DB2A94C1E'],
    [undefined, '42'],
  ]);
});

test('entries on one line, and comments behind texts', () => {
  const text = `${HEADER}\nmsgid "a" msgstr "x" # said\nmsgid "b" # id\nmsgstr "y" # first\n"z" # last\nmsgid "c" msgstr "" msgid "d" msgstr "w"\n`;
  const target = targetOf(text);
  expect(target.units.map(({ key, text: own }) => [...key, own])).toEqual([
    ...[
      ['a', 'x'],
      ['b', 'yz'],
      ['c', ''],
      ['d', 'w'],
    ],
  ]);
  const set = (key: string, own: string, more = {}): Edit => ({
    ...{ op: 'set', key: [key], text: own, ...more },
  });
  expect(po.edit(target, [set('a', 'X'), set('b', 'Y'), set('d', 'W', { state: 'review' })])).toBe(
    text
      .replace('"x"', '"X"')
      .replace('"y" # first\n"z"', '"Y" # first')
      .replace('msgid "d" msgstr "w"', '\n#, fuzzy\nmsgid "d" msgstr "W"'),
  );
});
