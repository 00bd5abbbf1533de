import { escape } from './escapes.js';
import { piecesOf, widthOf } from './line-breaks.js';

/** How a file wraps texts. */
export interface Style {
  /** Columns of a line, including quotes; Infinity: texts are not wrapped. */
  readonly width: number;
  /** A text of several lines starts with `""`. */
  readonly emptyFirst: boolean;
  /** A line ends after each `\n`. */
  readonly splitsLines: boolean;
}

export interface TextPlace {
  /** Columns of the keyword and space before the first quote. */
  readonly before: number;
  readonly newline: string;
  /** Written before each further line. Default: nothing. */
  readonly indent?: string;
}

/** A quoted text, wrapped as the file and gettext would. */
export function quote(
  text: string,
  style: Style,
  { before, newline, indent = '' }: TextPlace,
): string {
  const portions = style.splitsLines ? text.split(/(?<=\n)/) : [text];
  const width = style.width - 2;
  const escaped = portions.map((portion) => escape(portion));
  const first = wrap(escaped[0] ?? '', width, before);
  // Like gettext: a single word that is too long stays where it is.
  if (escaped.length <= 1 && first.length === 1) return `"${first[0] ?? ''}"`;
  const rest = escaped.slice(1).flatMap((portion) => wrap(portion, width, indent.length));
  const lines = style.emptyFirst
    ? ['', ...wrap(escaped[0] ?? '', width, indent.length), ...rest]
    : [...first, ...rest];
  return lines.map((line) => `"${line}"`).join(newline + indent);
}

/** @param column start of the first line */
function wrap(escaped: string, width: number, column: number): readonly string[] {
  if (width === Infinity || column + escaped.length * 2 <= width) return [escaped];
  const end = escaped.endsWith('\\n') ? '\\n' : '';
  const pieces = piecesOf(escaped.slice(0, escaped.length - end.length));
  const lines: string[] = [];
  let line = '';
  let used = column;
  for (const [at, piece] of pieces.entries()) {
    const whole = at === pieces.length - 1 ? piece + end : piece;
    const size = widthOf(whole);
    if (line !== '' && used + size > width) {
      lines.push(line);
      [line, used] = ['', 0];
    }
    line += whole;
    used += size;
  }
  return [...lines, line];
}
