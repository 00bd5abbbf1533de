import type { KnownFormat } from '../../../src/formats/endings.js';

/** Bad inputs of a format. */
export interface BadInput {
  /** A file that contains one text. */
  readonly file: (text: string) => string;
  /** Description of the defect → the file. */
  readonly inputs: Readonly<Record<string, string | Uint8Array>>;
}

const BOMB =
  '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">';
const bomb = (root: string): string => `<!DOCTYPE ${root} [${BOMB}]>\n`;

const outside = (root: string): string =>
  `<!DOCTYPE ${root} [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n`;

const LEVELS = 30;
/** Each entity is ten times the previous one, up to 10^30 characters. */
const LAUGHS = Array.from({ length: LEVELS }, (_, i) => {
  const value = i === 0 ? 'lol' : `&l${i - 1};`.repeat(10);
  return `<!ENTITY l${i} "${value}">`;
}).join('\n');
const laughs = (root: string): string => `<!DOCTYPE ${root} [${LAUGHS}]>\n`;

const xliff = (text: string): string =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en"><file id="f">\n<unit id="a"><segment><source>${text}</source></segment></unit>\n</file></xliff>\n`;
const android = (text: string): string =>
  `<resources>\n<string name="a">${text}</string>\n</resources>\n`;
const resx = (text: string): string =>
  `<root>\n<data name="a" xml:space="preserve"><value>${text}</value></data>\n</root>\n`;
const ttml = (text: string): string =>
  `<tt xmlns="http://www.w3.org/ns/ttml"><body><div>\n<p begin="1s" end="2s">${text}</p>\n</div></body></tt>\n`;
const xaml = (text: string): string =>
  `<ResourceDictionary xmlns:x="x">\n<x:String x:Key="a">${text}</x:String>\n</ResourceDictionary>\n`;
const wxl = (text: string): string =>
  `<WixLocalization Culture="en-us">\n<String Id="a">${text}</String>\n</WixLocalization>\n`;
const plist = (text: string): string =>
  `<plist version="1.0">\n<dict><key>a</key><string>${text}</string></dict>\n</plist>\n`;
const dict = (text: string): string =>
  `<plist version="1.0">\n<dict><key>a</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@n@</string><key>n</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string><key>other</key><string>${text}</string></dict></dict></dict>\n</plist>\n`;
const qt = (text: string): string =>
  `<TS version="2.1" language="de"><context><name>A</name>\n<message><source>s</source><translation>${text}</translation></message>\n</context></TS>\n`;
const php = (text: string): string => `<?php\nreturn ['a' => "${text}"];\n`;
const xcstrings = (text: string): string =>
  `{"sourceLanguage":"en","version":"1.0","strings":{\n"a":{"localizations":{"en":{"stringUnit":{"state":"translated","value":"${text}"}}}}}}\n`;
const po = (text: string): string =>
  `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr "${text}"\n`;

/** Non-ASCII bytes in a charset. */
const inCharset = (name: string): Uint8Array =>
  Buffer.from(po('\xa4\xa4').replace('UTF-8', name), 'latin1');

/** Every format. A new format without an entry does not compile. */
export const BAD_INPUTS: Readonly<Record<KnownFormat, BadInput>> = {
  arb: {
    file: (text) => `{\n"a": "${text}"\n}\n`,
    inputs: {
      'cut off': '{\n"a": "x"\n',
      'a key that stands twice': '{\n"a": "1",\n"a": "2"\n}\n',
      'an unknown escape': '{\n"a": "\\q"\n}\n',
    },
  },
  json: {
    file: (text) => `{\n"a": "${text}"\n}\n`,
    inputs: {
      'cut off': '{\n"a": "x"\n',
      'a key that stands twice': '{\n"a": "1",\n"a": "2"\n}\n',
      'an unknown escape': '{\n"a": "\\q"\n}\n',
    },
  },
  yaml: {
    file: (text) => `a: "${text}"\n`,
    inputs: {
      'cut off': 'a: "x\n',
      'a key that stands twice': 'a: "1"\na: "2"\n',
      'an unknown escape': 'b: x\na: "\\q"\n',
      'cut off in a key': 'a: x\nbe',
      'two colons': 'a: b: c\n',
      'text behind quotes': 'a: "x" y\n',
    },
  },
  xliff: {
    file: xliff,
    inputs: {
      'cut off': xliff('x').slice(0, -20),
      'a key that stands twice': xliff('x').replace(/<unit.*\n/, '$&$&'),
      'an unknown entity': xliff('&x;'),
      'an entity bomb': bomb('xliff') + xliff('&c;'),
      'a billion laughs': laughs('xliff') + xliff('&l29;'),
    },
  },
  srt: {
    file: (text) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`,
    inputs: { 'cut off': '1\n00:00:01,0' },
  },
  vtt: {
    file: (text) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`,
    inputs: { 'another file': '1\n00:00:01,000 --> 00:00:02,000\nx\n', 'cut off': 'WEBV' },
  },
  properties: {
    file: (text) => `a=${text}\n`,
    inputs: {
      'a key that stands twice': 'a=1\na=2\n',
      'an unknown escape': 'b=x\na=\\u12x\n',
      'an escape that is its letter': 'a=\\q\n',
    },
  },
  csv: {
    file: (text) => `key,en\na,"${text}"\n`,
    inputs: { 'cut off': 'key,en\na,"x\n', 'a key that stands twice': 'key,en\na,1\na,2\n' },
  },
  php: {
    file: php,
    inputs: {
      'cut off': "<?php\nreturn ['a' => 'x',\n",
      'a key that stands twice': "<?php\nreturn ['a' => '1',\n'a' => '2'];\n",
      'cut off before its last character': "<?php\nreturn ['a' => 'x']\n",
      'an unknown escape': php('\\u{zz}'),
      'an escape in a text with variables': php('$x \\u{110000}'),
      'an escape in a heredoc': "<?php\nreturn ['a' => <<<X\n  b \\u{}\n  X];\n",
      'escapes that are none':
        "<?php\nreturn ['a' => '\\u{zz}', 'b' => \"\\\\u{zz} \\u12 \\u{d800}\"];\n",
      'code beyond arrays': "<?php\nsystem('id');\nreturn ['a' => 'x'];\n",
      'a function': "<?php\nfunction f() {}\nreturn ['a' => 'x'];\n",
      'a class': "<?php\nclass A {}\nreturn ['a' => 'x'];\n",
    },
  },
  android: {
    file: android,
    inputs: {
      'cut off': android('x').slice(0, -8),
      'a key that stands twice': android('x').replace(/<string.*\n/, '$&$&'),
      'an unknown escape': android('\\u12x'),
      'an escape that is its letter': android('\\q'),
      'an unknown entity': android('&x;'),
      'an entity bomb': bomb('resources') + android('&c;'),
      'a billion laughs': laughs('resources') + android('&l29;'),
    },
  },
  strings: {
    file: (text) => `"b" = "x";\n"a" = "${text}";\n`,
    inputs: {
      'cut off': '"a" = "x',
      'a key that stands twice': '"a" = "1";\n"a" = "2";\n',
      'an escape that is its letter': '"a" = "\\q";\n',
      'an entity bomb': bomb('plist') + plist('&c;'),
      'a billion laughs': laughs('plist') + plist('&l29;'),
    },
  },
  xcstrings: {
    file: xcstrings,
    inputs: {
      'cut off': xcstrings('x').slice(0, -3),
      'a key that stands twice': xcstrings('x').replace(/("a":.*\}\}\})\}\}/, '$1,\n$1}}'),
      'an unknown escape': xcstrings('\\q'),
    },
  },
  po: {
    file: po,
    inputs: {
      'cut off': po('x').slice(0, -3),
      'cut off in the comments of an entry': po('x') + '\n#: src/a.c',
      'a key that stands twice': po('x') + '\nmsgid "a"\nmsgstr "y"\n',
      'an unknown escape': po('\\q'),
      'a charset that is not known': inCharset('EUC-TW'),
      'another charset that is not known': inCharset('JOHAB'),
      'a plural header that lies':
        po('x').replace('UTF-8\\n', '$&Plural-Forms: nplurals=3; plural=n != 1;\\n') +
        '\nmsgid "b"\nmsgid_plural "c"\nmsgstr[0] "1"\nmsgstr[1] "2"\n',
      'a plural header that is no expression': po('x').replace(
        'UTF-8\\n',
        '$&Plural-Forms: nplurals=2; plural=(n;\\n',
      ),
      'a plural header that lies, where nothing has plurals': po('x').replace(
        'UTF-8\\n',
        '$&Plural-Forms: nplurals=4; plural=n == 1 ? 0 : 1;\\n',
      ),
      'a form for fractions alone': po('x').replace(
        'UTF-8\\n',
        '$&Plural-Forms: nplurals=3; plural=(n == 1 ? 0 : n != 1 ? 1 : 2);\\n',
      ),
      'more forms than the header says':
        po('x').replace('UTF-8\\n', '$&Plural-Forms: nplurals=1; plural=0;\\n') +
        '\nmsgid "b"\nmsgid_plural "c"\nmsgstr[0] "1"\nmsgstr[1] "2"\n',
    },
  },
  stringsdict: {
    file: dict,
    inputs: {
      'cut off': dict('x').slice(0, -10),
      'a key that stands twice': dict('x').replace(
        '<key>other</key>',
        '<key>other</key><string>y</string>$&',
      ),
      'an unknown entity': dict('&x;'),
      'an entity bomb': bomb('plist') + dict('&c;'),
      'a billion laughs': laughs('plist') + dict('&l29;'),
    },
  },
  resx: {
    file: resx,
    inputs: {
      'cut off': resx('x').slice(0, -8),
      'a key that stands twice': resx('x').replace(/<data.*\n/, '$&$&'),
      'an unknown entity': resx('&x;'),
      'an entity of another file': outside('root') + resx('&x;'),
      'an entity bomb': bomb('root') + resx('&c;'),
      'a billion laughs': laughs('root') + resx('&l29;'),
    },
  },
  qt: {
    file: qt,
    inputs: {
      'cut off': qt('x').slice(0, -8),
      'a key that stands twice': qt('x').replace(/<message.*\n/, '$&$&'),
      'an unknown entity': qt('&x;'),
      'an entity of another file': outside('TS') + qt('&x;'),
      'an entity bomb': bomb('TS') + qt('&c;'),
      'a billion laughs': laughs('TS') + qt('&l29;'),
    },
  },
  toml: {
    file: (text) => `a = "${text}"\n`,
    inputs: {
      'cut off': 'a = "x\n',
      'a key that stands twice': 'a = "1"\na = "2"\n',
      'an unknown escape': 'a = "\\q"\n',
    },
  },
  markdown: {
    file: (text) => `# A\n\n${text}\n`,
    inputs: {
      'cut off': '---\ntitle: "x\n---\n\n# A\n',
      'front matter that is no TOML': '+++\na = "b"\ntitle = x\n+++\n',
      'front matter with Liquid': '---\ntitle: {{ site.title }} b\n---\n\n# A\n',
      'words between rulers': '---\n\nWords "x\n\nMore\n\n---\n',
    },
  },
  javascript: {
    file: (text) => `export default {\na: '${text}'\n};\n`,
    inputs: {
      'cut off': "export default {\na: 'x'\n",
      'a key that stands twice': "export default {\na: '1',\n'a': '2'\n};\n",
      'an unknown escape': "export default {\na: '\\xzz'\n};\n",
      'an escape that is its letter': "export default {\na: '\\q'\n};\n",
    },
  },
  vue: {
    file: (text) => `<i18n>\n{ "en": {\n"a": "${text}"\n} }\n</i18n>\n`,
    inputs: {
      'cut off': '<i18n>\n{ "en": {\n"a": "x"\n</i18n>\n',
      'a key that stands twice': '<i18n>\n{ "en": {\n"a": "1",\n"a": "2"\n} }\n</i18n>\n',
      'an unknown escape': '<i18n>\n{ "en": {\n"a": "\\xzz"\n} }\n</i18n>\n',
    },
  },
  json5: {
    file: (text) => `{\na: '${text}'\n}\n`,
    inputs: {
      'cut off': "{\na: 'x'\n",
      'a key that stands twice': "{\na: '1',\n'a': '2'\n}\n",
      'an unknown escape': "{\na: '\\xzz'\n}\n",
      'an escape that is its letter': "{\na: '\\q'\n}\n",
    },
  },
  lua: {
    file: (text) => `return { a = "${text}" }\n`,
    inputs: {
      'cut off': 'return { a = "x',
      'a key that stands twice': 'return {\na = "1",\na = "2" }\n',
    },
  },
  ini: {
    file: (text) => `a = ${text}\n`,
    inputs: {
      'a key that stands twice': 'a = 1\na = 2\n',
      'an escape that is its letter': 'a = "\\q"\n',
      'lines that are no pair': 'a = x\nno pair\nb = y\n',
    },
  },
  ass: {
    file: (text) =>
      `[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,${text}\n`,
    inputs: {
      'cut off':
        '[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.00,0:00:02',
      'another file': '1\n00:00:01,000 --> 00:00:02,000\nx\n',
    },
  },
  sbv: {
    file: (text) => `0:00:01.000,0:00:02.000\n${text}\n`,
    inputs: { 'another file': '1\n00:00:01,000 --> 00:00:02,000\nx\n' },
  },
  ttml: {
    file: ttml,
    inputs: {
      'cut off': ttml('x').slice(0, -8),
      'an unknown entity': ttml('&x;'),
      'an entity bomb': bomb('tt') + ttml('&c;'),
      'a billion laughs': laughs('tt') + ttml('&l29;'),
    },
  },
  fastlane: {
    file: (text) => `First.\n${text}\n`,
    inputs: { 'an escape that is its letter': 'a\\q\n' },
  },
  xaml: {
    file: xaml,
    inputs: {
      'cut off': xaml('x').slice(0, -8),
      'a key that stands twice': xaml('x').replace(/<(?:x:)?String.*\n/, '$&$&'),
      'an unknown entity': xaml('&x;'),
      'an entity bomb': bomb('ResourceDictionary') + xaml('&c;'),
    },
  },
  wxl: {
    file: wxl,
    inputs: {
      'cut off': wxl('x').slice(0, -8),
      'a key that stands twice': wxl('x').replace(/<(?:x:)?String.*\n/, '$&$&'),
      'an unknown entity': wxl('&x;'),
      'an entity bomb': bomb('WixLocalization') + wxl('&c;'),
    },
  },
  fluent: {
    file: (text) => `a = ${text}\n`,
    inputs: {
      'cut off': 'b = x\na = { $n ->\n    [one] y\n',
      'a key that stands twice': 'a = 1\na = 2\n',
      'an unknown escape': 'a = { "\\q" }\n',
      'lines that are no entry': 'a = x\nno entry\nb = y\n',
    },
  },
};
