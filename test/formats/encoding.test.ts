import { describe, expect, it, test } from 'vitest';
import { decode, encode, FormatError, formats } from '../../src/formats/public.js';
import { decodeAs, withEscapes } from '../../src/formats/kit/encoding.js';

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const utf16be = (text: string): Uint8Array => Buffer.from(text, 'utf16le').swap16();
const xml = (encoding: string, text: string): string =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<a>${text}</a>\n`;

const eastern = (encoding: string, hex: string): Uint8Array =>
  latin1(xml(encoding, Buffer.from(hex, 'hex').toString('latin1')));

describe('bytes come back as they were', () => {
  test.each([
    ['UTF-8', 'a.json', Buffer.from('{"a":"é€😀"}'), 'utf-8'],
    ['UTF-8 with a BOM', 'a.json', Buffer.from('\ufeff{"a":"é"}'), 'utf-8'],
    ['UTF-16 with a BOM', 'a.json', Buffer.from('\ufeff{"a":"é😀"}', 'utf16le'), 'utf-16le'],
    ['UTF-16 without one', 'a.json', Buffer.from('{"a":"日本"}', 'utf16le'), 'utf-16le'],
    ['UTF-16, the high byte first', 'a.json', utf16be('\ufeff{"a":"é"}'), 'utf-16be'],
    ['the same without a BOM', 'a.json', utf16be('{"a":"é"}'), 'utf-16be'],
    ['declared Latin-1', 'a.xlf', latin1(xml('ISO-8859-1', 'é\u0080ÿ')), 'iso-8859-1'],
    ['ASCII that is declared Latin-1', 'a.xlf', latin1(xml('latin1', 'e')), 'iso-8859-1'],
    ['declared ASCII', 'a.xlf', latin1(xml('US-ASCII', 'e')), 'us-ascii'],
    ['declared Windows-1252', 'a.xlf', latin1(xml('windows-1252', '\u0080')), 'windows-1252'],
    ['declared ISO-8859-9', 'a.xlf', latin1(xml('ISO-8859-9', '\u0093\u00f0\u00fd')), 'iso-8859-9'],
    ['declared KOI8-R', 'a.xlf', latin1(xml('koi8-r', '\u00c1')), 'koi8-r'],
    [
      'a declaration with single quotes',
      'a.xlf',
      latin1(xml('latin1', 'e').replaceAll('"', "'")),
      'iso-8859-1',
    ],
    [
      'ASCII that is declared an encoding not known here',
      'a.xlf',
      latin1(xml('x', 'e')),
      'us-ascii',
    ],
    ['declared EUC-JP', 'a.xlf', eastern('EUC-JP', 'c6fccbdcb8ec8eb1'), 'euc-jp'],
    ['declared Shift_JIS', 'a.xlf', eastern('Shift_JIS', '93fa967b8cea955cb1'), 'shift_jis'],
    ['declared EUC-KR', 'a.xlf', eastern('euc-kr', 'c7d1b1b9beee'), 'euc-kr'],
    ['declared GB2312', 'a.xlf', eastern('GB2312', 'd6d0cec4'), 'gb2312'],
    ['declared GBK', 'a.xlf', eastern('gbk', 'e946d6d0'), 'gbk'],
    ['declared Big5', 'a.xlf', eastern('Big5', 'a4a4a55c'), 'big5'],
    ['declared GB18030', 'a.xlf', eastern('GB18030', 'd6d08139ef3595328236'), 'gb18030'],
    ['declared CP949', 'a.xlf', eastern('cp949', 'c7d18141'), 'cp949'],
    ['declared CP950', 'a.xlf', eastern('CP950', 'a451a4ca'), 'big5'],
    ['declared Big5-HKSCS', 'a.xlf', eastern('Big5-HKSCS', 'a4518b6a'), 'big5-hkscs'],
    ['declared KOI8-T', 'a.xlf', latin1(xml('KOI8-T', '\u0080')), 'koi8-t'],
    ['declared GEORGIAN-PS', 'a.xlf', latin1(xml('GEORGIAN-PS', '\u00c0')), 'georgian-ps'],
    ['declared TCVN', 'a.xlf', latin1(xml('TCVN5712-1', '\u00b8')), 'tcvn'],
    ['declared ISO-8859-16', 'a.xlf', latin1(xml('ISO-8859-16', '\u00a4')), 'iso-8859-16'],
    ['nothing', 'a.json', new Uint8Array(), 'utf-8'],
  ])('%s', (_, path, bytes, encoding) => {
    const decoded = decode(bytes, path);
    expect(decoded.encoding).toBe(encoding);
    expect(Buffer.from(encode(decoded.text, decoded.encoding))).toEqual(Buffer.from(bytes));
  });
});

it('reads what the encoding means, not the bytes of it', () => {
  expect(decode(latin1(xml('windows-1252', '\u0080')), 'a.xlf').text).toContain('€');
  expect(decode(latin1(xml('iso-8859-9', '\u00d0\u00fd')), 'a.xlf').text).toContain('Ğı');
  expect(decode(latin1(xml('koi8-r', '\u00c1')), 'a.xlf').text).toContain('а');
  expect(decode(eastern('euc-jp', 'c6fccbdcb8ec8eb1'), 'a.xlf').text).toContain('日本語ｱ');
  expect(decode(eastern('shift_jis', '93fa955cb1'), 'a.xlf').text).toContain('日表ｱ');
  expect(decode(eastern('gbk', 'e946'), 'a.xlf').text).toContain('镕');
  expect(decode(eastern('big5', 'a4a4a55c'), 'a.xlf').text).toContain('中功');
  expect(decode(eastern('cp949', '8141'), 'a.xlf').text).toContain('갂');
  expect(decode(eastern('gb18030', '8139ef35'), 'a.xlf').text).toContain('㐆');
  expect(decode(latin1(xml('georgian-ps', '\u00c0')), 'a.xlf').text).toContain('ა');
});

it('takes what the config says where the file says nothing, and a BOM before that', () => {
  const bytes = latin1('{"a":"caf\u00e9"}');
  expect(() => decodeAs(bytes, { file: 'a.json' })).toThrow(FormatError);
  expect(decodeAs(bytes, { encoding: 'iso-8859-1' }).text).toBe('{"a":"café"}');
  const utf8 = Buffer.from('\ufeff{"a":"é"}');
  expect(decodeAs(utf8, { encoding: 'iso-8859-1' })).toMatchObject({ encoding: 'utf-8' });
});

it('takes what the file declares before what the config says', () => {
  const { capabilities } = formats.android;
  const options = { capabilities, encoding: 'iso-8859-1', file: 'a.xml' };
  expect(decodeAs(Buffer.from(xml('UTF-8', 'é')), options)).toMatchObject({ encoding: 'utf-8' });
  // Readers of XML without a declaration assume UTF-8, whatever a config says.
  expect(decodeAs(Buffer.from('<a>e</a>'), options).encoding).toBe('us-ascii');
  expect(decodeAs(Buffer.from('<a>é</a>'), options).encoding).toBe('utf-8');
  expect(() => decodeAs(latin1('<a>é</a>'), options)).toThrow('declare its real encoding');
});

it.each([
  ['UTF-16', Buffer.from(xml('UTF-16', 'e')), 'UTF-8'],
  ['UTF-8', Buffer.from(`\ufeff${xml('UTF-8', 'e')}`, 'utf16le'), 'UTF-16LE'],
  ['ISO-8859-1', Buffer.from(`\ufeff${xml('ISO-8859-1', 'e')}`), 'UTF-8'],
])('refuses a file that declares %s and is not', (label, bytes, actual) => {
  const message = `the file declares the encoding ${label}, but is ${actual};`;
  for (const file of ['a.xlf', 'a.resx', 'a.ts', 'strings.xml', 'a.stringsdict'])
    expect(() => decode(bytes, file)).toThrow(message);
});

it.each([
  ['over two lines', '"Content-Type: text/plain; "\n"charset=ISO-8859-1\\n"'],
  ['in one string', '"Language: de\\nContent-Type: text/plain; charset=ISO-8859-1\\n"'],
])('finds the charset of a gettext header %s', (_, header) => {
  const po = `${'# people who helped\n'.repeat(900)}msgid ""\nmsgstr ""\n${header}\n`;
  expect(decode(latin1(po), 'a.po').encoding).toBe('iso-8859-1');
});

it('takes no charset from a text', () => {
  const text = 'msgid "Content-Type: text/html; charset=ISO-8859-1"\nmsgstr ""\n';
  expect(decode(Buffer.from(text), 'a.po').encoding).toBe('utf-8');
});

it('refuses what no reader of the format can read', () => {
  for (const file of ['a.po', 'a.php', 'a.toml', 'a.ftl', 'a.vtt'])
    expect(() => decode(Buffer.from('\ufeffa', 'utf16le'), file)).toThrow('save the file as UTF-8');
  const { capabilities } = formats.toml;
  const options = { capabilities, encoding: 'iso-8859-1' };
  expect(decodeAs(Buffer.from('a = "é"'), options).encoding).toBe('utf-8');
  expect(() => decodeAs(latin1('a = "é"'), options)).toThrow('convert the file to UTF-8.');
});

it('takes the usual encoding of a format for what is no UTF-8', () => {
  const capabilities = { fallbackEncoding: 'iso-8859-1' };
  expect(decodeAs(latin1('a=\u00e9'), { capabilities }).encoding).toBe('iso-8859-1');
  expect(decodeAs(Buffer.from('a=é'), { capabilities }).encoding).toBe('utf-8');
});

it.each([
  ['a declared encoding that is not known', latin1(xml('euc-tw', '\u00a4\u00a4')), 'euc-tw'],
  [
    'one of Korea',
    latin1(xml('johab', '\u00a4\u00a4')),
    'a.xlf:1:31: the file declares the unknown encoding johab; save it as UTF-8',
  ],
  ['bytes that its encoding lacks', eastern('gb2312', 'd6d0e946'), 'a.xlf:2:5: byte 0xE9'],
  ['half of a character of two bytes', eastern('big5', 'a4a4a4'), 'a.xlf:2:5: byte 0xA4'],
  [
    'what is not the ASCII that is declared',
    latin1(xml('ascii', '\u00e9')),
    'byte 0xE9 is not ASCII',
  ],
  [
    'half of a surrogate pair',
    Buffer.from('\ufeff\ufffd\na\ud83db', 'utf16le'),
    'a.xlf:2:2: half of a UTF-16 surrogate pair',
  ],
  [
    'half of a character',
    Buffer.from('\ufeffa\nbc', 'utf16le').subarray(0, -1),
    'a.xlf:2:2: the file is cut off: it ends with half of a UTF-16 character',
  ],
])('refuses %s', (_, bytes, words) => {
  expect(() => decode(bytes, 'a.xlf')).toThrow(words);
});

test.each([
  ['android', 'EUC-TW', '<resources><string name="a">x</string></resources>', '\\u4f60'],
  ['resx', 'ISO-2022-JP', '<root><data name="a"><value>x</value></data></root>', '&#x4F60;'],
  [
    'qt',
    'HZ',
    '<TS><context><name>A</name><message id="a"><source>a</source><translation>x</translation></message></context></TS>',
    '&#x4f60;',
  ],
  [
    'xliff',
    'EUC-TW',
    '<xliff version="1.2"><file original="a" source-language="en" datatype="plaintext"><body><trans-unit id="a"><source>a</source><target>x</target></trans-unit></body></file></xliff>',
    '&#x4F60;',
  ],
] as const)(
  '%s: what goes beyond a file of ASCII that is declared %s is escaped',
  (name, label, xml, written) => {
    const codec = formats[name];
    const bytes = latin1(`<?xml version="1.0" encoding="${label}"?>\n${xml}\n`);
    const { text, encoding } = decodeAs(bytes, { capabilities: codec.capabilities });
    const document = codec.parse(text, { role: 'target', locale: 'zh', encoding });
    const edited = codec.edit(document, [{ op: 'set', key: document.units[0]!.key, text: '你' }]);
    const escaped = withEscapes(edited, encoding, codec.escape!);
    expect(Buffer.from(encode(escaped, encoding)).toString('latin1')).toBe(
      Buffer.from(bytes).toString('latin1').replace('>x<', `>${written}<`),
    );
  },
);

it('gettext declares UTF-8 instead, with the first text', () => {
  const text =
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=EUC-TW\\n"\n\nmsgid "a"\nmsgstr ""\n';
  const { encoding } = decodeAs(latin1(text), { capabilities: formats.po.capabilities });
  expect(encoding).toBe('utf-8');
  const document = formats.po.parse(text, { role: 'target', locale: 'zh', encoding });
  const edited = formats.po.edit(document, [{ op: 'set', key: ['a'], text: '你' }]);
  expect(edited).toContain('charset=UTF-8');
});

it('refuses a character that the encoding lacks, and escapes it where the format can', () => {
  expect(() => encode('“ğ”', 'iso-8859-9')).toThrow('"“" cannot be encoded in iso-8859-9');
  expect(() => encode('a €', 'iso-8859-1')).toThrow('"€" cannot be encoded in iso-8859-1');
  const { escape = String } = formats.json;
  expect(withEscapes('é €😀', 'iso-8859-1', escape)).toBe('é \\u20ac\\ud83d\\ude00');
  expect(withEscapes('é €', 'utf-8', escape)).toBe('é €');
  expect(withEscapes('é 中镕', 'gb2312', escape)).toBe('é 中\\u9555');
  expect(withEscapes('é €', 'us-ascii', escape)).toBe('\\u00e9 \\u20ac');
  const { escape: inXml = String } = formats.xliff;
  expect(withEscapes('é 😀', 'iso-8859-1', inXml)).toBe('é &#x1F600;');
});
