import { strToU8, zipSync } from 'fflate';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CUT, documentCost } from '../../src/engine/jobs/cost.js';
import { decideOutput } from '../../src/engine/jobs/run.js';
import { DOCUMENT_PACE } from '../../src/engine/jobs/documents.js';
import { nextLook } from '../../src/engine/jobs/sender.js';
import { refusedContent, stateOf } from '../../src/engine/jobs/compare.js';
import { recordingLength } from '../../src/engine/jobs/recording-length.js';
import {
  parseFileFacts,
  parseLock,
  updateFileFacts,
  mergeApplied,
  formatLock,
} from '../../src/lock/index.js';

import { noise, silence } from './support.js';

/** A file of 124 bytes. @param sizes that its boxes state */
function mp4({ moov, trak = 92 }: { readonly moov: number; readonly trak?: number }): Buffer {
  const box = (size: number, type: string): Buffer => {
    const head = Buffer.alloc(8, type.padStart(8));
    head.writeUInt32BE(size);
    return head;
  };
  const start = Buffer.concat([box(24, 'ftyp'), Buffer.from('isom\0\0\0\0isommp42')]);
  return Buffer.concat([start, box(moov, 'moov'), box(trak, 'trak'), Buffer.alloc(84)]);
}

/** A second whose encoder did not know its length. */
function streamed(): Buffer {
  const wav = Buffer.from(silence());
  for (const at of [4, 40]) wav.writeUInt32LE(0xffff_ffff, at);
  return wav;
}

/** A recording that consists of a few bytes. */
function headOf(hex: string, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.write(hex, 'hex');
  return bytes;
}

const fact = (source: string, hash: string, origin: string) => ({ source, hash, origin });
const MADE = fact('S1', 'T1', 'ab');
const PERSON = fact('S1', 'T1', '==');

describe('what a target is', () => {
  it.each([
    ['missing', undefined, [MADE], 'missing'],
    ['made of this source', 'T1', [MADE], 'current'],
    ['made of an earlier source', 'T1', [fact('S0', 'T1', 'ab')], 'stale'],
    ['changed by a person', 'T2', [MADE], 'edited'],
    ['changed by a person, and the source since', 'T2', [fact('S0', 'T1', 'ab')], 'review'],
    ['a person’s of this source', 'T1', [PERSON], 'current'],
    ['a person’s of this source, once changed', 'T1', [fact('S1', 'T1', '!!')], 'edited'],
    ['a person’s of an earlier source', 'T1', [fact('S0', 'T1', '==')], 'review'],
    ['a person’s that waits for review', 'T1', [fact('S1', 'T1', '??')], 'review'],
    ['a person’s that waited, changed since', 'T2', [fact('S1', 'T1', '??')], 'edited'],
    ['nothing is known of it', 'T1', [], 'current'],
    ['two branches: this one made it', 'T1', [fact('S0', 'T0', 'ab'), MADE], 'current'],
    ['two branches: either may be right', 'T1', [fact('S1', 'T0', 'ab'), MADE], 'current'],
  ] as const)('%s', (_, target, facts, status) => {
    expect(stateOf({ source: 'S1', target }, facts).status).toBe(status);
  });
});

describe('what is done with it', () => {
  const open = { isDrifted: false, beside: false, hasBeside: false };
  it.each([
    ['missing', {}, {}, 'make'],
    ['stale', {}, {}, 'make'],
    ['current', {}, {}, 'keep'],
    ['current', { isDrifted: true }, {}, 'keep'],
    ['current', { isDrifted: true }, { retranslate: 'drifted' }, 'make'],
    ['current', {}, { retranslate: 'all' }, 'make'],
    ['current', {}, { retranslate: 'all', keys: ['a'] }, 'keep'],
    ['edited', {}, {}, 'keep'],
    ['edited', {}, { retranslate: 'drifted' }, 'keep'],
    ['edited', {}, { retranslate: 'edited' }, 'make'],
    ['review', {}, {}, 'keep'],
    ['review', {}, { retranslate: 'edited' }, 'make'],
    ['review', {}, { accept: true }, 'accept'],
    ['review', { beside: true }, {}, 'beside'],
    ['review', { beside: true, hasBeside: true }, {}, 'keep'],
    ['review', { beside: true }, { proposals: false }, 'keep'],
  ] as const)('%s, %o, %o: %s', (status, known, asked, action) => {
    expect(decideOutput({ status, ...open, ...known }, asked)).toBe(action);
  });
});

describe('what it costs at least', () => {
  const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  const xliff = (body: string) =>
    Buffer.from(
      `<xliff version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en"><file id="f"><unit id="u"><segment>${body}</segment></unit></file></xliff>`,
    );
  const zip = (parts: Record<string, string>) =>
    Buffer.from(
      zipSync(
        Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])),
      ),
    );
  const docx = zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>' });
  const damaged = Buffer.from(docx).fill(0xff, docx.length - 60, docx.length - 30);
  const container = Buffer.alloc(1024);
  container.writeUInt32BE(0xd0cf11e0);
  container.writeUInt16LE(9, 30);
  container.writeUInt32LE(40, 48);

  it.each([
    ['docx', docx, 50_000, undefined],
    ['docx', damaged, 50_000, 'is damaged'],
    ['docx', zip({ 'word/document.xml': '<w:document>Tex' }), 50_000, 'is damaged: the end of'],
    ['xlsx', docx, 50_000, 'it has no xl/workbook.xml'],
    ['doc', container, 50_000, CUT],
    ['doc', Buffer.from('{\\rtf1}'), 50_000, undefined],
    ['pdf', Buffer.from('%PDF'), 50_000, undefined],
    ['txt', Buffer.from('Café 👍\n'), 6, undefined],
    ['txt', wide('Grüße €\n'), 7, undefined],
    ['txt', Buffer.from('Grüße', 'latin1'), 5, undefined],
    ['txt', Buffer.alloc(100), undefined, 'NUL'],
    ['html', Buffer.from('<style>p{}</style><p class="a">Two <b>words</b></p>'), 9, undefined],
    ['html', wide('<p>Two words &amp; more</p>'), 16, undefined],
    ['srt', Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n<i>Hello</i>\n'), 5, undefined],
    [
      'srt',
      Buffer.from('No cues at all.\n'),
      undefined,
      'cannot be read: line 1, column 1: no cue',
    ],
    ['xlf', xliff('<source>One <pc id="1">two</pc></source>'), 7, undefined],
    ['xlf', xliff('<source>One</sour>'), undefined, 'cannot be read: line 1'],
    ['png', Buffer.from(''), 0, undefined],
  ] as const)('%s %o', (ending, bytes, characters, flaw) => {
    const cost = documentCost(ending, bytes);
    expect(cost.characters).toBe(characters);
    if (flaw === undefined) expect(cost.flaw).toBeUndefined();
    else expect(cost.flaw).toContain(flaw);
  });
});

describe('how often a state is asked for', () => {
  it('after a second never more than 4 % of the time that it took, and every 5 s at most', () => {
    expect(nextLook(0, 1, DOCUMENT_PACE)).toBe(40);
    expect(nextLook(2_000, 1, DOCUMENT_PACE)).toBe(80);
    expect(nextLook(2_000, 100, DOCUMENT_PACE)).toBe(2_000);
    expect(nextLook(3_600_000, 1, DOCUMENT_PACE)).toBe(5_000);
  });
});

describe('lines of whole files in the lock', () => {
  const of = (unit: string, locale: string, hash = 'aaaaaa', origin = 'ab') => ({
    unit: unit.padEnd(11, '0'),
    source: 'SSSSSSSS',
    locale,
    hash,
    origin,
  });
  const facts = [of('one', 'de'), of('one', 'pt BR', 'bbbbbb', '=='), of('two', 'de')];

  it('hold facts, sorted, beside those of glossaries, and survive the parser', () => {
    const glossary = '@aaaaaaaaaaa bbbbbbde term\n';
    const lines = updateFileFacts(glossary, facts);
    expect(lines).toBe(
      '%one00000000 SSSSSSSS aaaaaaabde bbbbbb==pt%20BR\n%two00000000 SSSSSSSS aaaaaaabde\n' +
        glossary,
    );
    const lock = formatLock(new Map(), '', lines);
    const parsed = parseLock(lock);
    expect(parsed).toMatchObject({ applied: lines, problems: [], writable: true });
    expect(parseFileFacts(parsed.applied)).toEqual(facts);
    expect(lock).toMatch(/^# locale-sync lock v4:/);
    expect(formatLock(parsed.facts)).toMatch(/^# locale-sync lock v1:/);
  });

  it('of two branches merge as a set, in any order, repeated or with other newlines', () => {
    const ours = updateFileFacts('', [of('one', 'de')]);
    const theirs = updateFileFacts('', [of('one', 'de', 'cccccc'), of('one', 'fr')]);
    const merged = parseLock(`${theirs}${ours}${ours.replace('\n', '\r\n')}`);
    expect(merged.problems).toEqual([]);
    expect(parseFileFacts(merged.applied)).toHaveLength(3);
    const onDisk = updateFileFacts('', [of('two', 'de')]);
    expect(mergeApplied({ before: '', own: ours, onDisk })).toBe(ours + onDisk);
  });
});

describe('what is not sent', () => {
  const ZIP = 'PK\x03\x04…';
  it.each([
    ['a.docx', ZIP, 'PK\x05\x06', undefined],
    ['a.docx', ZIP, '…', 'is damaged: its end is missing'],
    ['a.xlsx', '\xd0\xcf\x11\xe0', 'PK\x05\x06', 'protected by a password'],
    ['a.pptx', '<html>', '</html>', 'or no pptx file'],
    ['a.doc', '{\\rtf1', '}', undefined],
    ['a.doc', '\0\0\0', '', 'is damaged, or no doc file'],
    ['a.webm', 'RIFF', '', 'is damaged, or no webm file'],
    ['a.mp3', 'RIFF', '', 'is damaged, or no mp3 file'],
    ['a.mp3', '\0\xff\xfb', '', undefined],
    ['a.m4a', '\0\0\0\x20ftypM4A', '', undefined],
    ['a.pdf', 'mail header\n%PDF-1.7', 'startxref\n9\n%%EOF', undefined],
    ['a.pdf', '%PDF-1.7', 'stream', 'its end is missing'],
    ['a.png', '\x89PNG', 'IEND', undefined],
    ['a.png', '\xff\xd8', '\xff\xd9', 'or no png file'],
    ['a.jpeg', '\xff\xd8', '\xff\xd9', undefined],
    ['a.xlf', '<x:xliff version="2.1">', '</x:xliff>\n', undefined],
    ['a.xlf', '<xliff version="2.1">', '<seg', 'its end is missing'],
    ['a.xlf', '<xliff version="1.2">', '<seg', 'is XLIFF 1.2'],
    ['a.txt', '\0', '\0', undefined],
    ['a.txt', 'version https://git-lfs', '', 'is a Git LFS pointer'],
  ])('%s, which begins with %j and ends with %j', (path, start, end, flaw) => {
    const found = refusedContent(path, { start, end });
    if (flaw === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(flaw);
  });

  // 100 blocks of at least 1,000 bytes; 65,535 bytes; a megabyte.
  const FLAC = '664c6143000000221000100000' + '03e8' + '00'.repeat(7) + '00064000';
  const WEBM = '1a45dfa380' + '18538067' + '010000000000ffff';
  const MP3 = 'fffb90c400000000' + '496e666f00000002' + '00100000';
  it.each([
    ['a second', silence(), { minutes: 0.02 }],
    ['a second, its end cut off', silence().subarray(0, 8_000), { flaw: CUT }],
    ['a stream of unknown length', streamed(), { minutes: 0.02 }],
    ['an unknown coding', noise(), { minutes: 0.02 }],
    ['an MP4 file whose end is cut off', mp4({ moov: 400 }), { flaw: CUT }],
    ['an odd MP4 file that is whole', mp4({ moov: 100, trak: 400 }), {}],
    ['zeros', new Uint8Array(100), { flaw: 'is damaged, or is not a recording' }],
    ['a .flac file of a header only', headOf(FLAC, 42), { flaw: CUT }],
    ['a .webm file whose end is cut off', headOf(WEBM, 100), { flaw: CUT }],
    ['a .mp3 file whose end is cut off', headOf(MP3, 100), { flaw: CUT }],
  ])('a recording: %s', async (title, bytes, found) => {
    const folder = mkdtempSync(join(tmpdir(), 'recording-'));
    const path = join(
      folder,
      title.includes('MP4') ? 'a.mp4' : `a${/\.\w+/.exec(title)?.[0] ?? '.wav'}`,
    );
    writeFileSync(path, bytes);
    expect(await recordingLength(path)).toEqual(found);
    rmSync(folder, { recursive: true });
  });
});
