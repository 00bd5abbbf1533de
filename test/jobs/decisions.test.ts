import { strToU8, zipSync } from 'fflate';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentTypes } from '../../src/facts/index.js';
import { endingOf } from '../../src/config/index.js';
import { documentCost } from '../../src/engine/jobs/cost.js';
import { CUT } from '../../src/engine/jobs/document-damage.js';
import { decideOutput } from '../../src/engine/jobs/run.js';
import { DOCUMENT_PACE } from '../../src/engine/jobs/documents.js';
import { nextLook } from '../../src/engine/jobs/sender.js';
import { stateOf } from '../../src/engine/jobs/compare.js';
import { recordingCost } from '../../src/engine/jobs/recording-cost.js';
import type { FileCost } from '../../src/engine/jobs/types.js';
import {
  parseFileFacts,
  parseLock,
  updateFileFacts,
  mergeApplied,
  formatLock,
} from '../../src/lock/index.js';

import { randomFrom } from '../formats/support/damage.js';
import { noise, silence } from './support.js';

/** A file of 124 bytes. @param moov the size that its second box states */
function mp4(moov: number): Buffer {
  const box = (size: number, type: string): Buffer => {
    const head = Buffer.alloc(8, type.padStart(8));
    head.writeUInt32BE(size);
    return head;
  };
  const start = Buffer.concat([box(24, 'ftyp'), Buffer.from('isom\0\0\0\0isommp42')]);
  return Buffer.concat([start, box(moov, 'moov'), box(92, 'trak'), Buffer.alloc(84)]);
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

  it.each([
    ['docx', docx, 50_000, undefined],
    ['docx', damaged, undefined, 'is damaged'],
    ['docx', zip({ 'word/document.xml': '<w:document>Tex' }), undefined, 'word/document.xml in it'],
    ['xlsx', docx, undefined, 'it has no xl/workbook.xml'],
    ['doc', Buffer.from('{\\rtf1}'), 50_000, undefined],
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
  const text = (content: string): Buffer => Buffer.from(content, 'latin1');
  it.each([
    ['a.xlsx', text('\xd0\xcf\x11\xe0'), 'protected by a password'],
    ['a.pptx', text('<html>'), 'or no pptx file'],
    ['a.docx', text('PK\x03\x04…'), CUT],
    ['a.doc', text('{\\rtf1 One}'), undefined],
    ['a.doc', text('{\\rtf1 One'), CUT],
    ['a.doc', text('Date: today\r\nMIME-Version: 1.0'), undefined],
    ['a.doc', text('\0\0\0'), 'is damaged, or no doc file'],
    ['a.pdf', text('%PDF-1.7 stream'), CUT],
    ['a.png', text('\xff\xd8'), 'or no png file'],
    ['a.xlf', text('<xliff version="2.1"><seg'), 'cannot be read'],
    ['a.xlf', text('<xliff version="1.2"></xliff>'), 'is XLIFF 1.2'],
    ['a.xlf', Buffer.from('<xliff version="1.2"></xliff>', 'utf16le'), 'is XLIFF 1.2'],
    ['a.txt', text('version https://git-lfs'), 'is a Git LFS pointer'],
  ])('%s, which begins with %j', (path, bytes, flaw) => {
    const found = documentCost(endingOf(path) as 'doc', bytes).flaw;
    if (flaw === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(flaw);
  });

  // 100 blocks of at least 1,000 bytes; 65,535 bytes; a megabyte.
  const FLAC = '664c6143000000221000100000' + '03e8' + '00'.repeat(7) + '00064000';
  const WEBM = '1a45dfa380' + '18538067' + '010000000000ffff';
  const MP3 = 'fffb90c400000000' + '496e666f00000003' + '00001000' + '00100000';
  it.each([
    ['a second', silence(), { minutes: 0.02 }],
    ['a second, its end cut off', silence().subarray(0, 8_000), { flaw: CUT }],
    ['a stream of unknown length', streamed(), { minutes: 0.02 }],
    ['an unknown coding', noise(), { minutes: 0.02 }],
    ['a .mp4 file whose end is cut off', mp4(400), { flaw: CUT }],
    ['zeros', new Uint8Array(100), { flaw: 'is damaged, or no wav file' }],
    ['a .mp3 file of zeros', new Uint8Array(100), { flaw: 'is damaged, or is not a recording' }],
    ['a .flac file of a header only', headOf(FLAC, 42), { flaw: CUT }],
    ['a .webm file whose end is cut off', headOf(WEBM, 100), { flaw: CUT }],
    ['a .mp3 file whose end is cut off', headOf(MP3, 100), { flaw: CUT }],
  ])('a recording: %s', async (title, bytes, found) => {
    expect(await costOf(/\.(\w+)/.exec(title)?.[1] ?? 'wav', bytes)).toEqual(found);
  });
});

/** In thousandths of the file: where it is cut, where a hole of 40 is, where a byte differs. */
describe('damage of real files, found by what their containers know of themselves', () => {
  const places = [20, 150, 333, 500, 700, 850, 950, 995];
  const damages: Record<string, (bytes: Buffer, at: number) => Buffer> = {
    cut: (bytes, at) => bytes.subarray(0, at),
    hole: (bytes, at) =>
      Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + bytes.length / 25)]),
    changed: (bytes, at) => Buffer.from(bytes).fill((bytes[at] ?? 0) ^ 0x55, at, at + 1),
  };
  /** Of 8 places each. What has no checksums only shows that its end is missing. */
  it.each([
    ['letter.doc', { cut: 6, hole: 1, changed: 0 }],
    ['letter.docx', { cut: 8, hole: 8, changed: 8 }],
    ['letter.pdf', { cut: 8, hole: 1, changed: 0 }],
    ['shot.jpg', { cut: 8, hole: 1, changed: 0 }],
    ['shot.png', { cut: 8, hole: 8, changed: 8 }],
    ['tone.flac', { cut: 8, hole: 8, changed: 7 }],
    ['tone.m4a', { cut: 8, hole: 8, changed: 0 }],
    ['tone.mp3', { cut: 8, hole: 8, changed: 0 }],
    ['tone.ogg', { cut: 8, hole: 8, changed: 8 }],
    ['tone.webm', { cut: 8, hole: 8, changed: 0 }],
  ])('%s: %o', async (name, counts) => {
    const bytes = readFileSync(new URL(`fixtures/${name}`, import.meta.url));
    expect((await costOf(endingOf(name), bytes)).flaw).toBeUndefined();
    const found = new Map<string, number>();
    for (const [kind, damage] of Object.entries(damages)) {
      for (const place of places) {
        const { flaw } = await costOf(
          endingOf(name),
          damage(bytes, Math.floor((bytes.length * place) / 1000)),
        );
        if (flaw !== undefined) found.set(kind, (found.get(kind) ?? 0) + 1);
      }
    }
    expect({ cut: 0, hole: 0, changed: 0, ...Object.fromEntries(found) }).toEqual(counts);
  });
});

it('damage of any kind is a flaw or nothing, and never an error', async () => {
  const random = randomFrom(7);
  const folder = new URL('fixtures/', import.meta.url);
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(new URL(name, folder));
    for (let round = 0; round < 60; round += 1) {
      const copy = Buffer.from(bytes);
      for (let spot = 0; spot < 8; spot += 1) {
        // Heads are near the start.
        const reach = spot < 4 ? Math.min(1_000, copy.length) : copy.length;
        copy[random(reach)] = random(256);
      }
      const { flaw } = await costOf(endingOf(name), copy.subarray(0, copy.length - random(2)));
      expect(flaw ?? 'is whole').toMatch(/^is /);
    }
  }
});

async function costOf(ending: string, bytes: Uint8Array): Promise<FileCost> {
  if (Object.hasOwn(documentTypes, ending))
    return documentCost(ending as 'doc', Buffer.from(bytes));
  const folder = mkdtempSync(join(tmpdir(), 'recording-'));
  const path = join(folder, `a.${ending}`);
  writeFileSync(path, bytes);
  try {
    return await recordingCost(path, ending);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
