import { isLineEnd } from '../layout.js';
import { localName } from './scope.js';
import { tokenize } from './tokens.js';

/**
 * Start of the white space before an offset if it contains a line end, otherwise the offset itself.
 */
export function gapStart(text: string, offset: number): number {
  let at = offset;
  let line = false;
  while (at > 0) {
    const code = text.charCodeAt(at - 1);
    if (isLineEnd(code)) line = true;
    else if (code !== 32 && code !== 9) break;
    at -= 1;
  }
  return line ? at : offset;
}

/** The white space that puts what is at an offset on its own line; '' inside a line. */
export function gapBefore(text: string, offset: number): string {
  return text.slice(gapStart(text, offset), offset);
}

/** The part of a gap after its last line end. */
export function indentIn(gap: string): string {
  return /[^\n\r]*$/.exec(gap)?.[0] ?? '';
}

interface Layout {
  /** Indentation of the element itself. */
  readonly base: string;
  /** One level of indentation. */
  readonly step: string;
  readonly newline: string;
}

/**
 * An element in the layout of another file: line ends everywhere (readers treat them alike),
 * indentation only between elements without text.
 *
 * @param holders elements whose children are separated only by white space
 */
export function reindent(
  raw: string,
  {
    from,
    to,
    holders,
  }: { readonly from: Layout; readonly to: Layout; readonly holders: ReadonlySet<string> },
): string {
  const moved = (indent: string): string => {
    if (!indent.startsWith(from.base)) return indent;
    const inner = indent.slice(from.base.length);
    const levels = from.step === '' ? 0 : inner.length / from.step.length;
    if (Number.isInteger(levels) && levels > 0 && inner === from.step.repeat(levels))
      return to.base + (to.step === '' ? from.step : to.step).repeat(levels);
    return to.base + inner;
  };
  const parts: string[] = [];
  const open: string[] = [];
  for (const { kind, start, end, name } of tokenize(raw)) {
    const piece = raw.slice(start, end).replace(/\r\n|\r|\n/g, to.newline);
    const holder = open.at(-1);
    if (kind === 'text' && holder !== undefined && holders.has(holder) && /[\n\r]/.test(piece)) {
      const indent = indentIn(piece);
      parts.push(piece.slice(0, piece.length - indent.length) + moved(indent));
    } else parts.push(piece);
    if (kind === 'open') open.push(localName(name));
    else if (kind === 'close') open.pop();
  }
  return parts.join('');
}
