import { isPrintable, type AsciiEscapes } from './scalar.js';
import { isBlankLine, lineEnd } from './lines.js';
import { skipLineEnd } from '../kit/layout.js';

export interface BlockHeader {
  readonly mode: '|' | '>';
  /** The indentation indicator; 0 if there is none. */
  readonly digit: number;
  readonly chomp: '' | '-' | '+';
  /** The rest of the header line after the indicators: a comment. */
  readonly rest: string;
}

export interface BlockPlace {
  readonly header: BlockHeader;
  /** Column of the entries beside the scalar. */
  readonly column: number;
  /** Column of its lines. */
  readonly indent: number;
  readonly newline: string;
  readonly ascii: AsciiEscapes | undefined;
  /** Whether a line end follows; needed for text that ends in one. */
  readonly ended: boolean;
  /** Whether a non-blank line, or the end of the file, follows; needed for `+`. */
  readonly closed: boolean;
}

export function readHeader(source: string, start: number): BlockHeader {
  const line = source.slice(start, lineEnd(source, start));
  const indicators = /^[|>][-+0-9]*/.exec(line)?.[0] ?? '|';
  return {
    mode: indicators.startsWith('>') ? '>' : '|',
    digit: Number(/[0-9]/.exec(indicators)?.[0] ?? 0),
    chomp: indicators.includes('-') ? '-' : indicators.includes('+') ? '+' : '',
    rest: line.slice(indicators.length),
  };
}

/** The place of a block scalar in the file. Undefined if it shows no indentation. */
export function placeOf(
  source: string,
  { start, end, column }: { readonly start: number; readonly end: number; readonly column: number },
): Omit<BlockPlace, 'newline' | 'ascii'> | undefined {
  const header = readHeader(source, start);
  const body = source.slice(skipLineEnd(source, lineEnd(source, start)), end);
  const first = /^( *)[^ \r\n]/m.exec(body)?.[1]?.length;
  const indent = header.digit === 0 ? first : column + header.digit;
  if (indent === undefined || indent <= column || first === undefined) return undefined;
  const next = skipLineEnd(source, end);
  const ended = next > end;
  return { header, column, indent, ended, closed: ended && !isBlankLine(source, next) };
}

/**
 * A block scalar without its last line end. Undefined if one cannot represent this text, which then
 * has to be quoted. Indicators stay unless the text needs others; folded text is not wrapped.
 */
export function writeBlock(text: string, place: BlockPlace): string | undefined {
  const { header, column, indent, newline } = place;
  const body = text.replace(/\n+$/, '');
  const ends = text.length - body.length;
  const lines = body.split('\n');
  if (body === '' || !lines.every((line) => isPrintable(line.replaceAll('\t', ''), place.ascii)))
    return undefined;
  const first = lines.findIndex((line) => line !== '');
  const blankEdge = [lines[first] ?? '', lines.at(-1) ?? ''].some((line) => line.trim() === '');
  if (blankEdge || indent < 1) return undefined;
  const indented = /^[ \t]/.test(lines[first] ?? '');
  const digit = header.digit > 0 || indented ? indent - column : 0;
  const chomp = chompFor(place, ends);
  if (digit > 9 || (ends > 0 && !place.ended) || (chomp === '+' && !place.closed)) return undefined;
  const folds = header.mode === '>' && !lines.some((line) => /^[ \t]|[ \t]$/.test(line));
  const indicators = `${folds ? '>' : '|'}${digit === 0 ? '' : digit}${chomp}`;
  const written = folds ? fold(body).split('\n') : lines;
  const pad = ' '.repeat(indent);
  const content = written.map((line) => (line === '' ? '' : pad + line)).join(newline);
  const extra = chomp === '+' ? newline.repeat(ends - 1) : '';
  return indicators + header.rest + newline + content + extra;
}

function chompFor({ header, closed }: BlockPlace, ends: number): BlockHeader['chomp'] {
  if (ends === 0) return '-';
  if (ends > 1) return '+';
  return header.chomp === '+' && closed ? '+' : '';
}

/**
 * Folds text: line breaks inside it take an additional line end, those before the first line do
 * not.
 */
function fold(body: string): string {
  const start = /^\n*/.exec(body)?.[0].length ?? 0;
  return body.slice(0, start) + body.slice(start).replace(/\n+/g, '$&\n');
}
