import { expect, it } from 'vitest';
import { qt } from '../../../src/formats/qt/index.js';

it('plural forms are written where a message without them has the same source', () => {
  const text = `<TS version="2.1" language="de"><context><name>A</name>
    <message><source>%n files</source><translation type="unfinished"></translation></message>
    <message numerus="yes"><source>%n files</source><translation type="unfinished"></translation></message>
</context></TS>
`;
  const forms = (written: string): unknown[] =>
    qt
      .parse(written, { role: 'target', locale: 'de' })
      .units.map(({ key, text: value }) => [key.slice(2), value]);
  const edited = qt.edit(qt.parse(text, { role: 'target', locale: 'de' }), [
    { op: 'set', key: ['A', '%n files', 'other'], text: '%n Dateien' },
  ]);
  expect(forms(edited)).toEqual([
    [[], ''],
    [['one'], ''],
    [['other'], '%n Dateien'],
  ]);
});
