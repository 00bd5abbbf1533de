import type { Range } from '../../model/index.js';
import { hasBom, isLineEnd, skipLineEnd } from '../kit/layout.js';
import { formatError } from '../kit/unusable.js';

/** One cell of a row. */
export interface Cell {
  /** With its quotes, without blanks around them. */
  readonly range: Range;
  readonly text: string;
  readonly quoted: boolean;
}

export interface Row {
  /** With its line end. */
  readonly block: Range;
  /** Where its last cell ends. */
  readonly end: number;
  readonly cells: readonly Cell[];
}

/** A first line for Excel that says what separates cells; it is no row. */
const SEPARATOR = /^\ufeff?sep=([^\w"\r\n])(?:\r\n|\n|\r)/i;

/** What separates cells: the first line says it. A bar does where nothing else could. */
export function delimiterOf(text: string): string {
  const said = SEPARATOR.exec(text)?.[1];
  return said ?? mostUsed(text, [',', ';', '\t']) ?? mostUsed(text, ['|']) ?? ',';
}

function mostUsed(text: string, delimiters: readonly string[]): string | undefined {
  const counts = new Map(delimiters.map((one) => [one, 0]));
  let isQuoted = false;
  for (const char of text) {
    if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && isLineEnd(char.charCodeAt(0)) && hasAny(counts)) break;
    else if (!isQuoted) counts.set(char, (counts.get(char) ?? -Infinity) + 1);
  }
  const [best, most = 0] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  return most > 0 ? best : undefined;
}

function hasAny(counts: ReadonlyMap<string, number>): boolean {
  return [...counts.values()].some((count) => count > 0);
}

/**
 * Rows as RFC 4180 has them, quotes behind blanks included (`a, "b"`).
 * @throws FormatError `syntax` for a quote that never closes
 */
export function scanRows(text: string, delimiter: string, file?: string): readonly Row[] {
  const rows: Row[] = [];
  let at = SEPARATOR.exec(text)?.[0].length ?? (hasBom(text) ? 1 : 0);
  while (at < text.length) {
    const start = at;
    const cells: Cell[] = [];
    for (;;) {
      const cell = scanCell(text, at, { delimiter, file });
      cells.push(cell.cell);
      at = cell.end;
      if (text.charAt(at) !== delimiter) break;
      at += 1;
    }
    const end = at;
    at = skipLineEnd(text, at);
    rows.push({ block: { start, end: at }, end, cells });
  }
  return rows;
}

interface Dialect {
  readonly delimiter: string;
  readonly file: string | undefined;
}

interface Scanned {
  readonly cell: Cell;
  /** Of the delimiter or line end behind it. */
  readonly end: number;
}

function scanCell(text: string, start: number, { delimiter, file }: Dialect): Scanned {
  const open = skipBlanks(text, start, delimiter);
  if (text.charCodeAt(open) === 34) {
    const close = closingQuote(text, open);
    if (close === -1)
      throw formatError('syntax', 'a quote that never closes; expected ".', {
        ...{ text, offset: open, file },
      });
    const end = skipBlanks(text, close + 1, delimiter);
    if (isEndOfCell(text, end, delimiter)) {
      const value = text.slice(open + 1, close).replaceAll('""', '"');
      return { cell: { range: { start: open, end: close + 1 }, text: value, quoted: true }, end };
    }
  }
  let end = start;
  while (!isEndOfCell(text, end, delimiter)) end += 1;
  return { cell: { range: { start, end }, text: text.slice(start, end), quoted: false }, end };
}

function closingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1);
  while (at !== -1 && text.charCodeAt(at + 1) === 34) at = text.indexOf('"', at + 2);
  return at;
}

function isEndOfCell(text: string, at: number, delimiter: string): boolean {
  return at >= text.length || text.charAt(at) === delimiter || isLineEnd(text.charCodeAt(at));
}

function skipBlanks(text: string, from: number, delimiter: string): number {
  let at = from;
  while ((text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) && text.charAt(at) !== delimiter)
    at += 1;
  return at;
}

/** How a file writes its cells. */
export interface CellStyle {
  readonly delimiter: string;
  /** A quote within a cell without quotes is a character like others: `5" disk`. */
  readonly hasBareQuotes?: boolean;
}

/** A text as a cell: in quotes where it has to be, or where its neighbours are. */
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
