import { indentIn } from './layout.js';
import { localName } from './names.js';
import { tokenize } from './tokens.js';

export interface Layout {
  /** Indentation of the element itself. */
  readonly base: string;
  /** One level of indentation. */
  readonly step: string;
  readonly newline: string;
}

export interface Moving {
  readonly from: Layout;
  readonly to: Layout;
  /** Elements whose children are separated only by white space. */
  readonly holders: ReadonlySet<string>;
}

/**
 * An element in the layout of another file: line ends everywhere (readers treat them alike),
 * indentation only between elements without text.
 */
export function reindent(raw: string, { from, to, holders }: Moving): string {
  const parts: string[] = [];
  const open: string[] = [];
  for (const { kind, start, end, name } of tokenize(raw)) {
    const piece = raw.slice(start, end).replace(/\r\n|\r|\n/g, to.newline);
    const holder = open.at(-1);
    if (kind === 'text' && holder !== undefined && holders.has(holder) && /[\n\r]/.test(piece)) {
      const indent = indentIn(piece);
      const lead = piece.slice(0, piece.length - indent.length);
      parts.push(lead + moved(indent, from, to));
    } else parts.push(piece);
    if (kind === 'open') open.push(localName(name));
    else if (kind === 'close') open.pop();
  }
  return parts.join('');
}

function moved(indent: string, from: Layout, to: Layout): string {
  if (!indent.startsWith(from.base)) return indent;
  const inner = indent.slice(from.base.length);
  const levels = from.step === '' ? 0 : inner.length / from.step.length;
  if (Number.isInteger(levels) && levels > 0 && inner === from.step.repeat(levels))
    return to.base + (to.step === '' ? from.step : to.step).repeat(levels);
  return to.base + inner;
}
