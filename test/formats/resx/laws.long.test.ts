import { describe, expect, it } from 'vitest';
import { resx } from '../../../src/formats/resx/index.js';
import { EditError, type Edit } from '../../../src/model/index.js';
import { corpusFiles } from '../support/corpus.js';
import { describeLaws, type LawFile } from '../support/laws.js';
import { readResx } from './read.js';

const sample = `<?xml version="1.0" encoding="utf-8"?>
<root>
  <!-- <data name="Example"><value>no entry</value></data> -->
  <xsd:schema id="root" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><xsd:element name="data" /></xsd:schema>
  <resheader name="resmimetype">
    <value>text/microsoft-resx</value>
  </resheader>
  <assembly alias="System.Drawing" name="System.Drawing" />
  <data name="Hello" xml:space="preserve">
    <value>Hello, {0}!</value>
    <comment>On the first page</comment>
  </data>
  <data name="label1.Size" type="System.Drawing.Size, System.Drawing">
    <value>631, 104</value>
  </data>
  <data name="$this.Text" xml:space="preserve">
    <value>A &lt;b&gt; &amp; c&#xD;
  two</value>
  </data>
  <data name="&gt;&gt;label1.Name" xml:space="preserve">
    <value>label1</value>
  </data>
  <data name="Empty" xml:space="preserve">
    <value />
  </data>
  <data name="Typed" type="System.String, mscorlib">
    <value><![CDATA[<b>bold</b>]]></value>
  </data>
  <data name="Icon" mimetype="application/x-microsoft.net.object.binary.base64">
    <value>AAEAAAD</value>
  </data>
</root>`;

const fixtures: readonly LawFile[] = [
  { name: 'sample', text: sample },
  { name: 'crlf and bom', text: `\ufeff${sample.replaceAll('\n', '\r\n')}\n` },
  {
    name: 'one line',
    text: '<root><data name="a"><value>A</value></data><data name="b"><value/></data></root>',
  },
];
const { files, refused } = corpusFiles(resx);

describeLaws({
  codec: resx,
  files: [...fixtures, ...files],
  read: readResx,
  // A new target has texts alone: see below.
  derive: false,
});

const parse = (text: string) => resx.parse(text, { file: 'f' });

describe('resx', () => {
  it('of the corpora are all read', () => {
    expect(refused.map(({ name, error }) => `${name} ${error.message}`)).toEqual([]);
  });
  it('has texts alone as units', () => {
    const { units } = parse(sample);
    expect(units.map(({ key, text, note }) => [key[0], text, note])).toEqual([
      ['Hello', 'Hello, {0}!', 'On the first page'],
      ['$this.Text', 'A <b> & c\r\n  two', undefined],
      ['Empty', '', undefined],
      ['Typed', '<b>bold</b>', undefined],
    ]);
  });
  it('a new target has its headers and its texts', () => {
    const document = parse(sample);
    const target = resx.derive(
      document,
      [
        { op: 'set', key: ['Hello'], text: 'Hallo, {0}!' },
        { op: 'set', key: ['$this.Text'], text: 'A > b' },
        { op: 'remove', key: ['Empty'] },
        { op: 'remove', key: ['Typed'] },
      ],
      { locale: 'de', language: 'de' },
    );
    expect(target)
      .toBe(`${sample.slice(0, sample.indexOf('  <assembly'))}  <data name="Hello" xml:space="preserve">
    <value>Hallo, {0}!</value>
    <comment>On the first page</comment>
  </data>
  <data name="$this.Text" xml:space="preserve">
    <value>A &gt; b</value>
  </data>
</root>`);
  });
  it('a new entry is laid out as its neighbour, without the comment of the source', () => {
    const source = parse(sample);
    const target = parse('<root>\r\n\t<data name="x"><value>X</value></data>\r\n</root>\r\n');
    const from = { document: source, unit: source.units[0]! };
    const edit = { op: 'insert', key: ['Hello'], text: 'a\nb', after: null, from } as const;
    expect(resx.edit(target, [edit])).toBe(
      '<root>\r\n\t<data name="Hello" xml:space="preserve"><value>a\r\nb</value></data>\r\n\t<data name="x"><value>X</value></data>\r\n</root>\r\n',
    );
    expect(resx.edit(parse('<root>\n</root>\n'), [edit])).toBe(
      '<root>\n  <data name="Hello" xml:space="preserve">\n    <value>a\nb</value>\n  </data>\n</root>\n',
    );
  });
  it.each([
    ['<root/>', '<root>\n', '</root>'],
    ['<?xml version="1.0"?>\r\n<root />\r\n', '<?xml version="1.0"?>\r\n<root>\r\n', '</root>\r\n'],
  ])('several new entries come into %j', (text, head, foot) => {
    const target = parse(text);
    const edits: Edit[] = [
      { op: 'insert', key: ['a'], text: 'A', after: null },
      { op: 'insert', key: ['b'], text: 'B', after: ['a'] },
    ];
    const entry = (name: string, value: string): string =>
      `  <data name="${name}" xml:space="preserve">\n    <value>${value}</value>\n  </data>\n`;
    const entries = (entry('a', 'A') + entry('b', 'B')).replaceAll('\n', target.newline);
    expect(resx.edit(target, edits)).toBe(head + entries + foot);
    expect(resx.edit(target, edits.toReversed())).toBe(head + entries + foot);
  });
  it('a character that XML lacks is not written', () => {
    const edit = { op: 'set', key: ['Hello'], text: 'bell \u0007' } as const;
    expect(() => resx.edit(parse(sample), [edit])).toThrow(EditError);
  });
  it.each([
    ['<resources/>', /^f:1:1: <resources>; a .resx file must begin with <root>/],
    [
      '<root><data name="a"><value>x</data></root>',
      /^f:1:30: an end tag without a start tag; expected <.value>/,
    ],
    ['<root><data name="a" name="b"/></root>', /^f:1:7: the attribute name appears twice/],
  ])('%j is refused', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });
});
