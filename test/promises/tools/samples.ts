import type { KnownFormat } from '../../../src/formats/endings.js';
import * as tools from './tools.js';

/** A project of one format: a source, a German file that a person began, no Polish one. */
export interface Sample {
  readonly title: string;
  /** Patterns of the config; `files` for a file that holds all locales. */
  readonly catalog: Readonly<Record<string, unknown>>;
  readonly source: string;
  readonly target: string;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** What a person wrote. */
  readonly human: string;
  /** How many texts Polish gets. */
  readonly texts: number;
  readonly tools: readonly tools.Tool[];
}

const HUMAN = 'Grüß dich!';

type Files = Readonly<Record<string, string | Uint8Array>>;
type Rest = Pick<Sample, 'texts' | 'tools'> & Partial<Pick<Sample, 'title' | 'catalog' | 'human'>>;

/** A sample whose source and target have names of their own; the files are these two. */
function sample(paths: readonly [string, string], files: Files, rest: Rest): Sample {
  const [source, target] = paths;
  const catalog = source === target ? { files: source } : { source, target };
  return { title: target, catalog, human: HUMAN, source, target, files, ...rest };
}

const json = sample(
  ['locales/en.json', 'locales/{locale}.json'],
  {
    'locales/en.json': `{
  "hello": "Hello, {name}!",
  "nav": { "quoted": "He said \\"go\\"\\\\ \\u2713", "tab": "a\\tb\\nc" },
  "list": ["One", "Two"]
}
`,
    'locales/de.json': `{ "hello": "Grüß dich, {name}!" }\n`,
  },
  { texts: 5, human: 'Grüß dich, {name}!', tools: [tools.pythonJson] },
);

const arb = sample(
  ['lib/l10n/app_en.arb', 'lib/l10n/app_{locale}.arb'],
  {
    'lib/l10n/app_en.arb': `{
  "@@locale": "en",
  "hello": "Hello, {name}!",
  "@hello": { "placeholders": { "name": { "type": "String" } } },
  "why": "It's \\"so\\""
}
`,
    'lib/l10n/app_de.arb': `{\n  "@@locale": "de",\n  "hello": "Grüß dich, {name}!"\n}\n`,
  },
  { texts: 2, human: 'Grüß dich, {name}!', tools: [tools.pythonArb] },
);

const yaml = sample(
  ['config/locales/en.yml', 'config/locales/{locale}.yml'],
  {
    'config/locales/en.yml': `en:
  hello: Hello!
  nav: # where it stands
    colon: "Note: yes & no"
    block: |-
      One
      two
    folded: >-
      long
      text
    quote: 'It''s %{count} %'
    star: "* and - and # and @"
  "yes": "no"
`,
    'config/locales/de.yml': 'de:\n  hello: Grüß dich!\n',
  },
  { texts: 7, tools: [tools.ruby] },
);

const XLIFF_2 = `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en">
  <file id="f">
    <unit id="a"><notes><note>n</note></notes><segment><source>Hello!</source></segment></unit>
    <unit id="b"><segment><source>Save &amp; "close" {0}</source></segment></unit>
  </file>
</xliff>
`;

const xliff2 = sample(
  ['i18n/messages.xlf', 'i18n/messages.{locale}.xlf'],
  {
    'i18n/messages.xlf': XLIFF_2,
    'i18n/messages.de.xlf': XLIFF_2.replace('srcLang="en"', '$& trgLang="de"').replace(
      'Hello!</source>',
      '$&<target>Grüß dich!</target>',
    ),
  },
  { title: '2.0', texts: 2, tools: [tools.xmllint, tools.symfony] },
);

const XLIFF_12 = `<?xml version="1.0" encoding="utf-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file source-language="en" datatype="plaintext" original="file.ext">
    <body>
      <trans-unit id="a" resname="hello">
        <source>Hello!</source>
        <target>Hello!</target>
        <note>a note</note>
      </trans-unit>
      <trans-unit id="b" resname="save">
        <source>Save &amp; "close" %name%</source>
        <target>Save &amp; "close" %name%</target>
      </trans-unit>
    </body>
  </file>
</xliff>
`;

const xliff12 = sample(
  ['translations/messages.en.xlf', 'translations/messages.{locale}.xlf'],
  {
    'translations/messages.en.xlf': XLIFF_12,
    'translations/messages.de.xlf': XLIFF_12.replace(
      'source-language="en"',
      '$& target-language="de"',
    )
      .replace('<target>Hello!', '<target>Grüß dich!')
      .replace(/ {6}<trans-unit id="b"[^]*?<\/trans-unit>\n/, ''),
  },
  { title: '1.2', texts: 2, tools: [tools.xmllint, tools.symfony] },
);

const srt = sample(
  ['media/clip.en.srt', 'media/clip.{locale}.srt'],
  {
    'media/clip.en.srt': `1
00:00:01,000 --> 00:00:02,000
Hello!

2
00:00:03,000 --> 00:00:04,000
Two lines are
enough for this.
`,
    'media/clip.de.srt': '1\n00:00:01,000 --> 00:00:02,000\nGrüß dich!\n',
  },
  { texts: 2, tools: [tools.ffmpeg] },
);

const vtt = sample(
  ['media/clip.en.vtt', 'media/clip.{locale}.vtt'],
  {
    'media/clip.en.vtt': `WEBVTT

NOTE by hand

00:01.000 --> 00:02.000 line:80%
Hello!

two
00:00:03.000 --> 00:00:04.000
That is enough for this.
`,
    'media/clip.de.vtt': 'WEBVTT\n\n00:01.000 --> 00:02.000 line:80%\nGrüß dich!\n',
  },
  { texts: 2, tools: [tools.ffmpeg] },
);

const properties = sample(
  ['messages.properties', 'messages_{locale}.properties'],
  {
    'messages.properties': `# a note
hello = Hello!
long = A text that goes \\
       on \\u2713 here
odd\\ key: = and : and # and \\\\ and \\t.
shout=\\ Yes
`,
    'messages_de.properties': 'hello = Gr\\u00fc\\u00df dich!\n',
  },
  { texts: 4, tools: [tools.toolkitProperties, tools.java] },
);

const csv = sample(
  ['texts.csv', 'texts.csv'],
  {
    'texts.csv': 'keys,en,de,pl\nHELLO,Hello!,Grüß dich!,\nBYE,"Bye, then",,\nSAY,"Say ""no""",,\n',
  },
  { texts: 3, tools: [tools.pythonCsv] },
);

const php = sample(
  ['lang/en/app.php', 'lang/{locale}/app.php'],
  {
    'lang/en/app.php': `<?php

return [
    // where it stands
    'hello' => 'Hello!',
    'nav' => [
        'it' => 'It\\'s :name \\\\ $5',
        'lines' => "One\\nTwo {x} \\$y \\u{2713}",
    ],
    'long' => <<<'EOT'
        A heredoc
        text
        EOT,
];
`,
    'lang/de/app.php': "<?php\n\nreturn [\n    'hello' => 'Grüß dich!',\n];\n",
  },
  { texts: 4, tools: [tools.php] },
);

const ANDROID = `<?xml version="1.0" encoding="utf-8"?>
<resources>
    <string name="hello">Hello!</string>
    <string name="name">It\\'s %1$s &amp; more\\u2713</string>
    <string name="line">"  kept  blanks "</string>
    <plurals name="files">
        <item quantity="one">%d file</item>
        <item quantity="other">%d files</item>
    </plurals>
    <string-array name="days">
        <item>Monday</item>
        <item>\\@Tuesday</item>
    </string-array>
</resources>
`;

const android = sample(
  ['res/values/strings.xml', 'res/values-{locale}/strings.xml'],
  {
    'AndroidManifest.xml':
      '<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="a.b"/>\n',
    'res/values/strings.xml': ANDROID,
    'res/values-de/strings.xml':
      '<resources>\n    <string name="hello">Grüß dich!</string>\n</resources>\n',
  },
  { texts: 9, tools: [tools.xmllint, tools.aapt2] },
);

const STRINGS = `/* Title */
"hello" = "Hello!";

// A button
"go" = "Say \\"%@\\"\\n and \\\\ go";
bare = "One";
`;

const strings = sample(
  ['en.lproj/Localizable.strings', '{locale}.lproj/Localizable.strings'],
  {
    'en.lproj/Localizable.strings': STRINGS,
    'de.lproj/Localizable.strings': Buffer.from('\ufeff"hello" = "Grüß dich!";\n', 'utf16le'),
  },
  { texts: 3, tools: [tools.plmerge] },
);

const plist = (content: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
${content}</dict>
</plist>
`;

const plistStrings = sample(
  ['en.lproj/InfoPlist.strings', '{locale}.lproj/InfoPlist.strings'],
  {
    'en.lproj/InfoPlist.strings': plist(
      '\t<key>hello</key>\n\t<string>Hello!</string>\n\t<key>b</key>\n\t<string>A &lt; B &amp; C</string>\n',
    ),
    'de.lproj/InfoPlist.strings': plist('\t<key>hello</key>\n\t<string>Grüß dich!</string>\n'),
  },
  { title: 'a property list', texts: 2, tools: [tools.plistutil] },
);

const dictOf = (one: string, other: string): string =>
  plist(`\t<key>n</key>
	<dict>
		<key>NSStringLocalizedFormatKey</key>
		<string>%#@files@</string>
		<key>files</key>
		<dict>
			<key>NSStringFormatSpecTypeKey</key>
			<string>NSStringPluralRuleType</string>
			<key>NSStringFormatValueTypeKey</key>
			<string>d</string>
			<key>one</key>
			<string>${one}</string>
			<key>other</key>
			<string>${other}</string>
		</dict>
	</dict>
`);

const stringsdict = sample(
  ['en.lproj/Localizable.stringsdict', '{locale}.lproj/Localizable.stringsdict'],
  {
    'en.lproj/Localizable.stringsdict': dictOf('One &amp; only', '%d files'),
    'de.lproj/Localizable.stringsdict': dictOf('Eine Datei', '%d Dateien'),
  },
  { texts: 4, human: 'Eine Datei', tools: [tools.plistutil] },
);

const XCSTRINGS = `{
  "sourceLanguage" : "en",
  "strings" : {
    "hello" : {
      "localizations" : {
        "de" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Grüß dich!"
          }
        },
        "en" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Hello!"
          }
        }
      }
    },
    "n %lld" : {
      "localizations" : {
        "en" : {
          "variations" : {
            "plural" : {
              "one" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "%lld \\"bird\\""
                }
              },
              "other" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "%lld \\"birds\\""
                }
              }
            }
          }
        }
      }
    }
  },
  "version" : "1.0"
}`;

const xcstrings = sample(
  ['Localizable.xcstrings', 'Localizable.xcstrings'],
  { 'Localizable.xcstrings': XCSTRINGS },
  { texts: 5, tools: [tools.pythonXcstrings] },
);

const PO_HEADER = `msgid ""
msgstr ""
"Language: de\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

`;

const po = sample(
  ['po/app.pot', 'po/{locale}.po'],
  {
    'po/app.pot': `${PO_HEADER.replace('de', '').replace(/"Plural.*\n/, '')}#. a note
msgid "Hello!"
msgstr ""

#, c-format
msgid "%d file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""

msgctxt "menu"
msgid "Open"
msgstr ""
`,
    'po/de.po': `${PO_HEADER}msgid "Hello!"\nmsgstr "Grüß dich!"\n`,
  },
  { texts: 5, tools: [tools.msgfmt] },
);

const resxOf = (entries: string): string => `<?xml version="1.0" encoding="utf-8"?>
<root>
  <resheader name="resmimetype">
    <value>text/microsoft-resx</value>
  </resheader>
  <resheader name="version">
    <value>2.0</value>
  </resheader>
  <resheader name="reader">
    <value>System.Resources.ResXResourceReader, System.Windows.Forms, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089</value>
  </resheader>
  <resheader name="writer">
    <value>System.Resources.ResXResourceWriter, System.Windows.Forms, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089</value>
  </resheader>
${entries}</root>
`;
const entryOf = (name: string, text: string): string =>
  `  <data name="${name}" xml:space="preserve">\n    <value>${text}</value>\n  </data>\n`;

const resx = sample(
  ['Strings.resx', 'Strings.{locale}.resx'],
  {
    'Strings.resx': resxOf(
      entryOf('Hello', 'Hello!') + entryOf('Save', 'Save &amp; "go" {0} &lt;'),
    ),
    'Strings.de.resx': resxOf(entryOf('Hello', 'Grüß dich!')),
  },
  { texts: 2, tools: [tools.xmllint, tools.toolkitResx, tools.resgen] },
);

const qtOf = (language: string, messages: string): string => `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="${language}">
<context>
    <name>Main</name>
${messages}</context>
</TS>
`;
const qtMessage = (source: string, translation: string): string =>
  `    <message>\n        <source>${source}</source>\n        ${translation}\n    </message>\n`;
const QT_EMPTY = '<translation type="unfinished"></translation>';
const qtMessages = (hello: string): string =>
  qtMessage('Hello!', hello) +
  qtMessage('&amp;Open &quot;%1&quot;', QT_EMPTY) +
  `    <message numerus="yes">
        <source>%n file(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
`;

const qt = sample(
  ['i18n/app_en.ts', 'i18n/app_{locale}.ts'],
  {
    'i18n/app_en.ts': qtOf('en', qtMessages(QT_EMPTY)),
    'i18n/app_de.ts': qtOf('de', qtMessages('<translation>Grüß dich!</translation>')),
  },
  { texts: 5, tools: [tools.xmllint, tools.lrelease] },
);

const toml = sample(
  ['i18n/en.toml', 'i18n/{locale}.toml'],
  {
    'i18n/en.toml': `# a note
[hello]
other = "Hello!"

[quoted]
other = 'C:\\new "x"'

[files]
one = "One file\\t\\u2713"
other = """
{{ .Count }}
files"""
`,
    'i18n/de.toml': '[hello]\nother = "Grüß dich!"\n',
  },
  { texts: 6, tools: [tools.tomllib] },
);

const markdown = sample(
  ['docs/en/page.md', 'docs/{locale}/page.md'],
  {
    'docs/en/page.md': `# Hello!

Some **bold** words and a [link](x.md).

- One
- Two

| A | B |
| - | - |
| c | d |

\`\`\`js
code();
\`\`\`
`,
    'docs/de/page.md': '# Grüß dich!\n',
  },
  { texts: 8, tools: [tools.cmark] },
);

const json5 = sample(
  ['locales/en.json5', 'locales/{locale}.json5'],
  {
    'locales/en.json5': `{
  // a note
  hello: 'Hello!',
  "nav": { it: 'It\\'s "x" \\x41\\
 on', },
}
`,
    'locales/de.json5': "{\n  hello: 'Grüß dich!',\n}\n",
  },
  { texts: 2, tools: [tools.json5] },
);

const javascript = sample(
  ['locales/en.mjs', 'locales/{locale}.mjs'],
  {
    'locales/en.mjs': `const en = {
  // a note
  hello: 'Hello!',
  "nav": { it: \`It's "x"
 on\`, },
};

export default en;
`,
    'locales/de.mjs': "export default {\n  hello: 'Grüß dich!',\n};\n",
  },
  { texts: 2, tools: [tools.node] },
);

const vue = sample(
  ['src/A.vue', 'src/A.vue'],
  {
    'src/A.vue': `<template><p>{{ t('hello') }}</p></template>
<i18n>
{
  "en": { "hello": "Hello!", "nav": { "it": "It's \\"x\\"" } },
  "de": { "hello": "Grüß dich!" }
}
</i18n>
`,
  },
  { texts: 2, tools: [] },
);

const fluent = sample(
  ['locales/en/main.ftl', 'locales/{locale}/main.ftl'],
  {
    'locales/en/main.ftl': `# a note
hello = Hello!
    .title = A title
who = It is { $name }.
`,
    'locales/de/main.ftl': 'hello = Grüß dich!\n',
  },
  { texts: 3, tools: [tools.fluent] },
);

const ini = sample(
  ['locale/en/app.cfg', 'locale/{locale}/app.cfg'],
  {
    'locale/en/app.cfg': `; for all
[menu]
hello = Hello!
wide: It goes on
   here

[path]
file.name = C:\\temp\\new = and : and # and %s
`,
    'locale/de/app.cfg': '[menu]\nhello = Grüß dich!\n',
  },
  { texts: 3, tools: [tools.configparser] },
);

const joomla = sample(
  ['language/en-GB.ini', 'language/{locale}.ini'],
  {
    'language/en-GB.ini': `; Joomla
HELLO="Hello!"
LINK="A <a href=\\"x\\">link</a> for %s" ; a note
`,
    'language/de.ini': 'HELLO="Grüß dich!"\n',
  },
  { texts: 2, tools: [tools.phpIni] },
);

const lua = sample(
  ['locales/en.lua', 'locales/{locale}.lua'],
  {
    'locales/en.lua': `return {
  -- for all
  hello = "Hello!",
  menu = { ["save as"] = 'It\\'s \\"here\\"', wide = [[It goes
on]] },
}
`,
    'locales/de.lua': 'return {\n  hello = "Grüß dich!",\n}\n',
  },
  { texts: 3, tools: [tools.lua] },
);

const ASS = `[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Fontsize
Style: Default,Arial,20

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hello!
Comment: 0,0:00:02.00,0:00:03.00,Default,,0,0,0,,by hand
Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,Two lines are\\Nenough, or not.
`;

const ass = sample(
  ['media/clip.en.ass', 'media/clip.{locale}.ass'],
  {
    'media/clip.en.ass': ASS,
    'media/clip.de.ass': ASS.replace('Hello!', 'Grüß dich!').replace(/Comment[^]*/, ''),
  },
  { texts: 2, tools: [tools.ffmpeg] },
);

const sbv = sample(
  ['media/clip.en.sbv', 'media/clip.{locale}.sbv'],
  {
    'media/clip.en.sbv': `0:00:01.000,0:00:02.000
Hello!

0:00:03.000,0:00:04.000
Enough.

`,
    'media/clip.de.sbv': '0:00:01.000,0:00:02.000\nGrüß dich!\n\n',
  },
  { texts: 2, tools: [tools.ffmpegSbv] },
);

const TTML = `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="en">
  <body>
    <div>
      <p begin="00:00:01.000" end="00:00:02.000">Hello!</p>
      <p begin="00:00:03.000" end="00:00:04.000">Two lines<br/>&amp; no more.</p>
    </div>
  </body>
</tt>
`;

const ttml = sample(
  ['media/clip.en.ttml', 'media/clip.{locale}.ttml'],
  {
    'media/clip.en.ttml': TTML,
    'media/clip.de.ttml': TTML.replace('"en"', '"de"')
      .replace('Hello!', 'Grüß dich!')
      .replace(/.*Two.*\n/, ''),
  },
  { texts: 2, tools: [tools.xmllint, tools.etree] },
);

const fastlane = sample(
  ['fastlane/metadata/android/en-US/title.txt', 'fastlane/metadata/android/{locale}/title.txt'],
  {
    'fastlane/metadata/android/en-US/title.txt': 'Hello!\n',
    'fastlane/metadata/android/de/title.txt': 'Grüß dich!\n',
  },
  { texts: 1, tools: [tools.cat] },
);

const define = sample(
  ['language/english/main.php', 'language/{locale}/main.php'],
  {
    'language/english/main.php': `<?php
// where it stands
define('_HELLO', 'Hello!');
define("_IT", 'It\\'s %s');
`,
    'language/de/main.php': "<?php\ndefine('_HELLO', 'Grüß dich!');\n",
  },
  { texts: 2, tools: [tools.phpConstants] },
);

const XAML = `<ResourceDictionary xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
    xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"
    xmlns:system="clr-namespace:System;assembly=mscorlib">
    <!--  first page  -->
    <system:String x:Key="hello">Hello!</system:String>
    <system:String x:Key="and">A &amp; {0}</system:String>
</ResourceDictionary>
`;

const xaml = sample(
  ['Languages/en.xaml', 'Languages/{locale}.xaml'],
  {
    'Languages/en.xaml': XAML,
    'Languages/de.xaml': XAML.replace('Hello!', 'Grüß dich!').replace(/.*&amp;.*\n/, ''),
  },
  { texts: 2, tools: [tools.xmllint, tools.etreeStrings] },
);

const wxl4 = `<WixLocalization Culture="en-us" Language="1033" xmlns="http://wixtoolset.org/schemas/v4/wxl">
  <String Id="hello" Overridable="yes" Value="Hello!" />
  <String Id="and" Value="A &amp; &quot;b&quot;" />
</WixLocalization>
`;

const wxl = sample(
  ['wix/en-us.wxl', 'wix/{locale}.wxl'],
  {
    'wix/en-us.wxl': wxl4,
    'wix/de.wxl': wxl4.replace('Hello!', 'Grüß dich!').replace(/.*amp.*\n/, ''),
  },
  { texts: 2, tools: [tools.xmllint, tools.etreeStrings] },
);

/** Every format has a project; what has no tool in Debian is read by another's parser. */
export const SAMPLES = {
  json: [json],
  arb: [arb],
  yaml: [yaml],
  xliff: [xliff2, xliff12],
  srt: [srt],
  vtt: [vtt],
  properties: [properties],
  csv: [csv],
  php: [php, define],
  android: [android],
  strings: [strings, plistStrings],
  xcstrings: [xcstrings],
  po: [po],
  stringsdict: [stringsdict],
  resx: [resx],
  qt: [qt],
  toml: [toml],
  markdown: [markdown],
  javascript: [javascript],
  json5: [json5],
  fluent: [fluent],
  vue: [vue],
  ini: [ini, joomla],
  lua: [lua],
  ass: [ass],
  sbv: [sbv],
  ttml: [ttml],
  fastlane: [fastlane],
  xaml: [xaml],
  wxl: [wxl],
} satisfies Record<KnownFormat, readonly Sample[]>;
