import { expect, test } from 'vitest';
import { qt } from '../../../src/formats/qt/index.js';
import type { SetEdit } from '../../../src/model/index.js';

const file = (type: string, one: string, other: string): string =>
  `<TS version="2.1" language="de"><context><name>A</name><message numerus="yes"><source>%n files</source><translation${type}><numerusform>${one}</numerusform><numerusform>${other}</numerusform></translation></message></context></TS>\n`;
const set = (form: string, text: string): SetEdit => {
  return { op: 'set', key: ['A', '%n files', form], text };
};
const OPEN = ' type="unfinished"';

test.each<[string, string, readonly SetEdit[], string]>([
  [
    'a form is filled beside one that waits for review',
    file(OPEN, '%n Datei', ''),
    [set('other', '%n Dateien')],
    file(OPEN, '%n Datei', '%n Dateien'),
  ],
  [
    'all forms are accepted',
    file(OPEN, '%n Datei', '%n Dateien'),
    [set('one', '%n Datei'), set('other', '%n Dateien')],
    file('', '%n Datei', '%n Dateien'),
  ],
  [
    'all forms are filled',
    file(OPEN, '', ''),
    [set('one', '%n Datei'), set('other', '%n Dateien')],
    file('', '%n Datei', '%n Dateien'),
  ],
  [
    'a form of what is done is changed',
    file('', '%n Datei', '%n Datei'),
    [set('other', '%n Dateien')],
    file('', '%n Datei', '%n Dateien'),
  ],
])('%s', (_, before, edits, after) => {
  const document = qt.parse(before, { role: 'target', locale: 'de' });
  expect(qt.edit(document, edits)).toBe(after);
});

test('a form beyond those of the language stays', () => {
  const others = ['users', 'days'].map(
    (name) =>
      `<message numerus="yes"><source>%n ${name}</source><translation><numerusform>1</numerusform><numerusform>2</numerusform></translation></message>`,
  );
  const withMore = (other: string): string =>
    file('', '%n Datei', `${other}</numerusform><numerusform>%n viele`).replace(
      '</context>',
      `${others.join('')}</context>`,
    );
  const document = qt.parse(withMore('%n Datei'), { role: 'target', locale: 'de' });
  expect(qt.edit(document, [set('other', '%n Dateien')])).toBe(withMore('%n Dateien'));
});
