import { describe, expect, it } from 'vitest';
import { qt } from '../../../src/formats/qt/index.js';
import { qtForms, type Edit, type Unit } from '../../../src/model/index.js';
import { categoriesOf } from '../../../src/text/plural.js';
import { corpusFiles } from '../support/corpus.js';
import { describeLaws, type LawFile } from '../support/laws.js';
import { english, german } from './fixtures.js';
import { readQt } from './read.js';

const options = { role: 'target' } as const;
const fixtures: readonly LawFile[] = [
  { name: 'german', text: german, options },
  { name: 'crlf and bom', text: `\ufeff${german.replaceAll('\n', '\r\n')}`, options },
  { name: 'no last line end', text: german.trimEnd(), options },
];
const { files, refused } = corpusFiles(qt, () => options);

describeLaws({
  codec: qt,
  files: [...fixtures, ...files],
  read: readQt,
  // The forms of a plural share the mark of their translation, and a new target has no old texts:
  // see below.
  editable: ({ plural }) => plural === undefined,
  perFile: 3,
  derive: false,
});

const parse = (text: string, more = {}) => qt.parse(text, { file: 'f', ...options, ...more });
const named = (units: readonly Unit[]): [string, string][] =>
  units.map(({ key, text }) => [key.slice(1).join('/'), text]);

describe('qt', () => {
  it('of the corpora are all read', () => {
    expect(refused.map(({ name, error }) => `${name} ${error.message}`)).toEqual([]);
  });
  it('targets have their translations, and say what is open', () => {
    const { units, targetLanguage, sourceLanguage } = parse(german);
    expect({ targetLanguage, sourceLanguage }).toEqual({
      ...{ targetLanguage: 'de-DE', sourceLanguage: 'en' },
    });
    expect(
      units.map(({ key, text, state, source }) => [key.join('/'), text, state, source]),
    ).toEqual([
      ['MainWindow/&Open "%1"', '"%1" ö&ffnen', undefined, '&Open "%1"'],
      ['MainWindow/a window/Close', '', 'initial', 'Close'],
      ['MainWindow/a sale/Close', 'Abschluss', 'review', 'Close'],
      ['MainWindow/%n file(s)/one', '%n Datei', 'review', '%n file(s)'],
      ['MainWindow/%n file(s)/other', '', 'initial', '%n file(s)'],
      ['Dialog/dialog-ok', 'OK\u001b\u00a0x\ny', undefined, 'OK'],
      ['Dialog/%n user(s)/one', '%n Benutzer', undefined, '%n user(s)'],
      ['Dialog/%n user(s)/other', '%n Benutzer', undefined, '%n user(s)'],
    ]);
    expect(units[0]?.note).toBe("In the menu 'File'");
  });
  it('a source has the texts of the code, or what is put better', () => {
    const { units } = parse(english, { role: 'source' });
    expect(named(units)).toEqual([
      ['Open <b>%1</b>', 'Open <b>%1</b>'],
      ['colour', 'color'],
      ['%n file(s)/one', '%n file'],
      ['%n file(s)/other', '%n files'],
      ['%n user(s)/one', '%n user(s)'],
      ['%n user(s)/other', '%n user(s)'],
    ]);
    expect(units.map(({ source }) => source)).toEqual([
      ...[undefined, 'colour', '%n file(s)', '%n file(s)', undefined, undefined],
    ]);
  });
  it('what is translated is finished, and what waits for review is not', () => {
    const key = ['MainWindow', 'a window', 'Close'];
    const document = parse(german);
    const open = '<comment>a window</comment>\n        <translation type="unfinished">';
    const done = german.replace(`${open}</translation>`, (all) =>
      all.replace(' type="unfinished">', '>Schlie&apos;ßen'),
    );
    expect(qt.edit(document, [{ op: 'set', key, text: "Schlie'ßen" }])).toBe(done);
    expect(qt.edit(document, [{ op: 'set', key, text: 'So', state: 'review' }])).toBe(
      german.replace(`${open}</translation>`, (all) => all.replace('><', '>So<')),
    );
    const accept: Edit = { op: 'set', key: ['MainWindow', 'a sale', 'Close'], text: 'Abschluss' };
    expect(qt.edit(document, [accept])).toBe(
      german.replace(' type="unfinished">Abschluss', '>Abschluss'),
    );
  });
  it('plural forms are finished together', () => {
    const document = parse(german);
    const set = (form: string, text: string): Edit => ({
      ...{ op: 'set', key: ['MainWindow', '%n file(s)', form], text },
    });
    expect(qt.edit(document, [set('one', 'eine')])).toBe(german.replace('%n Datei', 'eine'));
    const after = qt.edit(document, [set('other', '%n Dateien'), set('one', '%n Datei')]);
    expect(after).toBe(
      german
        .replace('<translation type="unfinished">\n ', '<translation>\n ')
        .replace('<numerusform></numerusform>', '<numerusform>%n Dateien</numerusform>'),
    );
  });
  it('a form that the file has not yet is added', () => {
    const text = german.replace('de_DE', 'pl').replaceAll(/ *<numerusform>%n Benutzer.*\n/g, '');
    const document = parse(text);
    expect(document.pluralCategories).toEqual(['one', 'other']);
    const polish = parse(text.replaceAll(/ *<numerusform>.*\n/g, ''));
    const keys = (form: string): string[] => ['Dialog', '%n user(s)', form];
    const edits = ['one', 'few', 'many'].map((form): Edit => ({
      op: 'set',
      key: keys(form),
      text: form,
    }));
    expect(qt.edit(polish, edits)).toContain(`<translation>
            <numerusform>one</numerusform>
            <numerusform>few</numerusform>
            <numerusform>many</numerusform>
        </translation>`);
  });
  it.each([
    ['pl', ['one', 'few', 'many']],
    ['ja', ['other']],
    ['lv', ['one', 'other', 'zero']],
  ])('a new target has the forms of its language: %s', (language, forms) => {
    const document = parse(english, { role: 'source', locale: 'en' });
    const has = new Set<string>(['one', 'other']);
    const unit = document.units.find(({ plural }) => plural === 'other')!;
    const keyOf = (form: string): string[] => ['MainWindow', '%n file(s)', form];
    const edits = forms.map((form, at): Edit => {
      const from = { document, unit };
      if (has.delete(form)) return { op: 'set', key: keyOf(form), text: form };
      const after = at === 0 ? null : keyOf(forms[at - 1]!);
      return { op: 'insert', key: keyOf(form), text: form, after, from };
    });
    const removed = [...has].map((form): Edit => ({ op: 'remove', key: keyOf(form) }));
    const others = document.units
      .filter(({ key }) => key[1] !== '%n file(s)')
      .map(({ key }): Edit => ({ op: 'remove', key }));
    const target = qt.derive(document, [...edits, ...removed, ...others], {
      ...{ locale: language, language: `${language}-XX` },
    });
    expect(target).toContain(`<TS version="2.1" language="${language}_XX">`);
    expect(named(parse(target).units)).toEqual(forms.map((form) => [`%n file(s)/${form}`, form]));
    expect(target).not.toContain('unfinished');
  });
  it('a message that the target lacks stands beside its neighbour, in a context of its own where due', () => {
    const source = parse(english, { role: 'source', locale: 'en' });
    const target = parse(german.replaceAll('MainWindow', 'Other'));
    const [first, , ...rest] = source.units;
    const edits = [first!, ...rest].map((unit): Edit => {
      return {
        op: 'insert',
        key: unit.key,
        text: `* ${unit.text}`,
        after: null,
        from: { document: source, unit },
      };
    });
    expect(qt.edit(target, edits)).toBe(
      target.text.replace(
        '<context>',
        `<context>
    <name>MainWindow</name>
    <message>
        <source>Open &lt;b&gt;%1&lt;/b&gt;</source>
        <translation>* Open &lt;b&gt;%1&lt;/b&gt;</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>* %n file</numerusform>
            <numerusform>* %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n user(s)</source>
        <translation>
            <numerusform>* %n user(s)</numerusform>
            <numerusform>* %n user(s)</numerusform>
        </translation>
    </message>
</context>
<context>`,
      ),
    );
  });
  it('a message with an id gets the source of today', () => {
    const source = parse(german.replace('<source>OK<', '<source>Okay<'), { role: 'source' });
    const unit = source.units.find(({ key }) => key[1] === 'dialog-ok')!;
    const from = { document: source, unit };
    const edit: Edit = { op: 'set', key: unit.key, text: 'Gut', from };
    expect(qt.edit(parse(german), [edit])).toContain(
      '<source>Okay</source>\n        <translation>Gut</translation>',
    );
  });
  it.each([
    ['export const a: Foo<TS> = 1;\n', false],
    ['<?xml version="1.0"?>\n<!DOCTYPE TS><TS version="2.1">', true],
    ['<TS version="2.1">', true],
    ['<TSX/>', false],
  ])('%j is told from TypeScript', (text, isQt) => {
    expect(qt.capabilities.signature?.test(text)).toBe(isQt);
    if (!isQt) expect(() => parse(text)).toThrow(/^f:1:1: /);
  });
  it('the two tables of plural forms agree', () => {
    const languages =
      'ar be bs cs cy da de en fa fr ga gd hr hu is ja lt lv mk mt pl pt_BR ro ru sk sl sr sv tl tr uk vi zh_CN';
    for (const one of languages.split(' '))
      expect([...qtForms(one)].toSorted(), one).toEqual(
        [...categoriesOf(one, false, 'qt')].toSorted(),
      );
  });
  it('a new target has nothing of what the code no longer has, and no length variants', () => {
    const message = (source: string, attribute = ''): string =>
      `    <message>\n        <source>${source}</source>\n        <translation${attribute}>${source}</translation>\n    </message>\n`;
    const context = (name: string, messages: string): string =>
      `<context>\n    <name>${name}</name>\n${messages}</context>\n`;
    const file = (contexts: string, language = 'en'): string =>
      `<!DOCTYPE TS>\n<TS version="2.1" language="${language}">\n${contexts}</TS>\n`;
    const [vanished, obsolete] = [' type="vanished"', ' type="obsolete"'];
    const variants = message('Long', ' variants="yes"').replace(
      />Long(?=<\/tr)/,
      '><lengthvariant>L</lengthvariant>',
    );
    const old = message('Old', vanished) + message('Older', obsolete) + variants;
    const source = parse(file(context('A', message('Open') + old) + context('B', old) + old), {
      role: 'source',
    });
    const edit: Edit = { op: 'set', key: ['A', 'Open'], text: 'Open' };
    expect(qt.derive(source, [edit], { locale: 'de', language: 'de' })).toBe(
      file(context('A', message('Open')), 'de'),
    );
  });
});
