import { describe, expect, it } from 'vitest';
import type { KnownFormat } from '../../src/formats/endings.js';
import { formats } from '../../src/formats/index.js';
import { decodeText } from '../../src/formats/kit/encoding.js';
import { FormatError } from '../../src/model/index.js';
import { BAD_INPUTS } from './support/bad-inputs.js';

/** What reading says: the error, or the first problem of what is read all the same. */
const SAID: Readonly<Record<KnownFormat, Readonly<Record<string, string>>>> = {
  arb: {
    'cut off':
      'syntax 3:1 expected "," or "}", found the end of the file: the "{" of line 1 is not closed.',
    'a key that stands twice':
      'read: duplicate-key 3:1 "a" is in line 2 and in line 3; the last one counts.',
    'an unknown escape':
      'syntax 2:7 no escape of JSON; expected \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four digits.',
  },
  json: {
    'cut off':
      'syntax 3:1 expected "," or "}", found the end of the file: the "{" of line 1 is not closed.',
    'a key that stands twice':
      'read: duplicate-key 3:1 "a" is in line 2 and in line 3; the last one counts.',
    'an unknown escape':
      'syntax 2:7 no escape of JSON; expected \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four digits.',
  },
  yaml: {
    'cut off': 'syntax 2:1 Expected a " that closes the text in quotes.',
    'a key that stands twice':
      'read: duplicate-key 2:1 The key "a" of line 1 stands again in line 2; the last one counts.',
    'an unknown escape':
      'syntax 2:5 Invalid escape sequence \\q; expected one of YAML such as \\n or \\u00e9, or \\\\ for a backslash.',
    'cut off in a key':
      'syntax 2:1 A line that is no value; expected ":" behind a key, or more indentation for text that goes on.',
    'two colons':
      'syntax 1:4 A second ":" in one line; expected quotes around a text that holds ": ".',
    'text behind quotes': 'syntax 1:8 Text behind a value; expected the end of its line.',
  },
  xliff: {
    'cut off': 'syntax 2:55 the file ends too early; expected </unit>.',
    'a key that stands twice':
      'read: invalid-unit 2:1 another <unit> with the id "a" follows in the file "f". This unit is left out.',
    'an unknown entity':
      'syntax 2:31 an entity that XML does not declare; expected &amp;, &lt;, &gt;, &quot;, &apos; or a character reference.',
    'an entity bomb':
      'doctype 1:1 a DOCTYPE; XLIFF has none, and none is read. Expected <xliff> without it.',
    'a billion laughs':
      'doctype 1:1 a DOCTYPE; XLIFF has none, and none is read. Expected <xliff> without it.',
  },
  srt: {
    'cut off':
      'syntax 1:1 no cue; expected a number, then a line such as "00:00:01,000 --> 00:00:02,500".',
  },
  vtt: {
    'another file': 'syntax 1:1 no WebVTT; expected "WEBVTT" at the start of the first line.',
    'cut off': 'syntax 1:1 no WebVTT; expected "WEBVTT" at the start of the first line.',
  },
  properties: {
    'a key that stands twice':
      'read: duplicate-key 2:3 "a" is in line 1 and in line 2; the last one counts.',
    'an unknown escape':
      'syntax 2:3 a \\u without four hexadecimal digits; a backslash itself is written \\\\.',
    'an escape that is its letter': 'read',
  },
  csv: {
    'cut off': 'syntax 2:3 a quote that never closes; expected ".',
    'a key that stands twice':
      'read: duplicate-key 3:1 "a" is in line 2 and in line 3; the last one counts.',
  },
  php: {
    'cut off':
      'syntax 3:1 expected a text, an array or another value, and no code, found the end of the file.',
    'a key that stands twice':
      'read: duplicate-key 3:8 "a" is in line 2 and in line 3; the last one counts.',
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
    'cut off': 'syntax 3:1 an end tag that closes nothing; expected </resources>.',
    'a key that stands twice':
      'read: duplicate-key 3:18 "a" is in line 2 and in line 3, and aapt2 refuses the file; remove one of them.',
    'an unknown escape':
      'syntax 2:18 a \\u without four hexadecimal digits; a backslash itself is written \\\\.',
    'an unknown entity':
      'syntax 2:18 &x; is not declared; expected a character by its number, such as &#160;, or &amp;x;.',
    'an entity bomb': 'read',
    'a billion laughs':
      'syntax 1:1 the entity l5 contains itself, or more than any text; expected less.',
    'an escape that is its letter': 'read',
  },
  strings: {
    'cut off': 'syntax 1:7 the text that starts here is not closed; expected a quote.',
    'a key that stands twice':
      'read: duplicate-key 2:7 "a" is in line 1 and in line 2; the last one counts.',
    'an entity bomb':
      'doctype 1:1 a DOCTYPE with declarations of its own; expected one without them.',
    'a billion laughs':
      'doctype 1:1 a DOCTYPE with declarations of its own; expected one without them.',
    'an escape that is its letter': 'read',
  },
  xcstrings: {
    'cut off':
      'syntax 2:79 expected "," or "}", found the end of the file: the "{" of line 1 is not closed.',
    'a key that stands twice':
      'read: duplicate-key 3:1 "a" is in line 2 and in line 3; the last one counts.',
    'an unknown escape':
      'syntax 2:73 no escape of JSON; expected \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four digits.',
  },
  po: {
    'cut off': 'syntax 5:8 a text that does not end in its line; expected ".',
    'cut off in the comments of an entry':
      'syntax 7:1 a comment of no entry; the file is cut off here, expected msgid.',
    'a key that stands twice':
      'read: duplicate-key 7:1 "a" is in line 4 and in line 7, and msgfmt refuses the file; remove one of them.',
    'an unknown escape':
      'syntax 5:9 an escape that C does not have; a backslash itself is written \\\\.',
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
      'encoding 2:43 the file says that its encoding is EUC-TW, which is not known here; save it as UTF-8 and say so.',
    'another charset that is not known':
      'encoding 2:43 the file says that its encoding is JOHAB, which is not known here; save it as UTF-8 and say so.',
  },
  stringsdict: {
    'cut off': 'syntax 2:232 expected "</plist>", found the end of the file: it is cut off.',
    'a key that stands twice':
      'read: duplicate-key 2:235 "a.n.other" is in line 2 and in line 2; the last one counts.',
    'an unknown entity':
      'syntax 2:201 expected an entity such as "&amp;"; "&" itself is written "&amp;".',
    'an entity bomb':
      'doctype 1:1 a DOCTYPE with declarations of its own; expected one without them.',
    'a billion laughs':
      'doctype 1:1 a DOCTYPE with declarations of its own; expected one without them.',
  },
  resx: {
    'cut off': 'syntax 1:1 <root> is never closed; expected </root>.',
    'a key that stands twice':
      'read: duplicate-key 3:44 "a" is in line 2 and in line 3; the last one counts.',
    'an unknown entity':
      'syntax 2:44 &x; is not declared; expected a character by its number, such as &#160;, or &amp;x;.',
    'an entity bomb':
      'doctype 1:1 a DOCTYPE with declarations of its own; expected one without them.',
    'an entity of another file':
      'doctype 1:1 a DOCTYPE with declarations of its own; expected one without them.',
    'a billion laughs':
      'syntax 1:1 the entity l5 contains itself, or more than any text; expected less.',
  },
  qt: {
    'cut off': 'syntax 3:1 an end tag that closes nothing; expected </context>.',
    'a key that stands twice':
      'read: duplicate-key 3:41 "A.s" is in line 2 and in line 3; the last one counts.',
    'an unknown entity':
      'syntax 2:41 &x; is not declared; expected a character by its number, such as &#160;, or &amp;x;.',
    'an entity bomb':
      'doctype 1:1 a DOCTYPE with declarations of its own; expected one without them.',
    'an entity of another file':
      'doctype 1:1 a DOCTYPE with declarations of its own; expected one without them.',
    'a billion laughs':
      'syntax 1:1 the entity l5 contains itself, or more than any text; expected less.',
  },
  toml: {
    'cut off': 'syntax 1:7 expected " before the end of the line, found the end of the line.',
    'a key that stands twice': 'syntax 2:1 "a" is defined already; expected another key.',
    'an unknown escape': 'syntax 1:6 expected an escape such as \\n or \\u0041, found "\\".',
  },
  markdown: {
    'cut off': 'syntax 3:1 in the front matter: Expected a " that closes the text in quotes.',
    'front matter that is no TOML':
      'syntax 3:9 in the front matter: expected a text in quotes, a number, a date, an array or a table, found "x".',
    'front matter with Liquid': 'read',
    'words between rulers': 'read',
  },
  json5: {
    'cut off': 'syntax 3:1 the file ends here; expected "," or "}".',
    'a key that stands twice':
      'read: duplicate-key 3:6 "a" is in line 2 and in line 3; the last one counts.',
    'an unknown escape': 'syntax 2:5 no such escape; expected one such as \\n, \\x41 or \\u0041.',
    'an escape that is its letter': 'read',
  },
  fluent: {
    'cut off': 'syntax 4:1 expected "[key]" or "}" in the entry "a".',
    'a key that stands twice':
      'read: duplicate-key 2:4 "a" is in line 1 and in line 2; the last one counts.',
    'an unknown escape':
      'syntax 1:7 expected $variable, message, -term or "text" in the entry "a".',
    'lines that are no entry':
      'read: invalid-unit 2:1 expected "key = text"; this part is left as it is.',
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
      `conflict-markers ${placeOf(merged, '<<<')} markers of an unfinished merge; decide between the two sides first.`,
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
