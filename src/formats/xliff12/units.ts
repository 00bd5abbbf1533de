import { keyId } from '../../model/index.js';
import type { Unit } from '../../model/index.js';
import { show } from './inline.js';
import type { Memo } from './memo.js';
import { Notes } from '../kit/xliff/notes.js';
import { originalOf, rangeOf, type Note } from '../kit/xliff/nodes.js';
import { rawOf, textOf, type Part } from './parts.js';
import { stateOf } from './states.js';
import type { UnitNode } from './tree.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export function unitsFrom(memo: Memo): Unit[] {
  const { parts, reading, beside } = memo;
  const { role, showsTargets } = reading;
  const { text } = memo.tree;
  const units: Unit[] = [];
  const notes = new Notes(isForTranslators);
  for (const part of parts.values()) {
    const { unit, source, key } = part;
    const content = role === 'source' ? originalOf(part, showsTargets) : part.target;
    const shown = content === undefined ? undefined : show(rawOf(content, text));
    const made: Mutable<Unit> = {
      ...{ key, text: shown?.text ?? '', kind: 'text' },
      range: content === undefined ? placeOfTarget(part) : rangeOf(content),
    };
    const note = notes.of(unit);
    if (note !== '') made.note = note;
    if (shown?.hasCodes === true) made.inline = 'xliff';
    if (!unit.translate) made.translate = false;
    const maxLength = maxLengthOf(unit);
    if (maxLength !== undefined) made.maxLength = maxLength;
    if (role === 'target' || content !== source) made.source = sourceOf(part, text, beside);
    if (role === 'target') addState(made, part);
    units.push(made);
  }
  return units;
}

/**
 * The source text beside a unit. If keyword and text of a source differ (Symfony), targets may
 * repeat either one: both count as the keyword.
 */
function sourceOf({ key, source }: Part, text: string, beside: Memo | undefined): string {
  const own = textOf(source, text);
  const theirs = beside?.reading.showsTargets === true ? beside.parts.get(keyId(key)) : undefined;
  if (beside === undefined || theirs === undefined) return own;
  const shown = textOf(originalOf(theirs, true), beside.tree.text);
  return own === shown ? textOf(theirs.source, beside.tree.text) : own;
}

function placeOfTarget({ unit, source, mid }: Part): Unit['range'] {
  const at =
    mid === undefined
      ? (unit.segSource ?? source).end
      : (unit.target ?? unit.segSource ?? source).end;
  return { start: at, end: at };
}

function addState(made: Mutable<Unit>, { unit, target }: Part): void {
  const { approved } = unit.attributes;
  const state =
    target === undefined ? 'initial' : stateOf(unit.target?.attributes['state'], approved);
  if (state !== undefined) made.state = state;
  // Tools copy the source into the target.
  if (state === 'initial' && made.text === made.source) made.untranslated = true;
}

/** Xcode's comment if the author wrote none. */
const NO_COMMENT = 'No comment provided by engineer.';

function isForTranslators({ text, attributes }: Note): boolean {
  const said = text.trim();
  return said !== '' && said !== NO_COMMENT && attributes['annotates'] !== 'target';
}

/** `maxwidth` in characters; limits in pixels or bytes are ignored. */
function maxLengthOf({ attributes }: UnitNode): number | undefined {
  const { maxwidth } = attributes;
  if (maxwidth === undefined || attributes['size-unit'] !== 'char') return undefined;
  return /^\d{1,9}$/.test(maxwidth) ? Number(maxwidth) : undefined;
}
