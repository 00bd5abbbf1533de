import { sourceHash } from '../../lock/index.js';
import type { StoredText } from '../../model/index.js';

/**
 * A record is one line: key (22 characters), check (8), and the text as JSON, separated by spaces.
 * JSON escapes newlines, so a damaged line affects no other. The check is a hash of the rest: JSON
 * alone would not reveal a changed character.
 */
export const HEADER = 'locale-sync memory v1';

const KEY = /^[\w-]{22}$/;
export const KEY_LENGTH = 22;
/** Characters that identify a record: of the last one, a shared store keeps only two bits. */
const ID_LENGTH = 21;
const CHECK = 23;
const TEXT = 32;
const SPACE = 32;
const QUOTE = 34;

/**
 * Records for one append. They start with a newline, which ends a line that a crash left
 * incomplete.
 * @throws RangeError for a key that `memoryKey` did not create
 */
export function formatBatch(entries: readonly StoredText[]): string {
  return `\n${entries.map(formatRecord).join('\n')}\n`;
}

function formatRecord([key, text]: StoredText): string {
  if (!KEY.test(key)) throw new RangeError('a memory key has 22 characters of base64url');
  const json = JSON.stringify(text);
  return `${key} ${sourceHash(key + json)} ${json}`;
}

/** Identifies a key, also one that a shared store has shortened. */
export function idOf(key: string): string {
  return key.slice(0, ID_LENGTH);
}

/**
 * Visits all lines that look like records. Their texts may still be damaged.
 * @param lines whole lines in Latin-1, each with its newline
 * @param visit receives the id, and the start and end of its line
 * @returns the number of damaged lines among the others
 */
export function visitRecords(
  lines: string,
  visit: (id: string, start: number, end: number) => void,
): number {
  let damaged = 0;
  for (let start = 0; start < lines.length;) {
    const end = lines.indexOf('\n', start);
    if (looksSound(lines, start, end)) visit(lines.slice(start, start + ID_LENGTH), start, end);
    else if (end > start && lines.slice(start, end) !== HEADER) damaged += 1;
    start = end + 1;
  }
  return damaged;
}

function looksSound(lines: string, start: number, end: number): boolean {
  return (
    end - start > TEXT &&
    lines.charCodeAt(start + KEY_LENGTH) === SPACE &&
    lines.charCodeAt(start + TEXT - 1) === SPACE &&
    lines.charCodeAt(start + TEXT) === QUOTE
  );
}

/** Text of a record; undefined if it is damaged. @param line in Latin-1 */
export function textOf(line: string): string | undefined {
  const json = Buffer.from(line.slice(TEXT), 'latin1').toString();
  const check = sourceHash(line.slice(0, KEY_LENGTH) + json);
  if (check !== line.slice(CHECK, TEXT - 1)) return undefined;
  const text: unknown = JSON.parse(json);
  return typeof text === 'string' ? text : undefined;
}

/** Version in a file's first line; undefined if it has none. */
export function statedVersion(start: string): string | undefined {
  return /^locale-sync memory (v\d{1,9})\n/.exec(start)?.[1];
}
