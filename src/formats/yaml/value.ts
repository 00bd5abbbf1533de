import type { InsertEdit, SetEdit, Unit } from '../../model/index.js';
import type { Splice } from '../kit/splices.js';
import { placeOf, writeBlock } from './block.js';
import { isFlowStyle, type Habits } from './habits.js';
import type { Entry } from './outline.js';
import { isRaw } from './resolve.js';
import { writeScalar } from './scalar.js';

export interface ValuePlace {
  readonly entry: Entry;
  readonly unit: Unit | undefined;
  readonly source: string;
  readonly habits: Habits;
}

/** Replaces the value of an entry, in its current style. Undefined if it already has the text. */
export function valueSplice(edit: SetEdit | InsertEdit, place: ValuePlace): Splice | undefined {
  const { entry, unit, source } = place;
  const raw = isRawEdit(edit, unit);
  const same = edit.from === undefined || (unit?.kind === 'raw') === raw;
  if (unit?.text === edit.text && same) return undefined;
  const { valueStart: start, valueEnd: end } = entry;
  if (raw) return { start, end, text: rawText(edit.text, place) };
  const text = writeValue(edit.text, place);
  if (entry.style !== 'empty') return { start, end, text };
  const closing = /[^\s,\]}]/.test(source.charAt(end)) ? ' ' : '';
  return { start, end, text: leadIn(place) + text + closing };
}

/**
 * Whether to write text as raw: for a raw source unit or, without one, if both the old value and
 * the text are raw.
 */
function isRawEdit(edit: SetEdit | InsertEdit, unit: Unit | undefined): boolean {
  if (edit.from !== undefined) return edit.from.unit.kind === 'raw';
  if (unit?.kind !== 'raw') return false;
  const facts = { value: edit.text, plain: true, tag: undefined, yaml11: false };
  return isRaw(facts) || /^(?:\{\s*\}|\[\s*\])$/.test(edit.text);
}

function rawText(text: string, place: ValuePlace): string {
  const line = text.replace(/\s*[\r\n]\s*/g, ' ').trim();
  const { entry } = place;
  if (line === '' && entry.parent.flow && entry.parent.kind === 'seq') return 'null';
  return entry.style === 'empty' && line !== '' ? leadIn(place) + line : line;
}

/** The text between a key and a previously missing value. */
function leadIn({ entry, habits }: ValuePlace): string {
  if (entry.hasColon) return ' ';
  if (entry.parent.flow) return ': ';
  return `${habits.newline}${' '.repeat(entry.parent.column)}: `;
}

function writeValue(text: string, { entry, source, habits }: ValuePlace): string {
  const { style, valueStart: start, valueEnd: end, parent } = entry;
  const { quotes, ascii } = habits;
  const symbol = style === 'plain' && source.charCodeAt(start) === 58;
  const scalar = writeScalar(text, {
    ...{ style: isFlowStyle(style) ? style : 'plain', quotes, ascii, symbol, flow: parent.flow },
  });
  if (style !== 'block') return scalar;
  const place = placeOf(source, { start, end, column: parent.column });
  if (place === undefined) return scalar;
  return (
    writeBlock(text, { ...place, newline: habits.newline, ascii }) ?? scalar + place.header.rest
  );
}
