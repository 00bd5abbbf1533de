import type { Range } from '../../model/index.js';
import { hasBom, isLineEnd, skipLineEnd } from '../kit/layout.js';
import { formatError } from '../kit/unusable.js';

/** One cell of a row. */
export interface Cell {
  /** With its quotes, without blanks around them. */
  readonly range: Range;
  readonly quoted: boolean;
  /**
   * Starts with a quote that only closes on a later line, in the middle of another cell: other
   * programs read all of that as one text.
   */
  readonly isTorn: boolean;
  readonly text: string;
}

/** Blanks only count as a text in quotes, because otherwise they are invisible. */
function bareText(raw: string): string {
  return isBlank(raw.charCodeAt(0)) && raw.trim() === '' ? '' : raw;
}

export interface Row {
  /** Includes its line end. */
  readonly block: Range;
  /** The end of its last cell. */
  readonly end: number;
  readonly cells: readonly Cell[];
}

/** A first line for Excel that states the separator; it is not a row. */
const SEPARATOR = /^\ufeff?sep=([^\w"\r\n])(?:\r\n|\n|\r)/i;

/**
 * The separator, detected in the first line. A bar only counts if no other separator is possible.
 */
export function delimiterOf(text: string): string {
  const said = SEPARATOR.exec(text)?.[1];
  return said ?? mostUsed(text, [',', ';', '\t']) ?? mostUsed(text, ['|']) ?? ',';
}

/** The most frequent separator in the first line that has one outside of quotes. */
function mostUsed(text: string, delimiters: readonly string[]): string | undefined {
  const counts = delimiters.map(() => 0);
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (isLineEnd(code) && counts.some((count) => count > 0)) break;
    const index = delimiters.indexOf(text.charAt(at));
    if (index !== -1) counts[index] = (counts[index] ?? 0) + 1;
  }
  const most = Math.max(...counts);
  return most > 0 ? delimiters[counts.indexOf(most)] : undefined;
}

const QUOTE = 34;

/**
 * Rows according to RFC 4180, also with blanks before quotes (`a, "b"`).
 * @throws FormatError `syntax` for an unclosed quote
 */
export function scanRows(text: string, delimiter: string, file?: string): readonly Row[] {
  const rows: Row[] = [];
  const scanner = new Scanner(text, delimiter.charCodeAt(0), file);
  scanner.at = SEPARATOR.exec(text)?.[0].length ?? (hasBom(text) ? 1 : 0);
  while (scanner.at < text.length) {
    const start = scanner.at;
    const cells = scanner.cells();
    const end = scanner.at;
    scanner.at = skipLineEnd(text, end);
    rows.push({ block: { start, end: scanner.at }, end, cells });
  }
  return rows;
}

class Scanner {
  at = 0;
  readonly #text: string;
  readonly #delimiter: number;
  readonly #file: string | undefined;

  constructor(text: string, delimiter: number, file: string | undefined) {
    this.#text = text;
    this.#delimiter = delimiter;
    this.#file = file;
  }

  /** The cells up to the end of the row. */
  cells(): readonly Cell[] {
    const cells = [this.#cell()];
    while (this.#text.charCodeAt(this.at) === this.#delimiter) {
      this.at += 1;
      cells.push(this.#cell());
    }
    return cells;
  }

  #cell(): Cell {
    const text = this.#text;
    const start = this.at;
    const open = this.#skipBlanks(start);
    let end = open;
    if (text.charCodeAt(open) === QUOTE) {
      end = this.#closingQuote(open) + 1;
      this.at = this.#skipBlanks(end);
      const inner = text.slice(open + 1, end - 1).replaceAll('""', '"');
      if (this.#endsCell(this.at))
        return { range: { start: open, end }, quoted: true, isTorn: false, text: inner };
    }
    this.at = start;
    while (!this.#endsCell(this.at)) this.at += 1;
    const range = { start, end: this.at };
    return {
      range,
      quoted: false,
      isTorn: end > this.at,
      text: bareText(text.slice(start, this.at)),
    };
  }

  #closingQuote(open: number): number {
    const text = this.#text;
    let at = text.indexOf('"', open + 1);
    while (at !== -1 && text.charCodeAt(at + 1) === QUOTE) at = text.indexOf('"', at + 2);
    if (at !== -1) return at;
    const place = { text, offset: open, file: this.#file };
    throw formatError('syntax', 'a quote that never closes; expected ".', place);
  }

  #endsCell(at: number): boolean {
    const code = this.#text.charCodeAt(at);
    return code === this.#delimiter || isLineEnd(code) || at >= this.#text.length;
  }

  #skipBlanks(from: number): number {
    let at = from;
    for (; ; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (!isBlank(code) || code === this.#delimiter) return at;
    }
  }
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

/** How a file writes its cells. */
export interface CellStyle {
  readonly delimiter: string;
  /** A quote in an unquoted cell is an ordinary character: `5" disk`. */
  readonly hasBareQuotes?: boolean;
}

/** A text as a cell: quoted if necessary, or if its neighbours are. */
export function cellOf(
  text: string,
  { delimiter, hasBareQuotes = false }: CellStyle,
  quoted: boolean,
): string {
  const must =
    text.includes(delimiter) ||
    /[\n\r]|^["\s]|\s$/.test(text) ||
    (!hasBareQuotes && text.includes('"'));
  return quoted || must ? `"${text.replaceAll('"', '""')}"` : text;
}
