import { describe, expect, it } from 'vitest';
import { xaml } from '../../../src/formats/xaml/index.js';
import type { Edit } from '../../../src/model/index.js';
import { describeKeyedLaws } from '../xaml/read.js';
import { seeds } from './seeds.js';

describeKeyedLaws(xaml, seeds);

const [sample = ''] = seeds;

describe('XAML', () => {
  it('has texts alone as units; white space is one blank unless it is preserved', () => {
    expect(xaml.parse(sample).units.map(({ key, text, note }) => [key[0], text, note])).toEqual([
      ['A', '{0} & b', 'c'],
      ['C', 'One\n two', undefined],
      ['D', '', undefined],
    ]);
  });
  it('line breaks are preserved in what had none', () => {
    const edits: Edit[] = [
      { op: 'set', key: ['A'], text: 'a\nb' },
      { op: 'set', key: ['D'], text: ' d' },
    ];
    expect(xaml.edit(xaml.parse(sample), edits)).toBe(
      sample
        .replace('"A">{0} &amp; b', '"A" xml:space="preserve">a\nb')
        .replace('"D" />', '"D" xml:space="preserve"> d</system:String>'),
    );
  });
  it('a new text has the element of its neighbours and the attributes of its source', () => {
    const source = xaml.parse(sample);
    const target = xaml.parse(
      '<ResourceDictionary xmlns:x="x" xmlns:sys="s">\n\t<sys:String x:Key="A">x</sys:String>\n</ResourceDictionary>\n',
    );
    const from = { document: source, unit: source.units[1]! };
    const edit: Edit = { op: 'insert', key: ['C'], text: 'c', after: ['A'], from };
    expect(xaml.edit(target, [edit])).toContain(
      '\t<sys:String x:Key="C" xml:space="preserve">c</sys:String>\n</',
    );
  });
  it('a new text with line breaks is preserved', () => {
    const source = xaml.parse(sample);
    const target = xaml.edit(source, [{ op: 'remove', key: ['A'] }]);
    const from = { document: source, unit: source.units[0]! };
    const edit: Edit = { op: 'insert', key: ['A'], text: 'a\nb', after: null, from };
    const edited = xaml.edit(xaml.parse(target), [edit]);
    expect(edited).toContain('"A" xml:space="preserve">a\nb</');
    expect(xaml.parse(edited).units[0]?.text).toBe('a\nb');
  });
});
