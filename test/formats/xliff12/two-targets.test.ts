import { expect, it } from 'vitest';
import { xliff } from '../../../src/formats/xliff/index.js';

const text = `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file source-language="en" target-language="de" original="f" datatype="plaintext"><body>
<trans-unit id="a"><source>A</source>
<target>B</target>
<target>C</target></trans-unit>
<trans-unit id="b"><source>B</source></trans-unit>
</body></file></xliff>
`;

it('a unit with two targets is refused with what is wrong, and where', () => {
  const document = xliff.parse(text, { role: 'target', locale: 'de' });
  const edit = { op: 'insert', key: ['a'], text: 'x', after: null } as const;
  expect(() => xliff.edit(document, [edit])).toThrow(
    'The unit of a cannot be read, line 5, column 1: a second <target> here.',
  );
});
