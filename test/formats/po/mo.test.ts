import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeAs } from '../../../src/formats/kit/encoding.js';
import { po } from '../../../src/formats/po/index.js';

const PO = (charset: string): string => `msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=${charset}\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Open \\"it\\""
msgstr "Öffne\\nes"

msgctxt "menu"
msgid "Open"
msgstr "Öffnen"

msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d Datei"
msgstr[1] "%d Dateien"
`;

/** A catalog without a hash table, as msgfmt lays it out. */
function moOf(
  entries: readonly (readonly [id: string, text: string])[],
  isLittle: boolean,
): Uint8Array {
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const strings = [...sorted.map(([id]) => id), ...sorted.map(([, text]) => text)].map((one) =>
    Buffer.from(one),
  );
  const head = Buffer.alloc(28 + 8 * strings.length);
  const put = (value: number, at: number): void => {
    if (isLittle) head.writeUInt32LE(value, at);
    else head.writeUInt32BE(value, at);
  };
  [0x950412de, 0, sorted.length, 28, 28 + 8 * sorted.length, 0, 0].forEach((one, at) =>
    put(one, 4 * at),
  );
  let start = head.length;
  strings.forEach(({ length }, at) => {
    put(length, 28 + 8 * at);
    put(start, 32 + 8 * at);
    start += length + 1;
  });
  return Buffer.concat([head, ...strings.map((one) => Buffer.concat([one, Buffer.alloc(1)]))]);
}

function textsOf(bytes: Uint8Array): readonly string[] {
  const { text } = decodeAs(bytes, { file: 'a.mo' });
  const { units } = po.parse(text, { role: 'target', file: 'a.mo' });
  return units.map((unit) => `${unit.key.join('|')}=${unit.text}`).sort();
}

const TEXTS = [
  ...['%d file|one=%d Datei', '%d file|other=%d Dateien'],
  ...['Open "it"=Öffne\nes', 'menu|Open=Öffnen'],
];

describe('a compiled catalog', () => {
  it.each([true, false])('is read in both byte orders (%s)', (isLittle) => {
    const header =
      'Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n';
    const entries = [
      ...[
        ['', header],
        ['Open "it"', 'Öffne\nes'],
        ['menu\x04Open', 'Öffnen'],
      ],
      ['%d file\0%d files', '%d Datei\0%d Dateien'],
    ] as const;
    const bytes = moOf(entries, isLittle);
    expect(textsOf(bytes)).toEqual(TEXTS);
    expect(() => textsOf(bytes.subarray(0, 100))).toThrow(
      'a.mo:1:1: this compiled catalog is cut off.',
    );
  });
  it.each(['UTF-8', 'ISO-8859-1'])('of msgfmt is read in %s', (charset) => {
    const folder = mkdtempSync(join(tmpdir(), 'mo-'));
    const [from, to] = [join(folder, 'a.po'), join(folder, 'a.mo')];
    writeFileSync(from, Buffer.from(PO(charset), charset === 'UTF-8' ? 'utf8' : 'latin1'));
    try {
      execFileSync('msgfmt', ['-o', to, from], { stdio: 'pipe' });
    } catch {
      console.log('msgfmt is not installed (gettext): compiled catalogs are tested without it.');
      return;
    }
    expect(textsOf(readFileSync(to))).toEqual(TEXTS);
  });
});
