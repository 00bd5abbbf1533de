import { crc32, inflateRawSync } from 'node:zlib';
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

const JPEG_END = Buffer.from([0xff, 0xd9]);

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
 * Checks whether a document is what its name says, and has its end; parts of archives and chunks of
 * images also by their checksums. What else is wrong with it, only the service can tell: it bills no
 * document that fails. What is only text is checked by reading it, in `cost.ts`.
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
      if (start.startsWith('\xff\xd8')) return bytes.includes(JPEG_END) ? undefined : CUT;
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

/** Sectors, and tables that say which of them are used. */
function oleDamage(bytes: Buffer): Damage {
  const size = 2 ** bytes.readUInt16LE(30);
  if (size !== 512 && size !== 4096) return brokenAt(30);
  // A longer file has more tables elsewhere, and uses all sectors of these.
  const tables = Math.min(bytes.readUInt32LE(44), 109);
  let last = -1;
  for (let table = 0; table < tables; table += 1) {
    const from = (bytes.readUInt32LE(76 + table * 4) + 1) * size;
    for (let at = 0; at < size; at += 4) {
      if (bytes.readUInt32LE(from + at) !== FREE) last = (table * size + at) / 4;
    }
  }
  // Some programs leave out the rest of the last one.
  return (last + 1) * size >= bytes.length ? CUT : undefined;
}

/** A sector that is not used. */
const FREE = 0xffff_ffff;

/** The end says where the table of all objects is; it may be an object itself. */
function pdfDamage(bytes: Buffer): Damage {
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - 2048));
  const [, place] = [...tail.matchAll(/startxref\s+(\d+)\s+%%EOF/g)].at(-1) ?? [];
  return place === undefined || Number(place) >= bytes.length ? CUT : undefined;
}
