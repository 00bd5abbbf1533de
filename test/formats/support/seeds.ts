/** Small files of each format, so that fuzzing needs no corpora. */
export const SEEDS: Readonly<Record<string, readonly string[]>> = {
  json: [
    '{\n  // note\n  "a": "x \\u00e9 \\/",\n  "b": { "c": [1, true, null, {}] },\n}\n',
    '{"@@locale":"en","a":"1","@a":{"description":"d"}}',
    '{"a":{"message":"m","description":"d"}}',
  ],
  yaml: [
    'en:\n  a: plain\n  b: "dq \\n"\n  c: \'sq\'\n  d: |-\n    lit\n    eral\n  e: [x, y]\n  f: &x z\n  g: *x\n',
    '--- # c\n? k\n: - v\n  - {a: b}\n<<: *m\n...\n',
  ],
  xliff: [
    '<?xml version="1.0"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de">\n<file id="f"><unit id="u"><notes><note>n</note></notes><segment id="s" state="initial"><source>a <pc id="1">b</pc> &amp; c</source><target>d</target></segment></unit></file>\n</xliff>\n',
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n<file original="f" source-language="en" target-language="de" datatype="html"><header><tool tool-id="t"/></header><body><group id="g" translate="no"><trans-unit id="a" resname="k" approved="yes"><source>A <x id="INTERPOLATION" equiv-text="{{a}}"/><g id="1">b</g><ph id="2">&lt;br/&gt;</ph></source><seg-source><mrk mtype="seg" mid="1">A</mrk><mrk mtype="seg" mid="2">b</mrk></seg-source><target state="final"><mrk mtype="seg" mid="1">Ä</mrk></target><note from="description">n</note><alt-trans><target>x</target></alt-trans></trans-unit></group><bin-unit id="b"/></body></file>\n</xliff>\n',
  ],
  csv: [
    'keys,en,de,_notes\nA,"One, two",Eins,"a ""note"""\nB,Three,\n\n# c\n',
    '"key";"text"\n"a"; "b"\r\n',
    'id\tsource\ttarget\na\tOne\tEins\n',
  ],
  properties: ["# a note\nkey = value\nother: \\u00e9 \\\n   goes on\nempty\n! b\nx=It''s {0}\n"],
  vtt: [
    'WEBVTT - x\nLanguage: en\n\nSTYLE\n::cue {}\n\nNOTE n\n\nid\n00:01.000 --> 00:02.000 line:1\n<v A>One <00:01.500>two\n\n00:02.000 --> 00:03.000\nthree.\n',
  ],
  po: [
    '# by hand\nmsgid ""\nmsgstr ""\n"Language: de\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n#. note\n#: a.c:1\n#, fuzzy, c-format\n#| msgid "old"\nmsgctxt "c"\nmsgid "%d a"\nmsgid_plural "%d \\x41\\101"\nmsgstr[0] ""\n"b\\n"\nmsgstr[1] "c"\n\n#~ msgid "x"\n#~ msgstr "y"\n',
  ],
  strings: [
    '/* a note */\n"key" = "a \\"b\\" \\U00e9\\n"; // beside\n\nbare = word;\n"alone";\n',
    '{ "a" = "1"; }\n',
    '<?xml version="1.0"?>\n<plist version="1.0"><dict><key>a</key><string>b &amp; c</string></dict></plist>\n',
  ],
  xcstrings: [
    '{\n  "sourceLanguage" : "en",\n  "strings" : {\n    "a" : {\n\n    },\n    "b %lld" : { "localizations" : { "en" : { "variations" : { "plural" : { "one" : { "stringUnit" : { "state" : "new", "value" : "x" } } } } } } }\n  },\n  "version" : "1.0"\n}',
  ],
  stringsdict: [
    '<?xml version="1.0"?>\n<plist version="1.0">\n<dict>\n\t<key>a</key>\n\t<dict>\n\t\t<key>NSStringLocalizedFormatKey</key>\n\t\t<string>%#@n@</string>\n\t\t<key>n</key>\n\t\t<dict>\n\t\t\t<key>NSStringFormatSpecTypeKey</key>\n\t\t\t<string>NSStringPluralRuleType</string>\n\t\t\t<key>one</key>\n\t\t\t<string>%d &lt;x&gt;</string>\n\t\t</dict>\n\t</dict>\n</dict>\n</plist>\n',
  ],
  android: [
    '<?xml version="1.0"?>\n<resources>\n  <!-- n -->\n  <string name="a">It\\\'s <b>\\u0041</b> "  q " &amp; %1$s</string>\n  <plurals name="p"><item quantity="one">1</item></plurals>\n  <string-array name="r"><item>@string/a</item><item><![CDATA[<i>]]></item></string-array>\n</resources>\n',
  ],
  resx: [
    '<?xml version="1.0"?>\n<root>\n  <!-- c -->\n  <resheader name="version"><value>2.0</value></resheader>\n  <data name="A" xml:space="preserve">\n    <value>{0} &amp; b</value>\n    <comment>n</comment>\n  </data>\n  <data name="B" type="System.Int32, mscorlib"><value>1</value></data>\n  <data name="C"><value /></data>\n</root>\n',
  ],
  qt: [
    '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="de">\n<context>\n    <name>A</name>\n    <message>\n        <location filename="a.cpp" line="1"/>\n        <source>&amp;Open &quot;%1&quot;</source>\n        <comment>c</comment>\n        <translation type="unfinished"></translation>\n    </message>\n    <message numerus="yes">\n        <source>%n</source>\n        <translation>\n            <numerusform>a<byte value="x1b"/></numerusform>\n            <numerusform>b</numerusform>\n        </translation>\n    </message>\n</context>\n</TS>\n',
  ],
  php: [
    "<?php\n\nreturn [\n    // note\n    'a' => 'it\\'s', 'b' => \"x\\n{$c}\",\n    'n' => ['x' => 1, 'y' => array('z')],\n    'h' => <<<EOT\n  text\n  EOT,\n];\n",
    "<?php\ndefined('X') OR exit('no');\n$lang['a'] = 'b' . 'c';\n$lang['d']['e'] = __('f'); // g\n?>\n",
  ],
  toml: [
    '# note\na = "x\\n"\nb.c = \'y\'\n\n[t]\none = "1"\nother = """\nmore""" # n\nd = 1979-05-27\n',
    '[[l]]\nid = "a"\nx = [1, "y", { z = "q" }]\n\n[[l]]\n[l.s]\n"k e" = \'\'\'\nr\'\'\'\n',
  ],
  markdown: [
    '---\ntitle: A\n---\n\n# B {#b}\n\nc **d** `e`\nf\n\n- g\n  > h\n\n| i | j |\n| - | - |\n| k | l |\n',
    '::: tip T\nu\n:::\n\n!!! note "v"\n    w\n\n> [!NOTE]\n> x\n\n```js\ny\n```\n\n<div>\n\nz[^1]\n\n[^1]: a\n',
  ],
  json5: [
    '{\n  // note\n  a: \'x \\x41\\v\\\n y\', "b": { $c: [+1, .5, 0xF, NaN,], d\\u0061: null },\n  e: {}, // f\n}\n',
  ],
  fluent: [
    '# note\nhello = Hi, { $name }!\n    .title = A\n        b\n-brand = X\nn =\n    { NUMBER($n, a: 1) ->\n        [0] none\n       *[other] { $n } {"{"}\n    }\n## g\njunk\nx = { -brand(case: "g") } { m.a }\n',
  ],
  srt: [
    '1\n00:00:01,000 --> 00:00:02,000\n<i>One</i>\n- two\n\n2\n00:00:02,000 --> 00:00:03,000\n彼女は\n',
  ],
};
