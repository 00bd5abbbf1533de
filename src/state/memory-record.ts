import { checksum } from './checksum.js';

/**
 * A record of the memory is one line: 8 hex digits of checksum, a space, and JSON `["key","text"]`,
 * where the key has 22 characters. JSON leaves no newline inside a line, so a damaged line spoils no other.
 */
export type MemoryEntry = readonly [key: string, text: string];

/** Offset of a key behind the beginning of its line. */
export const KEY_START = 11;
export const KEY_LENGTH = 22;
const SHORTEST = KEY_START + KEY_LENGTH + 5;
const CHECKSUM_LENGTH = 8;

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;

export const HEADER = 'locale-sync memory v1';

/** Stands for the checksum, which is of bytes. @throws RangeError for a key that `memoryKey` did not make. */
function formatRecord([key, text]: MemoryEntry): string {
  if (!/^[\w-]{22}$/.test(key)) throw new RangeError('a memory key has 22 characters of base64url');
  return `00000000 ${JSON.stringify([key, text])}`;
}

/**
 * Records for one append, one at least. They begin with a newline, so that a line torn by a crash before them ends there.
 * The next request waits for this: all of them become bytes at once.
 */
export function formatBatch(entries: readonly MemoryEntry[]): Buffer {
  const bytes = Buffer.from(`\n${entries.map(formatRecord).join('\n')}\n`);
  for (let start = 1; start < bytes.length;) {
    const end = bytes.indexOf(NEWLINE, start);
    setHexAt(bytes, start, checksum(bytes, start + CHECKSUM_LENGTH + 1, end));
    start = end + 1;
  }
  return bytes;
}

export interface LineVisitor {
  /** A sound record whose line begins at this offset. */
  readonly record: (offset: number) => void;
  readonly damaged: () => void;
}

/** Visits all complete lines. Returns the offset behind the last newline: what follows may still be in writing. */
export function visitLines(bytes: Buffer, visitor: LineVisitor): number {
  let start = 0;
  for (;;) {
    const newline = bytes.indexOf(NEWLINE, start);
    if (newline < 0) return start;
    const end = bytes[newline - 1] === CARRIAGE_RETURN && newline > start ? newline - 1 : newline;
    if (isRecord(bytes, start, end)) {
      visitor.record(start);
    } else if (end > start && !isHeader(bytes, start, end)) visitor.damaged();
    start = newline + 1;
  }
}

function isRecord(bytes: Buffer, start: number, end: number): boolean {
  if (end - start < SHORTEST) return false;
  return hexAt(bytes, start) === checksum(bytes, start + CHECKSUM_LENGTH + 1, end);
}

/** The checksum that a line states; anything but lower-case hex digits gives a number that none matches. */
function hexAt(bytes: Buffer, start: number): number {
  let value = 0;
  for (let i = start; i < start + CHECKSUM_LENGTH; i += 1) {
    const byte = bytes[i] ?? 0;
    const digit = byte >= 97 && byte <= 102 ? byte - 87 : byte >= 48 && byte <= 57 ? byte - 48 : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

/** Writes a checksum as eight lower-case hex digits. */
function setHexAt(bytes: Buffer, start: number, value: number): void {
  let left = value;
  for (let i = start + CHECKSUM_LENGTH - 1; i >= start; i -= 1) {
    const digit = left & 15;
    bytes[i] = digit < 10 ? 48 + digit : 87 + digit;
    left >>>= 4;
  }
}

function isHeader(bytes: Buffer, start: number, end: number): boolean {
  return end - start === HEADER.length && bytes.toString('latin1', start, end) === HEADER;
}

/** Key of the sound record whose line begins at `offset`. */
export function recordKey(bytes: Buffer, offset: number): string {
  const start = offset + KEY_START;
  return bytes.toString('latin1', start, start + KEY_LENGTH);
}

/** Text of the sound record whose line begins at `offset`. */
export function recordText(bytes: Buffer, offset: number): string {
  const start = offset + KEY_START + KEY_LENGTH + 2;
  const newline = bytes.indexOf(NEWLINE, start);
  const end = bytes[newline - 1] === CARRIAGE_RETURN ? newline - 2 : newline - 1;
  const text: unknown = JSON.parse(bytes.toString('utf8', start, end));
  return String(text);
}

/** Version that a file's first line states; undefined where it states none. */
export function statedVersion(bytes: Buffer): string | undefined {
  return /^locale-sync memory (v\d{1,9})\r?\n/.exec(bytes.toString('latin1', 0, 64))?.[1];
}
