import { expect, test } from 'vitest';
import { xliff } from '../../../src/formats/xliff/index.js';
import type { Edit } from '../../../src/model/index.js';

const file = (body: string, { step = '  ', language = '' } = {}): string =>
  [
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">',
    `${step}<file source-language="en"${language} datatype="plaintext" original="x">`,
    `${step}${step}${body}`,
    `${step}</file>`,
    '</xliff>',
    '',
  ].join('\n');

const source = xliff.parse(
  file(
    '<body>\n      <trans-unit id="a">\n        <source>A</source>\n      </trans-unit>\n    </body>',
  ),
);

test.each([
  ['  ', '<body>\n    </body>'],
  ['  ', '<body/>'],
  ['  ', '<body></body>'],
  ['\t', '<body>\n\t\t</body>'],
])('the first unit of a file indented by %j stands one level below its %j', (step, body) => {
  const options = { step, language: ' target-language="de"' };
  const document = xliff.parse(file(body, options), { role: 'target', locale: 'de', source });
  const [unit] = source.units;
  const edit: Edit = {
    ...{ op: 'insert', key: ['a'], text: 'Ä', after: null },
    from: { document: source, unit: unit! },
  };
  const indent = step.repeat(3);
  const lines = [
    '<body>',
    `${indent}<trans-unit id="a">`,
    `${indent}${step}<source>A</source>`,
    `${indent}${step}<target state="translated">Ä</target>`,
    `${indent}</trans-unit>`,
    `${step}${step}</body>`,
  ];
  expect(xliff.edit(document, [edit])).toBe(file(lines.join('\n'), options));
});
