import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeAs, encode, oldBytes, oldName } from '../../src/formats/kit/encoding.js';

/** As gettext and glibc name them. */
const NAMES = [
  ...Array.from({ length: 16 }, (_, i) => `ISO-8859-${i + 1}`).filter((one) => !one.endsWith('12')),
  ...['KOI8-R', 'KOI8-U', 'KOI8-T', 'CP850', 'CP866', 'CP874', 'CP932', 'CP949', 'CP950'],
  ...Array.from({ length: 9 }, (_, i) => `CP${1250 + i}`),
  ...['GB2312', 'EUC-JP', 'EUC-KR', 'BIG5', 'BIG5-HKSCS', 'GBK', 'GB18030', 'SHIFT_JIS'],
  ...['TIS-620', 'VISCII', 'GEORGIAN-PS', 'TCVN', 'MACINTOSH'],
];

/** Those of one byte have no East Asian characters. */
const WIDE = /^(?:CP9|GB|EUC|BIG5|SHIFT)/;

const ALL = Array.from({ length: 0x2ffff - 0xa0 }, (_, i) => i + 0xa0)
  .filter((code) => code < 0xd800 || code > 0xf8ff)
  .map((code) => String.fromCodePoint(code));

/** What everybody but glibc takes these bytes for: Windows, browsers and most who write them. */
const READ_OTHERWISE: Readonly<Record<string, string>> = {
  GB2312: '\u00b7',
  'BIG5-HKSCS': '\u00af\u2027\u2215\u2295\u2299\ufe51\ufe68',
};

/** Where tools differ, nothing is written. What is not composed here is left out of all. */
const LACKING: Readonly<Record<string, string>> = {
  'EUC-KR': '\u20a9\u327e',
  GB18030:
    '\u9fb4\u9fb5\u9fb6\u9fb7\u9fb8\u9fb9\u9fba\u9fbb\ufe10\ufe11\ufe12\ufe13\ufe14\ufe15\ufe16\ufe17\ufe18\ufe19\ufffd\u{20087}\u{20089}\u{200cc}\u{215d7}\u{2298f}\u{241fe}',
  MACINTOSH: '\u0394\u03a9\u20ac',
  'BIG5-HKSCS': '\u2022\u223c\u2609\u2641\uff0f\uff3c\uff64',
};

/** Where glibc writes one of the signs that are alike, we write the other. */
const ALIKE =
  /[\xa2\xa3\xa5\xac\u2014-\u2016\u203e\u2212\u2225\u301c\u30fb\uff0d\uff5e\uffe0-\uffe5]/;

/** One character a line, of those that glibc has, in the encoding. */
function linesOf(name: string, characters: readonly string[], ...flags: string[]): Buffer[] {
  const input = characters.join('\n');
  const { stdout } = spawnSync('iconv', [...flags, '-f', 'UTF-8', '-t', name], {
    input,
    maxBuffer: 1e8,
  });
  const lines: Buffer[] = [];
  for (let at = 0; at <= stdout.length;) {
    const end = stdout.indexOf(10, at);
    lines.push(stdout.subarray(at, end === -1 ? stdout.length : end));
    at = end === -1 ? stdout.length + 1 : end + 1;
  }
  return lines;
}

describe.skipIf(!existsSync('/usr/bin/iconv'))('as glibc has it', () => {
  it.each(NAMES)('%s', (name) => {
    const encoding = oldName(name) ?? '';
    const all = WIDE.test(name) ? ALL : ALL.filter((one) => one < '\u3000');
    const known = all.filter((one) => oldBytes(one, encoding) !== undefined);
    expect(known.length).toBeGreaterThan(30);
    const text = known.join('\n');
    const bytes = encode(text, encoding);
    expect(decodeAs(bytes, { encoding }).text).toBe(text);

    // What we write is read as it was meant.
    const beyond = name === 'SHIFT_JIS' ? 'CP932' : name;
    const { stdout } = spawnSync('iconv', ['-f', beyond, '-t', 'UTF-8'], {
      input: bytes,
      maxBuffer: 1e8,
    });
    const read = stdout.toString().split('\n');
    const wrong = known.filter((one, at) => read[at] !== one && !ALIKE.test(one));
    expect(wrong.join('')).toBe(READ_OTHERWISE[name] ?? '');

    // What glibc can write, we can.
    const lines = linesOf(name, all, '-c');
    expect(lines).toHaveLength(all.length);
    const lacking = all.filter(
      (one, at) => (lines[at]?.length ?? 0) > 0 && oldBytes(one, encoding) === undefined,
    );
    const plain = lacking.filter((one) => one === one.normalize('NFD') && !ALIKE.test(one));
    expect(plain.join('')).toBe(LACKING[name] ?? '');
  });
});
