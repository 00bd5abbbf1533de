import { describe, expect, it, test } from 'vitest';
import { qt } from '../../../src/formats/qt/index.js';
import type { Edit } from '../../../src/model/index.js';

const form = (text: string): string => `<numerusform>${text}</numerusform>`;
const message = (source: string, ...forms: readonly string[]): string =>
  `<message numerus="yes"><source>${source}</source><translation type="unfinished">${forms.map(form).join('')}</translation></message>`;
const file = (language: string, ...messages: readonly string[]): string =>
  `<TS version="2.1"${language}><context><name>A</name>${messages.join('')}</context></TS>\n`;
const set = (category: string): Edit => {
  return { op: 'set', key: ['A', '%n files', category], text: category };
};

describe('a file without its language gets it with its first plural forms', () => {
  const source = qt.parse(file(' language="en"', message('%n files', '%n file', '%n files')));
  it.each([
    ['de', '', ' language="de"'],
    ['pt-BR', '', ' language="pt_BR"'],
    ['de', ' language=""', ' language="de"'],
    ['de', ' language="de_AT"', ' language="de_AT"'],
  ])('%s: %j becomes %j', (locale, before, after) => {
    const text = file(before, message('%n files', '', ''));
    const document = qt.parse(text, { role: 'target', locale });
    const edited = qt.edit(document, [set('one'), set('other')]);
    expect(edited.slice(0, edited.indexOf('<context>'))).toBe(`<TS version="2.1"${after}>`);
  });
  it('and with a new message that has them', () => {
    const document = qt.parse(file(''), { role: 'target', locale: 'de' });
    const inserts = source.units.map((unit): Edit => ({
      ...{ op: 'insert', key: unit.key, text: unit.text, after: null },
      from: { document: source, unit },
    }));
    expect(qt.edit(document, inserts)).toContain('<TS version="2.1" language="de">');
  });
  it('but not with other texts', () => {
    const plain = '<message><source>Yes</source><translation></translation></message>';
    const document = qt.parse(file('', plain), { role: 'target', locale: 'de' });
    const edited = qt.edit(document, [{ op: 'set', key: ['A', 'Yes'], text: 'Ja' }]);
    expect(edited).toContain('<TS version="2.1"><context>');
  });
});

test.each([
  ['tr', ['', ''], ['other']],
  ['ja', ['', ''], ['other']],
  ['de', ['', '', ''], ['one', 'other']],
  ['pl', ['', ''], ['one', 'few', 'many']],
  ['tr', ['bir', 'çok'], ['one', 'other']],
])('%s: a message with the forms %j asks for %j', (language, forms, expected) => {
  const text = file(` language="${language}"`, message('%n files', ...forms));
  const { units } = qt.parse(text, { role: 'target', locale: language });
  expect(units.map(({ plural }) => plural)).toEqual(expected);
});

test.each(['<TS version="2.1" language="de"/>', '<TS version="2.1" language="de"></TS>'])(
  'several messages come at once into %s',
  (empty) => {
    const source = qt.parse(
      file(' language="en"', message('%n a', '', ''), message('%n b', '', '')),
    );
    const edits = source.units.map((unit): Edit => ({
      ...{ op: 'insert', key: unit.key, text: unit.text, after: null },
      from: { document: source, unit },
    }));
    const edited = qt.edit(qt.parse(empty, { role: 'target', locale: 'de' }), edits);
    const texts = ({ units }: typeof source): readonly string[] => units.map(({ text }) => text);
    expect(texts(qt.parse(edited, { role: 'target' }))).toEqual(texts(source));
  },
);
