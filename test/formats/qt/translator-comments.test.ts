import { expect, it } from 'vitest';
import { qt } from '../../../src/formats/qt/index.js';
import type { Edit } from '../../../src/model/index.js';

const source = qt.parse(
  '<TS version="2.1"><context><name>A</name>\n' +
    '<message><source>New</source><translation type="unfinished"></translation></message>\n' +
    '<message numerus="yes"><source>%n new</source><translation type="unfinished"></translation></message>\n' +
    '</context></TS>\n',
  { role: 'source' },
);

const target = (...messages: readonly string[]): string =>
  `<TS version="2.1" language="de">\n<context>\n    <name>A</name>\n${messages.join('')}</context>\n</TS>\n`;
const message = (said: string, comment: string, translation: string): string =>
  `    <message>\n        <source>${said}</source>\n${comment}        ${translation}\n    </message>\n`;
const COMMENT = '        <translatorcomment>Of a person</translatorcomment>\n';

const edited = (text: string, edits: readonly Edit[]): string =>
  qt.edit(qt.parse(text, { role: 'target', locale: 'de', source }), edits);

const insert = (key: readonly string[], text: string): Edit => {
  const unit = source.units.find((one) => one.key.join() === ['A', ...key].join());
  const from = unit && { from: { document: source, unit } };
  return { op: 'insert', key: ['A', ...key], text, after: null, state: 'review', ...from };
};

it('what a translator said goes along with a text to the new words of its source', () => {
  const old = message('Old', COMMENT, '<translation>Alt</translation>');
  const edits: Edit[] = [
    { ...insert(['New'], 'Alt'), movedFrom: ['A', 'Old'] } as Edit,
    { op: 'remove', key: ['A', 'Old'] },
  ];
  expect(edited(target(old), edits)).toBe(
    target(message('New', COMMENT, '<translation type="unfinished">Alt</translation>')),
  );
});

it('and with plural forms', () => {
  const forms = '<numerusform>%n A</numerusform><numerusform>%n B</numerusform>';
  const old = message('%n old', COMMENT, `<translation>${forms}</translation>`).replace(
    '<message>',
    '<message numerus="yes">',
  );
  const edits = ['one', 'other'].flatMap((form, at): Edit[] => [
    {
      ...insert(['%n new', form], at === 0 ? '%n A' : '%n B'),
      movedFrom: ['A', '%n old', form],
    } as Edit,
    { op: 'remove', key: ['A', '%n old', form] },
  ]);
  const after = edited(target(old), edits);
  expect(after).toContain(`<source>%n new</source>\n${COMMENT}        <translation`);
  expect(after).not.toContain('old');
});

const KEPT: readonly (readonly [string, string, string])[] = [
  [
    'a finished one',
    '<translation>Alt</translation>',
    '<translation type="vanished">Alt</translation>',
  ],
  [
    'an unfinished one',
    '<translation type="unfinished">Alt</translation>',
    '<translation type="obsolete">Alt</translation>',
  ],
  ['an empty one', '<translation x="y"/>', '<translation type="vanished" x="y"/>'],
];

it.each(KEPT)(
  '%s that the source has no more stays with its comment, as lupdate keeps it',
  (_, before, after) => {
    const other = message('Other', '', '<translation>A</translation>');
    const remove: Edit = { op: 'remove', key: ['A', 'Old'], retires: true };
    const text = edited(target(message('Old', COMMENT, before), other), [remove]);
    expect(text).toBe(target(message('Old', COMMENT, after), other));
    expect(qt.parse(text, { role: 'target' }).units.map(({ key }) => key)).toEqual([
      ['A', 'Other'],
    ]);
  },
);

it('plural forms stay together', () => {
  const forms = '<numerusform>%n A</numerusform><numerusform>%n B</numerusform>';
  const text = target(message('%n old', COMMENT, `<translation>${forms}</translation>`)).replace(
    '<message>',
    '<message numerus="yes">',
  );
  const removes = ['one', 'other'].map((form): Edit => {
    return { op: 'remove', key: ['A', '%n old', form], retires: true };
  });
  expect(edited(text, removes)).toBe(
    text.replace('<translation>', '<translation type="vanished">'),
  );
});

it('without a comment it goes', () => {
  const text = target(
    message('Old', '', '<translation>Alt</translation>'),
    message('B', '', '<translation>B</translation>'),
  );
  expect(edited(text, [{ op: 'remove', key: ['A', 'Old'], retires: true }])).toBe(
    target(message('B', '', '<translation>B</translation>')),
  );
});
