import { constants, crc32, inflateRawSync, inflateSync } from 'node:zlib';
import type { DocumentExtension } from '../../facts/index.js';

/** Why a file is damaged, as the end of a sentence; undefined: nothing is known. */
export type Damage = string | undefined;

export const CUT = 'is damaged: its end is missing';

export function brokenAt(at: number): string {
  return `is damaged at byte ${at}`;
}

export const POINTER = 'is a Git LFS pointer, not the file itself: run `git lfs pull`';

/** @param start of a file */
export function isPointer(start: string): boolean {
  return start.startsWith('version https://git-lfs');
}

/** Old Office documents, and new ones with a password. */
const OLE = 'd0cf11e0';
/** The most bytes that are unpacked for a check; what is beyond is the service's to judge. */
const MOST_UNPACKED = 200_000_000;
const MAIN_PARTS: Partial<Record<DocumentExtension, string>> = {
  docx: 'word/document.xml',
  pptx: 'ppt/presentation.xml',
  xlsx: 'xl/workbook.xml',
};

/**
 * Checks a document against the lengths and checksums of its own container: archives, compound
 * files, chunks and segments of images, objects and streams of PDF. What is only text is checked by
 * reading it, in `cost.ts`.
 */
export function documentDamage(ending: DocumentExtension, bytes: Buffer): Damage {
  try {
    return containerDamage(ending, bytes);
  } catch (error) {
    if (error instanceof RangeError) return CUT;
    throw error;
  }
}

/** @throws RangeError if something would be behind the end of the file */
function containerDamage(ending: DocumentExtension, bytes: Buffer): Damage {
  const start = bytes.toString('latin1', 0, 1024);
  if (isPointer(start)) return POINTER;
  switch (ending) {
    case 'docx':
    case 'pptx':
    case 'xlsx':
      if (start.startsWith('PK\x03\x04')) return zipDamage(bytes, MAIN_PARTS[ending] ?? '');
      return `is damaged, protected by a password, or no ${ending} file`;
    case 'doc':
      if (bytes.toString('hex', 0, 4) === OLE) return oleDamage(bytes);
      if (start.startsWith('{\\rtf')) {
        return /\}[\s\0]*$/.test(bytes.toString('latin1', bytes.length - 64)) ? undefined : CUT;
      }
      // Word also opens web pages under this name.
      if (/^\s*<|^MIME-Version:/m.test(start)) return undefined;
      break;
    case 'pdf':
      if (start.includes('%PDF-')) return pdfDamage(bytes);
      break;
    case 'png':
      if (start.startsWith('\x89PNG')) return pngDamage(bytes);
      break;
    case 'jpg':
    case 'jpeg':
      if (start.startsWith('\xff\xd8')) return jpegDamage(bytes);
      break;
    default:
      return undefined;
  }
  return `is damaged, or no ${ending} file`;
}

/** Parts with a checksum each, and a table of contents at the end. */
function zipDamage(bytes: Buffer, main: string): Damage {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end === -1 || end + 22 > bytes.length) return CUT;
  const count = bytes.readUInt16LE(end + 10);
  let at = end - bytes.readUInt32LE(end + 12);
  let [room, hasMain] = [MOST_UNPACKED, false];
  for (let part = 0; part < count; part += 1) {
    if (at < 0 || at + 46 > end || bytes.readUInt32LE(at) !== 0x02014b50) return brokenAt(at);
    const [flags, method] = [bytes.readUInt16LE(at + 8), bytes.readUInt16LE(at + 10)];
    const [crc, packed] = [bytes.readUInt32LE(at + 16), bytes.readUInt32LE(at + 20)];
    const [size, nameLength] = [bytes.readUInt32LE(at + 24), bytes.readUInt16LE(at + 28)];
    const [local, name] = [
      bytes.readUInt32LE(at + 42),
      bytes.subarray(at + 46, at + 46 + nameLength),
    ];
    if ((flags & 1) !== 0) return 'is protected by a password';
    if (local + 30 > end || bytes.readUInt32LE(local) !== 0x04034b50) return brokenAt(local);
    const localName = bytes.readUInt16LE(local + 26);
    const from = local + 30 + localName + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(from, from + packed);
    room -= size;
    if (!bytes.subarray(local + 30, local + 30 + localName).equals(name)) return brokenAt(local);
    if ((method === 0 || method === 8) && room >= 0) {
      try {
        const plain =
          method === 0 ? content : inflateRawSync(content, { maxOutputLength: size + 1 });
        if (plain.length !== size || crc32(plain) !== crc) return tornPart(name);
        if (
          size > 0 &&
          /\.(?:xml|rels)$/.test(name.toString()) &&
          !/>\s*\0*$/.test(plain.toString('latin1', size - 64))
        ) {
          return tornPart(name);
        }
      } catch {
        return tornPart(name);
      }
    }
    hasMain ||= name.toString() === main;
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return hasMain ? undefined : `is damaged, or of another kind: it has no ${main}`;
}

function tornPart(name: Buffer): string {
  return `is damaged: ${name.toString()} in it is not whole`;
}

/** Chunks with a checksum each. */
function pngDamage(bytes: Buffer): Damage {
  for (let at = 8; ;) {
    if (at + 12 > bytes.length) return CUT;
    const [size, type] = [bytes.readUInt32BE(at), bytes.toString('latin1', at + 4, at + 8)];
    if (!/^[A-Za-z]{4}$/.test(type)) return brokenAt(at);
    const end = at + 12 + size;
    if (end > bytes.length) return CUT;
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return brokenAt(at);
    if (type === 'IEND') return undefined;
    at = end;
  }
}

/** Segments with a length each; marks within the picture are counted from 0 to 7. */
function jpegDamage(bytes: Buffer): Damage {
  let [at, marks, hasPicture] = [2, 0, false];
  while (at + 2 <= bytes.length) {
    const mark = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) {
      if (!hasPicture) return brokenAt(at);
      // The picture itself, up to the next mark.
      at = bytes.indexOf(0xff, at);
      if (at === -1) return CUT;
    } else if (mark === 0xff) {
      at += 1;
    } else if (mark === 0 && hasPicture) {
      at += 2;
    } else if (mark >= 0xd0 && mark <= 0xd7) {
      if (mark - 0xd0 !== marks % 8) return brokenAt(at);
      marks += 1;
      at += 2;
    } else if (mark === 0xd9) {
      return hasPicture ? undefined : brokenAt(at);
    } else {
      if (mark < 0xc0 || at + 4 > bytes.length) return brokenAt(at);
      if (mark === 0xda) [hasPicture, marks] = [true, 0];
      at += 2 + bytes.readUInt16BE(at + 2);
    }
  }
  return CUT;
}

/** Sectors in chains, each of which is as long as its stream and has no sector of another. */
function oleDamage(bytes: Buffer): Damage {
  if (bytes.length < 512) return CUT;
  const size = 2 ** bytes.readUInt16LE(30);
  if (size !== 512 && size !== 4096) return brokenAt(30);
  const sectorAt = (sector: number): number => (sector + 1) * size;
  const last = Math.ceil(bytes.length / size) - 2;
  const word = (at: number): number => (at + 4 > bytes.length ? END : bytes.readUInt32LE(at));

  const tables = Array.from({ length: 109 }, (_, index) => word(76 + index * 4));
  let more = word(68);
  for (let count = Math.min(word(72), last); count > 0 && more <= last; count -= 1) {
    for (let at = 0; at < size - 4; at += 4) tables.push(word(sectorAt(more) + at));
    more = word(sectorAt(more) + size - 4);
  }
  const used = tables.slice(0, word(44));
  const isWhole = (sector: number): boolean => sectorAt(sector) + size <= bytes.length;
  if (!used.every(isWhole)) return CUT;
  const nextIn = (table: readonly number[]) => (sector: number) =>
    word(sectorAt(table[Math.floor(sector / (size / 4))] ?? 0) + (sector % (size / 4)) * 4);
  const next = nextIn(used);
  const taken = new Set<number>(used);

  /** The sectors of a chain; a string: it is damaged. */
  const chainOf = (
    first: number,
    step: (sector: number) => number,
    most: number,
    seen: Set<number>,
  ) => {
    const chain: number[] = [];
    for (let sector = first; sector !== END; sector = step(sector)) {
      if (sector > most) return CUT;
      if (seen.has(sector)) return brokenAt(sectorAt(sector));
      seen.add(sector);
      chain.push(sector);
    }
    return chain;
  };
  const directory = chainOf(word(48), next, last, taken);
  const small = chainOf(word(60), next, last, taken);
  if (typeof directory === 'string') return directory;
  if (typeof small === 'string') return small;
  if (![...directory, ...small].every(isWhole)) return CUT;
  const entries = directory.flatMap((sector) =>
    Array.from({ length: size / 128 }, (_, index) => sectorAt(sector) + index * 128),
  );
  const takenSmall = new Set<number>();
  let hasText = false;
  for (const at of entries) {
    const [kind, first, length] = [bytes[at + 66] ?? 0, word(at + 116), word(at + 120)];
    const name = bytes.toString('utf16le', at, at + Math.max(0, (bytes[at + 64] ?? 0) - 2));
    if (name === 'EncryptedPackage') return 'is protected by a password';
    if (![0, 1, 2, 5].includes(kind)) return brokenAt(at);
    if ((kind !== 2 && kind !== 5) || length === 0) continue;
    const isSmall = kind === 2 && length < word(56);
    const chain = isSmall
      ? chainOf(first, nextIn(small), (small.length * size) / 4, takenSmall)
      : chainOf(first, next, last, taken);
    if (typeof chain === 'string') return chain;
    if (chain.length * (isSmall ? 64 : size) < length) return CUT;
    if (name !== 'WordDocument') continue;
    hasText = true;
    if (!isSmall && bytes.readUInt16LE(sectorAt(first)) !== 0xa5ec)
      return brokenAt(sectorAt(first));
  }
  return hasText ? undefined : 'is damaged, or no doc file';
}

/** The end of a chain of sectors. */
const END = 0xffff_fffe;

/** Where each object of a PDF begins, by its number; -1: it is packed into a stream, or deleted. */
type Objects = Map<number, number>;

interface Stream {
  /** The object's dictionary. */
  readonly facts: string;
  readonly content: Buffer;
}

/**
 * Tables that say where each object begins, streams that say how long they are, and a checksum at the
 * end of packed ones.
 */
function pdfDamage(bytes: Buffer): Damage {
  const text = bytes.toString('latin1');
  const base = text.indexOf('%PDF-');
  const tail = [...text.slice(-2048).matchAll(/startxref\s+(\d+)\s+%%EOF/g)].at(-1);
  if (tail === undefined) return CUT;
  const objects: Objects = new Map();
  const seen = new Set<number>();
  const open = [Number(tail[1])];
  let isEncrypted = false;
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (seen.has(place)) continue;
    seen.add(place);
    const at = base + place;
    const isPlain = /^\s*xref\s/.test(text.slice(at, at + 32));
    const facts = isPlain ? tableAt(text, at, objects) : packedTable(bytes, text, at, objects);
    if (facts === undefined) return brokenAt(at);
    isEncrypted ||= /\/Encrypt\b/.test(facts);
    // The last one counts first.
    for (const [, next] of facts.matchAll(/\/(?:XRefStm|Prev)\s+(\d+)/g)) open.push(Number(next));
  }
  for (const [number, place] of objects) {
    // Some programs state 0 for objects that do not exist.
    if (place <= 0) continue;
    const at = base + place;
    const stream = streamAt(bytes, text, { at, number, objects, base });
    if (stream === 'broken') return brokenAt(at);
    if (stream === undefined || isEncrypted) continue;
    if (
      /\/Filter\s*\[?\s*\/(?:FlateDecode|Fl)\b/.test(stream.facts) &&
      unpacked(stream) === undefined
    )
      return brokenAt(at);
  }
  return undefined;
}

/** Undefined: it is damaged. Some programs leave out the checksum. */
function unpacked({ content }: Stream): Buffer | undefined {
  try {
    return inflateSync(content, {
      maxOutputLength: MOST_UNPACKED,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch (error) {
    return error instanceof RangeError ? Buffer.alloc(0) : undefined;
  }
}

/** Adds a table of lines, and gives what follows it; undefined: it is damaged. */
function tableAt(text: string, from: number, objects: Objects): string | undefined {
  const section = /\s*(?:xref\s+)?(?:trailer|(\d+)\s+(\d+)\s+)/y;
  const line = /\s*(\d{10}) (\d{5}) ([nf])/y;
  section.lastIndex = from;
  for (let found = section.exec(text); found !== null; found = section.exec(text)) {
    const { lastIndex } = section;
    if (found[1] === undefined) {
      const end = text.indexOf('startxref', lastIndex);
      return end === -1 ? undefined : text.slice(lastIndex, end);
    }
    line.lastIndex = lastIndex;
    for (let index = 0; index < Number(found[2]); index += 1) {
      const entry = line.exec(text);
      if (entry === null) return undefined;
      const number = Number(found[1]) + index;
      if (!objects.has(number)) objects.set(number, entry[3] === 'n' ? Number(entry[1]) : -1);
    }
    if (Number(found[2]) > 0) section.lastIndex = line.lastIndex;
  }
  return undefined;
}

/** As `tableAt`, of a table in a stream. */
function packedTable(
  bytes: Buffer,
  text: string,
  at: number,
  objects: Objects,
): string | undefined {
  const stream = streamAt(bytes, text, { at, objects, base: 0 });
  if (stream === undefined || stream === 'broken') return undefined;
  const { facts } = stream;
  const numbers = (name: string): readonly number[] | undefined => {
    const [, list] = new RegExp(`/${name}\\s*\\[([\\d\\s]+)\\]`).exec(facts) ?? [];
    return list?.trim().split(/\s+/).map(Number);
  };
  const widths = numbers('W');
  const isFlate = facts.includes('/FlateDecode');
  if (!isFlate && facts.includes('/Filter')) return facts;
  const content = isFlate ? unpacked(stream) : stream.content;
  if (widths?.length !== 3 || content === undefined) return undefined;
  const [kindWidth = 0, placeWidth = 0, restWidth = 0] = widths;
  const width = kindWidth + placeWidth + restWidth;
  const rows = /\/Predictor\s+1\d/.test(facts) ? rowsOf(content, width) : content;
  if (rows === undefined || placeWidth > 6) return facts;
  const [, all] = /\/Size\s+(\d+)/.exec(facts) ?? [];
  const ranges = numbers('Index') ?? [0, Number(all)];
  let row = 0;
  for (let range = 0; range + 1 < ranges.length; range += 2) {
    for (let index = 0; index < (ranges[range + 1] ?? 0); index += 1, row += width) {
      if (row + width > rows.length) return undefined;
      const kind = kindWidth === 0 ? 1 : rows.readUIntBE(row, kindWidth);
      const number = (ranges[range] ?? 0) + index;
      const place = placeWidth === 0 ? 0 : rows.readUIntBE(row + kindWidth, placeWidth);
      if (!objects.has(number)) objects.set(number, kind === 1 ? place : -1);
    }
  }
  return facts;
}

/** Rows that say how they differ from the one above; undefined: from something else. */
function rowsOf(content: Buffer, width: number): Buffer | undefined {
  const rows = Buffer.alloc(Math.floor(content.length / (width + 1)) * width);
  for (let at = 0; at < rows.length; at += 1) {
    const [row, column] = [Math.floor(at / width) * (width + 1), at % width];
    const filter = content[row];
    if (filter !== 0 && filter !== 2) return undefined;
    const above = filter === 2 && at >= width ? (rows[at - width] ?? 0) : 0;
    rows[at] = (content[row + 1 + column] ?? 0) + above;
  }
  return rows;
}

/** The stream of the object that begins here; undefined: it has none; 'broken': no object does. */
function streamAt(
  bytes: Buffer,
  text: string,
  {
    at,
    number,
    objects,
    base,
  }: {
    readonly at: number;
    readonly number?: number;
    readonly objects: Objects;
    readonly base: number;
  },
): Stream | 'broken' | undefined {
  const [head, found] = /^\s*(\d+)\s+\d+\s+obj\b/.exec(text.slice(at, at + 64)) ?? [];
  if (head === undefined || (number !== undefined && Number(found) !== number)) return 'broken';
  const rest = /stream\b|endobj\b/g;
  rest.lastIndex = at + head.length;
  const next = rest.exec(text);
  if (next === null) return 'broken';
  if (next[0] === 'endobj') return undefined;
  const facts = text.slice(at + head.length, next.index);
  const [, length, isElsewhere] = /\/Length\s+(\d+)(\s+\d+\s+R\b)?/.exec(facts) ?? [];
  const other = base + (objects.get(Number(length)) ?? -1);
  const stated =
    isElsewhere === undefined
      ? length
      : /^\s*\d+\s+\d+\s+obj\s+(\d+)\s/.exec(text.slice(other, other + 64))?.[1];
  // Packed into another stream.
  if (stated === undefined) return undefined;
  const from =
    rest.lastIndex +
    (/^\r?\n|^\r/.exec(text.slice(rest.lastIndex, rest.lastIndex + 2))?.[0].length ?? 0);
  const to = from + Number(stated);
  if (!/^\s*endstream/.test(text.slice(to, to + 32))) return 'broken';
  return { facts, content: bytes.subarray(from, to) };
}
