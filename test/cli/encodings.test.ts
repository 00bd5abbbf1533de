import { expect, test } from 'vitest';
import { Project } from '../support/project.js';
import { environment, service } from '../support/service.js';

const xlf = (target: string): string => `<?xml version="1.0" encoding="ISO-8859-1"?>
<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de">
<file id="f">
<unit id="a"><segment><source>Caf\u00e9</source>${target}</segment></unit>
<unit id="b"><segment><source>Second \u00e9t\u00e9</source></segment></unit>
</file>
</xliff>
`;

test('files are read and written in their own encoding, new ones in that of their source', async () => {
  const running = await service();
  const source = Buffer.from(
    '\ufeff{\r\n\t"a": "Première page",\r\n\t"b": "😀"\r\n}\r\n',
    'utf16le',
  );
  const project = new Project({
    'service.config.yaml': `source: en
targets: [de]
catalogs:
  - { source: app/en.json, target: 'app/{locale}.json' }
  - { source: web/en.json, target: 'web/{locale}.json', encoding: latin1 }
  - { source: i18n/en.xlf, target: 'i18n/{locale}.xlf' }
`,
    'app/en.json': source,
    'web/en.json': Buffer.from('{"a": "Caf\u00e9 and more"}', 'latin1'),
    'i18n/en.xlf': Buffer.from(xlf(''), 'latin1'),
    'i18n/de.xlf': Buffer.from(xlf('<target>Kaff\u00e9\u00e4</target>'), 'latin1'),
  });
  const { code, problems } = await project.report(['sync'], { env: environment(running) });
  expect(problems).toEqual([]);
  expect(code).toBe(0);
  const files = project.files();
  const utf16 = Buffer.from(files['app/de.json'] ?? '', 'latin1');
  expect(utf16.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xfe]));
  expect(utf16.toString('utf16le')).toMatch(
    /^\ufeff\{\r\n\t"a": "\[de .*",\r\n\t"b": "😀"\r\n\}\r\n$/,
  );
  const escaped = files['web/de.json'] ?? '';
  expect(escaped).toMatch(/^\{"a": "\[de .*\\u[0-9a-f]{4}.*\]"\}$/);
  expect(JSON.parse(escaped)).toHaveProperty('a');
  expect(files['i18n/de.xlf']).toContain('<target>Kaff\u00e9\u00e4</target>');
  expect(files['i18n/de.xlf']).toMatch(/<target.*&#x[0-9A-F]+;/);
  expect(files['app/en.json']).toBe(source.toString('latin1'));
  const again = await project.report(['sync'], { env: environment(running) });
  expect(again.requests).toBe(0);
  expect(project.files()).toEqual(files);
});
