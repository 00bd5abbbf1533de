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

const ascii = (body: string): string => `<?xml version="1.0" encoding="US-ASCII"?>\n${body}\n`;
const plist = (body: string): string =>
  ascii(`<plist version="1.0">\n<dict>\n${body}\n</dict>\n</plist>`);
const xliff2 = (target: string): string =>
  ascii(`<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en"${target === '' ? '' : ' trgLang="de"'}>
<file id="f"><unit id="a"><segment><source>Open the door</source>${target}</segment></unit></file>
</xliff>`);
const resx = (value: string): string =>
  ascii(`<root>\n  <data name="a">\n    <value><![CDATA[${value}]]></value>\n  </data>\n</root>`);

test('what ASCII lacks is escaped in a file that says it is ASCII', async () => {
  const running = await service();
  const project = new Project({
    'service.config.yaml': `source: en
targets: [de]
catalogs:
  - { source: values/strings.xml, target: 'values-{locale}/strings.xml' }
  - { source: S.resx, target: 'S.{locale}.resx' }
  - { source: app_en.ts, target: 'app_{locale}.ts' }
  - { source: en.lproj/X.strings, target: '{locale}.lproj/X.strings' }
  - { source: en.lproj/L.stringsdict, target: '{locale}.lproj/L.stringsdict' }
  - { source: i18n/en.xlf, target: 'i18n/{locale}.xlf' }
`,
    'values/strings.xml': ascii('<resources>\n    <string name="a">Open it</string>\n</resources>'),
    'S.resx': resx('Open it'),
    'S.de.resx': resx(''),
    'app_en.ts': ascii(
      '<TS version="2.1" language="en">\n<context>\n<name>A</name>\n<message><source>Open it</source><translation>Open it</translation></message>\n</context>\n</TS>',
    ),
    'en.lproj/X.strings': plist('\t<key>a</key>\n\t<string>Open it</string>'),
    'en.lproj/L.stringsdict': plist(
      '<key>a</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@n@</string><key>n</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string><key>NSStringFormatValueTypeKey</key><string>d</string><key>one</key><string>%d file</string><key>other</key><string>%d files</string></dict></dict>',
    ),
    'i18n/en.xlf': xliff2(''),
    'i18n/de.xlf': xliff2('<target><![CDATA[]]></target>'),
  });
  const { code, problems } = await project.report(['sync'], { env: environment(running) });
  expect(problems).toEqual([]);
  expect(code).toBe(0);
  const files = project.files();
  const escaped = {
    'values-de/strings.xml': /"a">\[de \\u00d3[^<]*</,
    'S.de.resx': /<value>\[de &#xD3;[^<]*</,
    'app_de.ts': /<translation>\[de &#xd3;[^<]*</,
    'de.lproj/X.strings': /<string>\[de &#xD3;[^<]*</,
    'de.lproj/L.stringsdict': /<string>\[de %d f&#xED;[^<]*</,
    'i18n/de.xlf': /<target>\[de &#xD3;[^<]*</,
  };
  for (const [path, text] of Object.entries(escaped)) {
    expect(files[path], path).toMatch(text);
    expect(files[path], path).toMatch(/^[\0-\x7f]*$/);
  }
  expect((await project.report(['sync'], { env: environment(running) })).requests).toBe(0);
});

test.each<[string, Buffer, RegExp]>([
  ['escaped where those of another target are', Buffer.from('a=\\u00c4\n'), /\\u[0-9a-f]{4}/],
  ['escaped beside a target in Latin-1', Buffer.from('a=\u00c4\n', 'latin1'), /\\u[0-9a-f]{4}/],
  ['as they are beside a target in UTF-8', Buffer.from('a=Ä\n'), /[\x80-\xff]/],
  // Properties.load reads Latin-1, ResourceBundle UTF-8, and both read escapes.
  ['escaped where nobody shows how', Buffer.from('a=Auf\n'), /\\u[0-9a-f]{4}/],
])('letters of plain ASCII in .properties are %s', async (_, beside, expected) => {
  const running = await service();
  const project = new Project({
    'service.config.yaml':
      'source: en\ntargets: [de, fr, ja]\ncatalogs: [{ files: "m_{locale}.properties" }]\n',
    'm_en.properties': 'a=Open\nb=Close\n',
    'm_de.properties': Buffer.concat([beside, Buffer.from('b=Zu\n')]),
    // One to add to, and none.
    'm_fr.properties': 'a=Ouvrir\n',
  });
  const { code } = await project.report(['sync'], { env: environment(running) });
  expect(code).toBe(0);
  const files = project.files();
  for (const name of ['m_fr.properties', 'm_ja.properties']) {
    const text = files[name] ?? '';
    expect(text).toMatch(expected);
    expect(/[\x80-\xff]/.test(text)).toBe(!/\\u/.test(text));
  }
  const again = await project.report(['sync'], { env: environment(running) });
  expect(again.requests).toBe(0);
  expect(project.files()).toEqual(files);
});

test('letters of plain ASCII in .properties are as they are where the config says UTF-8', async () => {
  const project = new Project({
    'service.config.yaml':
      'source: en\ntargets: [de]\ncatalogs: [{ files: "m_{locale}.properties", encoding: utf-8 }]\n',
    'm_en.properties': 'a=Open\n',
  });
  const { code } = await project.report(['sync'], { env: environment(await service()) });
  expect(code).toBe(0);
  expect(project.files()['m_de.properties']).toMatch(/^a=\[de .*[\x80-\xff]/);
});

test('what an encoding lacks is reported with its key, in texts and in keys', async () => {
  const entry = (id: string): string => `\nmsgid "${id}"\nmsgstr ""\n`;
  const head = (charset: string): string =>
    `msgid ""\nmsgstr "Content-Type: text/plain; charset=${charset}\\n"\n`;
  const project = new Project({
    'service.config.yaml':
      'source: en\ntargets: [de]\ncatalogs:\n  - { source: a.pot, target: "{locale}.po" }\n  - { source: a.php, target: "{locale}.php", encoding: latin1 }\n',
    'a.pot': head('UTF-8') + entry('One…') + entry('12'),
    'de.po': head('ISO-8859-1'),
    'a.php': "<?php return ['a' => 'Open'];\n",
  });
  const { code, problems } = await project.report(['sync'], { env: environment(await service()) });
  expect(code).toBe(1);
  expect(problems).toMatchObject([
    {
      key: 'a',
      message: expect.stringContaining('the encoding of its source; save the source') as string,
    },
    { key: 'One…', message: expect.stringContaining('"…" cannot be encoded') as string },
  ]);
  expect(project.read('de.po')).toBe(head('ISO-8859-1') + entry('12').replace('""', '"12"'));
});
