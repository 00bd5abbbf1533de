import { describe, expect, it } from 'vitest';
import type { KnownFormat } from '../../src/formats/endings.js';
import { formats } from '../../src/formats/public.js';
import { decodeText } from '../../src/formats/kit/encoding.js';
import { FormatError } from '../../src/model/index.js';
import { BAD_INPUTS } from './support/bad-inputs.js';

/** What reading says: the error, or the first problem of what is read all the same. */
const SAID: Readonly<Record<KnownFormat, Readonly<Record<string, string>>>> = {
  arb: {
    'cut off':
      'syntax 3:1 expected "," or "}", found the end of the file: the "{" on line 1 is never closed.',
    'a key that stands twice':
      'read: duplicate-key 3:1 "a" is on line 2 and again on line 3; the last one is used.',
    'an unknown escape':
      'syntax 2:7 not a JSON escape; expected \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four hexadecimal digits.',
  },
  json: {
    'cut off':
      'syntax 3:1 expected "," or "}", found the end of the file: the "{" on line 1 is never closed.',
    'a key that stands twice':
      'read: duplicate-key 3:1 "a" is on line 2 and again on line 3; the last one is used.',
    'an unknown escape':
      'syntax 2:7 not a JSON escape; expected \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four hexadecimal digits.',
  },
  yaml: {
    'cut off': 'syntax 2:1 The quoted text is never closed; expected ".',
    'a key that stands twice':
      'read: duplicate-key 2:1 The key "a" on line 1 appears again on line 2; the last one is used.',
    'an unknown escape':
      'syntax 2:5 Invalid escape sequence \\q; expected a YAML escape such as \\n or \\u00e9, or \\\\ for a backslash.',
    'cut off in a key':
      'syntax 2:1 A line without a value; expected ":" after a key, or more indentation for a continued text.',
    'two colons':
      'syntax 1:4 A second ":" on one line; expected quotes around a text that contains ": ".',
    'text behind quotes': 'syntax 1:8 Text after a value; expected the end of the line.',
  },
  vue: {
    'cut off':
      'syntax 4:1 expected "," or "}", found the end of the file: the "{" on line 2 is never closed.',
    'a key that stands twice':
      'read: duplicate-key 4:1 "en.a" is on line 3 and again on line 4; the last one is used.',
    'an unknown escape':
      'syntax 3:7 not a JSON escape; expected \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four hexadecimal digits.',
  },
  xliff: {
    'cut off': 'syntax 2:51 an end tag without a start tag; expected </unit>.',
    'a key that stands twice':
      'read: invalid-unit 2:1 another <unit> with the id "a" follows in the file "f". This unit is skipped.',
    'an unknown entity':
      'syntax 2:31 &x; is not declared; use a numeric reference such as &#160;, or &amp;x;.',
    'an entity bomb': 'doctype 1:1 a DOCTYPE is not allowed here; remove it.',
    'a billion laughs': 'doctype 1:1 a DOCTYPE is not allowed here; remove it.',
  },
  srt: {
    'cut off':
      'syntax 1:1 no cue found; expected a number, then a line such as "00:00:01,000 --> 00:00:02,500".',
  },
  vtt: {
    'another file': 'syntax 1:1 not WebVTT; expected "WEBVTT" at the start of the first line.',
    'cut off': 'syntax 1:1 not WebVTT; expected "WEBVTT" at the start of the first line.',
  },
  properties: {
    'a key that stands twice':
      'read: duplicate-key 2:3 "a" is on line 1 and again on line 2; the last one is used.',
    'an unknown escape':
      'syntax 2:3 a \\u without four hexadecimal digits; write \\\\ for a literal backslash.',
    'an escape that is its letter': 'read',
  },
  csv: {
    'cut off': 'syntax 2:3 a quote that never closes; expected ".',
    'a key that stands twice':
      'read: duplicate-key 3:1 "a" is on line 2 and again on line 3; the last one is used.',
  },
  php: {
    'cut off':
      'syntax 3:1 expected a string, an array or another constant value, not code, found the end of the file.',
    'a key that stands twice':
      'read: duplicate-key 3:8 "a" is on line 2 and again on line 3; the last one is used.',
    'cut off before its last character': 'syntax 3:1 expected ";", found the end of the file.',
    'an unknown escape': 'syntax 2:17 expected an escape such as \\u{1F600}, found "\\u".',
    'an escape in a text with variables':
      'syntax 2:20 expected an escape such as \\u{1F600}, found "\\u".',
    'an escape in a heredoc': 'syntax 3:5 expected an escape such as \\u{1F600}, found "\\u".',
    'escapes that are none': 'read',
    'code beyond arrays':
      'syntax 2:1 expected "return [" or an assignment such as "$lang[\'key\'] = ", found "system".',
    'a function':
      'syntax 2:1 expected "return [" or an assignment such as "$lang[\'key\'] = ", found "function".',
    'a class':
      'syntax 2:1 expected "return [" or an assignment such as "$lang[\'key\'] = ", found "class".',
  },
  android: {
    'cut off': 'syntax 3:1 an end tag without a start tag; expected </resources>.',
    'a key that stands twice':
      'read: duplicate-key 3:18 "a" is on line 2 and again on line 3, and aapt2 rejects the file; remove one of them.',
    'an unknown escape':
      'syntax 2:18 a \\u without four hexadecimal digits; write \\\\ for a literal backslash.',
    'an unknown entity':
      'syntax 2:18 &x; is not declared; use a numeric reference such as &#160;, or &amp;x;.',
    'an entity bomb': 'read',
    'a billion laughs': 'syntax 1:1 the entity l5 refers to itself or expands to too much text.',
    'an escape that is its letter': 'read',
  },
  strings: {
    'cut off': 'syntax 1:7 the text that starts here is never closed; expected a quote.',
    'a key that stands twice':
      'read: duplicate-key 2:7 "a" is on line 1 and again on line 2; the last one is used.',
    'an entity bomb': 'doctype 1:1 a DOCTYPE cannot contain declarations.',
    'a billion laughs': 'doctype 1:1 a DOCTYPE cannot contain declarations.',
    'an escape that is its letter': 'read',
  },
  xcstrings: {
    'cut off':
      'syntax 2:79 expected "," or "}", found the end of the file: the "{" on line 1 is never closed.',
    'a key that stands twice':
      'read: duplicate-key 3:1 "a" is on line 2 and again on line 3; the last one is used.',
    'an unknown escape':
      'syntax 2:73 not a JSON escape; expected \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four hexadecimal digits.',
  },
  po: {
    'cut off': 'syntax 5:8 a text that does not end on its line; expected ".',
    'cut off in the comments of an entry':
      'syntax 7:1 the file is cut off after this comment; expected msgid.',
    'a key that stands twice':
      'read: duplicate-key 7:1 "a" is on line 4 and again on line 7, and msgfmt rejects the file; remove one of them.',
    'an unknown escape':
      'syntax 5:9 an escape that does not exist in C; write \\\\ for a literal backslash.',
    'a plural header that lies':
      'read: plural-forms 2:50 Plural-Forms says nplurals=3, but its formula chooses among 2; expected nplurals=2; plural=(n != 1);',
    'a plural header that lies, where nothing has plurals':
      'read: plural-forms 2:50 Plural-Forms says nplurals=4, but its formula chooses among 2; expected nplurals=2; plural=(n != 1);',
    'a plural header that is no expression':
      'read: plural-forms 2:50 Plural-Forms cannot be read; expected the form nplurals=2; plural=…; that is nplurals=2; plural=(n != 1);',
    'a form for fractions alone': 'read',
    'more forms than the header says':
      'read: plural-forms 2:50 Plural-Forms says nplurals=1, but plurals have 2 forms; expected nplurals=2; plural=(n != 1);',
    'a charset that is not known':
      'encoding 2:43 the file declares the unknown encoding EUC-TW; save it as UTF-8 and declare that.',
    'another charset that is not known':
      'encoding 2:43 the file declares the unknown encoding JOHAB; save it as UTF-8 and declare that.',
  },
  stringsdict: {
    'cut off': 'syntax 1:1 <plist> is never closed; expected </plist>.',
    'a key that stands twice':
      'read: duplicate-key 2:235 "a.n.other" is on line 2 and again on line 2; the last one is used.',
    'an unknown entity':
      'syntax 2:201 &x; is not declared; use a numeric reference such as &#160;, or &amp;x;.',
    'an entity bomb': 'doctype 1:1 a DOCTYPE cannot contain declarations.',
    'a billion laughs': 'doctype 1:1 a DOCTYPE cannot contain declarations.',
  },
  resx: {
    'cut off': 'syntax 1:1 <root> is never closed; expected </root>.',
    'a key that stands twice':
      'read: duplicate-key 3:44 "a" is on line 2 and again on line 3; the last one is used.',
    'an unknown entity':
      'syntax 2:44 &x; is not declared; use a numeric reference such as &#160;, or &amp;x;.',
    'an entity bomb': 'doctype 1:1 a DOCTYPE cannot contain declarations.',
    'an entity of another file': 'doctype 1:1 a DOCTYPE cannot contain declarations.',
    'a billion laughs': 'doctype 1:1 a DOCTYPE cannot contain declarations.',
  },
  qt: {
    'cut off': 'syntax 3:1 an end tag without a start tag; expected </context>.',
    'a key that stands twice':
      'read: duplicate-key 3:41 "A.s" is on line 2 and again on line 3; the last one is used.',
    'an unknown entity':
      'syntax 2:41 &x; is not declared; use a numeric reference such as &#160;, or &amp;x;.',
    'an entity bomb': 'doctype 1:1 a DOCTYPE cannot contain declarations.',
    'an entity of another file': 'doctype 1:1 a DOCTYPE cannot contain declarations.',
    'a billion laughs': 'doctype 1:1 a DOCTYPE cannot contain declarations.',
  },
  toml: {
    'cut off': 'syntax 1:7 expected " before the end of the line, found the end of the line.',
    'a key that stands twice': 'syntax 2:1 "a" is already defined; expected another key.',
    'an unknown escape': 'syntax 1:6 expected an escape such as \\n or \\u0041, found "\\".',
  },
  markdown: {
    'cut off': 'syntax 3:1 in the front matter: The quoted text is never closed; expected ".',
    'front matter that is no TOML':
      'syntax 3:9 in the front matter: expected a quoted string, a number, a boolean, a date, an array or a table, found "x".',
    'front matter with Liquid': 'read',
    'words between rulers': 'read',
  },
  javascript: {
    'cut off': 'syntax 3:1 Unexpected token, expected ",".',
    'a key that stands twice':
      'read: duplicate-key 3:6 "a" is on line 2 and again on line 3; the last one is used.',
    'an unknown escape': 'syntax 2:7 Bad character escape sequence.',
    'an escape that is its letter': 'read',
  },
  json5: {
    'cut off': 'syntax 3:1 the file ends here; expected "," or "}".',
    'a key that stands twice':
      'read: duplicate-key 3:6 "a" is on line 2 and again on line 3; the last one is used.',
    'an unknown escape': 'syntax 2:5 unknown escape; expected one such as \\n, \\x41 or \\u0041.',
    'an escape that is its letter': 'read',
  },
  lua: {
    'cut off': "syntax 1:17 unfinished string near '\"x'.",
    'a key that stands twice':
      'read: duplicate-key 3:5 "a" is on line 2 and again on line 3; the last one is used.',
  },
  ini: {
    'a key that stands twice':
      'read: duplicate-key 2:5 "a" is on line 1 and again on line 2; the last one is used.',
    'an escape that is its letter': 'read',
    'lines that are no pair':
      'read: invalid-unit 2:1 This line has no "=". It is left as it is and not translated.',
  },
  ass: {
    'cut off': 'syntax 3:1 expected as many fields as "Format:" names.',
    'another file': 'syntax 1:1 expected "[Events]" and a line "Format:" that ends in "Text".',
  },
  sbv: {
    'another file': 'syntax 1:1 no cue found; expected a line such as "0:00:01.000,0:00:02.500".',
  },
  ttml: {
    'cut off': 'syntax 3:7 an end tag without a start tag; expected </body>.',
    'an unknown entity':
      'syntax 2:24 &x; is not declared; use a numeric reference such as &#160;, or &amp;x;.',
    'an entity bomb': 'doctype 1:1 a DOCTYPE cannot contain declarations.',
    'a billion laughs': 'doctype 1:1 a DOCTYPE cannot contain declarations.',
  },
  fastlane: { 'an escape that is its letter': 'read' },
  xaml: {
    'cut off': 'syntax 3:1 an end tag without a start tag; expected </ResourceDictionary>.',
    'a key that stands twice':
      'read: duplicate-key 3:21 "a" is on line 2 and again on line 3; the last one is used.',
    'an unknown entity':
      'syntax 2:21 &x; is not declared; use a numeric reference such as &#160;, or &amp;x;.',
    'an entity bomb': 'doctype 1:1 a DOCTYPE cannot contain declarations.',
  },
  wxl: {
    'cut off': 'syntax 3:1 an end tag without a start tag; expected </WixLocalization>.',
    'a key that stands twice':
      'read: duplicate-key 3:16 "a" is on line 2 and again on line 3; the last one is used.',
    'an unknown entity':
      'syntax 2:16 &x; is not declared; use a numeric reference such as &#160;, or &amp;x;.',
    'an entity bomb': 'doctype 1:1 a DOCTYPE cannot contain declarations.',
  },
  fluent: {
    'cut off': 'syntax 4:1 expected "[key]" or "}" in the entry "a".',
    'a key that stands twice':
      'read: duplicate-key 2:4 "a" is on line 1 and again on line 2; the last one is used.',
    'an unknown escape':
      'syntax 1:7 expected $variable, message, -term or "text" in the entry "a".',
    'lines that are no entry':
      'read: invalid-unit 2:1 expected "key = text"; this part is not translated.',
  },
};

/** What reading these bytes as `f` says: `code line:column message`. */
function saidOf(format: KnownFormat, input: string | Uint8Array): string {
  const codec = formats[format];
  try {
    const text = typeof input === 'string' ? input : decodeText(input, 'f', codec.capabilities);
    const document = codec.parse(text, { file: 'f' });
    expect(codec.edit(document, [])).toBe(text);
    const [first] = document.problems;
    if (first === undefined) return 'read';
    return `read: ${first.code} ${first.line}:${first.column} ${first.message}`;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    expect(error.message).toBe(`f:${error.line}:${error.column}: ${error.detail}`);
    return `${error.code} ${error.line}:${error.column} ${error.detail}`;
  }
}

/** Line and column of a sign. */
function placeOf(text: string, sign: string): string {
  const lines = text.slice(0, text.indexOf(sign)).split('\n');
  return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
}

describe.each(Object.keys(formats) as KnownFormat[])('%s', (format) => {
  const { file, inputs } = BAD_INPUTS[format];

  it('a NUL, markers of a merge and another encoding are refused where they stand', () => {
    const nul = file('\0');
    expect(saidOf(format, nul)).toBe(
      `encoding ${placeOf(nul, '\0')} a NUL character; the file is damaged, or UTF-16. Save it as UTF-8.`,
    );
    const merged = `${file('x')}<<<<<<< HEAD\n=======\n>>>>>>> b\n`;
    expect(saidOf(format, merged)).toBe(
      `conflict-markers ${placeOf(merged, '<<<')} merge conflict markers; resolve the conflict first.`,
    );
    const latin = file('é');
    const said = saidOf(format, Buffer.from(latin, 'latin1'));
    if (formats[format].capabilities.fallbackEncoding !== undefined) expect(said).toBe('read');
    else expect(said).toContain(`encoding ${placeOf(latin, 'é')} byte 0xE9 is not UTF-8; convert `);
  });

  it('cut off anywhere, it is refused or read to the byte', () => {
    const text = file('x');
    for (let end = 0; end < text.length; end += 1)
      expect(saidOf(format, text.slice(0, end))).toMatch(/^(?:read|syntax \d+:\d+ .)/);
  });

  it.each(Object.entries(inputs))('%s', (what, input) => {
    expect(saidOf(format, input)).toBe(SAID[format][what]);
  });
});
