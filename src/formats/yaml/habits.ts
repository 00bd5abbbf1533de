import type { Document } from '../../model/index.js';
import { isLetter } from '../kit/letter.js';
import { isId } from './id-lists.js';
import type { Collection, Entry, Outline } from './outline.js';
import { endOfLines, isBlankLine } from './lines.js';
import { hasNonAscii, type AsciiEscapes, type FlowStyle } from './scalar.js';

/** The style of a file, which new text follows. */
export interface Habits {
  readonly newline: string;
  /** Columns of one level. */
  readonly step: number;
  readonly quotes: 'single' | 'double';
  /** The style of most values. Undefined if the file has none. */
  readonly style: FlowStyle | undefined;
  /** Characters beyond ASCII are escaped like these. */
  readonly ascii: AsciiEscapes | undefined;
  /** Sequences are in the column of their key. */
  readonly flush: boolean;
  /** The file has authors' comments. */
  readonly notes: boolean;
}

export function habitsOf(document: Document, outline: Outline): Habits {
  const count = { plain: 0, single: 0, double: 0 };
  for (const { style } of outline.leaves) if (isFlowStyle(style)) count[style] += 1;
  const { plain, single, double } = count;
  const quotes = single > double ? 'single' : 'double';
  const quoted = Math.max(single, double);
  return {
    newline: document.newline,
    step: document.indent.length || 2,
    quotes,
    style: plain + quoted === 0 ? undefined : plain >= quoted ? 'plain' : quotes,
    ascii: asciiEscapes(document.text, outline),
    flush: outline.leaves.some(({ parent }) => isFlush(parent)),
    notes: document.units.some(({ note }) => note !== undefined),
  };
}

/** Undefined if characters are not escaped. */
function asciiEscapes(text: string, { leaves }: Outline): AsciiEscapes | undefined {
  const escapes = text.match(/\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8})/g);
  if (escapes === null || hasNonAscii(text.replace(/^\ufeff/, ''))) return undefined;
  const codes = escapes.map((one) => parseInt(one.slice(2), 16));
  // Programs that escape characters write no block scalars. People do, and escape characters that
  // their keyboard lacks.
  const isByHand = leaves.some(({ style }) => style === 'block');
  const isOfLetters = (code: number): boolean =>
    isByHand ? /\p{L}/u.test(String.fromCodePoint(code)) : isLetter(code);
  const letters = codes.some((code) => code > 0x7f && code <= 0x10ffff && isOfLetters(code));
  return {
    letters,
    hidden: new Set(codes.filter((code) => code > 0x7f || !isLetter(code))),
    short: escapes.some((one) => one.startsWith('\\x')) || !escapes.some(isWideForm),
    lower: escapes.some((one) => /[a-f]/.test(one.slice(2))),
  };
}

/** Whether an escape has two more digits than needed: `\u00e9`. */
function isWideForm(escape: string): boolean {
  return escape.startsWith('\\u00');
}

export function isFlowStyle(style: Entry['style']): style is FlowStyle {
  return style === 'plain' || style === 'single' || style === 'double';
}

function isFlush({ kind, flow, column, owner }: Collection): boolean {
  if (kind !== 'seq' || flow || owner === undefined) return false;
  return owner.parent.kind === 'map' && !owner.parent.flow && owner.parent.column === column;
}

/**
 * The style of new values beside these entries: theirs if they agree; units take precedence over
 * containers.
 */
export function neighbourStyle(
  before: Entry | undefined,
  after: Entry | undefined,
): FlowStyle | undefined {
  const both = [before, after].filter((entry) => entry !== undefined);
  const units = both.filter(({ child }) => child === undefined);
  const styles = (units.length > 0 ? units : both).map(leafStyle).filter(isFlowStyle);
  return styles.every((style) => style === styles[0]) ? styles[0] : undefined;
}

function leafStyle(entry: Entry): Entry['style'] {
  let leaf = entry;
  for (let next = firstText(leaf); next !== undefined; next = firstText(leaf)) leaf = next;
  return leaf.style;
}

function firstText({ child }: Entry): Entry | undefined {
  return child?.entries.find((entry) => !isId(entry));
}

/** Whether blank lines separate most entries of a block collection. */
export function isSpaced(source: string, { entries, column }: Collection): boolean {
  const pairs = entries.slice(0, 50);
  const gaps = pairs.slice(0, -1);
  const blank = gaps.filter(({ end }) => isBlankLine(source, endOfLines(source, end, column)));
  return gaps.length > 0 && blank.length * 2 > gaps.length;
}
