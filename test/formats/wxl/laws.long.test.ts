import { describe, expect, it } from 'vitest';
import { wxl } from '../../../src/formats/wxl/index.js';
import type { Edit } from '../../../src/model/index.js';
import { describeKeyedLaws } from '../xaml/read.js';
import { seeds } from './seeds.js';

describeKeyedLaws(wxl, seeds);

describe('WXL', () => {
  it.each([
    ['Culture="de"', 0],
    ['Culture="de-DE"', 1],
  ])('a new file has its culture and no number of a language: %s', (culture, at) => {
    const text = seeds[at] ?? '';
    const locale = at === 0 ? 'de' : 'de-DE';
    const expected = text.replace(/Culture="[^"]*"/, culture).replace(' Language="1033"', '');
    expect(wxl.derive(wxl.parse(text), [], { locale, language: locale })).toBe(expected);
  });
  it('a new text is where its source has it', () => {
    const source = wxl.parse(seeds[1] ?? '');
    const target = wxl.parse(
      '<WixLocalization>\n  <String Id="A" Value="Eins" />\n</WixLocalization>\n',
    );
    const from = { document: source, unit: source.units[1]! };
    const edit: Edit = { op: 'insert', key: ['B'], text: 'Zwei "z"', after: ['A'], from };
    expect(wxl.edit(target, [edit])).toContain(
      '  <String Id="B" Overridable="yes" Value="Zwei &quot;z&quot;" />\n</',
    );
  });
});
