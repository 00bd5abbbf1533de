import {
  EditError,
  formatKey,
  type Document,
  type Edit,
  type InsertEdit,
  type SetEdit,
} from '../../model/index.js';
import { sortEdits, type PlacedInsert } from '../shared/edits.js';
import { detectNewline } from '../shared/layout.js';
import { applySplices, type Splice } from '../shared/splices.js';
import { indexOf, newlineOf, type Cue } from './cues.js';
import { groupText } from './group.js';
import { normalizeText } from './seam.js';
import type { Group, State } from './state.js';
import { spreadText, type Spread } from './write.js';

export interface EditContext {
  /** The state of the document that an edit's `from` names. */
  readonly originOf: (document: Document) => State;
}

export function editCues(state: State, edits: readonly Edit[], context: EditContext): string {
  const { sets, removes, inserts } = sortEdits(edits, (key) => state.find(key) !== undefined);
  const gone = new Set(removes.flatMap(({ key }) => state.find(key)?.cues ?? []));
  return applySplices(state.text, [
    ...sets.flatMap((edit) => setSplices(state, edit, context)),
    ...insertSplices(state, inserts, { gone, ...context }),
    ...removeSplices(state, gone),
  ]);
}

function setSplices(state: State, edit: SetEdit, context: EditContext): Splice[] {
  const group = state.find(edit.key);
  if (group === undefined) return [];
  const cues = cuesOf(state, group);
  const old = textOf(state, group);
  if (normalizeText(edit.text) === old) return [];
  const spread = originSpread(edit, cues, context) ?? { key: edit.key, state, cues, old };
  const lines = spreadText(edit.text, spread);
  const fallback = detectNewline(state.text);
  return cues.map((cue, i) => {
    const newline = newlineOf(state.text, cue, fallback);
    const text = (lines[i] ?? []).join(newline);
    const opening = cue.textStart === cue.textEnd && text !== '' ? newline : '';
    return { start: cue.textStart, end: cue.textEnd, text: opening + text };
  });
}

/** The source's cues of the same times, whose lengths the text is shared out by. */
function originSpread(
  { key, from }: SetEdit,
  cues: readonly Cue[],
  { originOf }: EditContext,
): Spread | undefined {
  if (from?.document.format !== 'srt') return undefined;
  const state = originOf(from.document);
  const group = state.find(from.unit.key);
  if (group === undefined) return undefined;
  const times = new Set(cues.map(({ begin }) => begin));
  const same = cuesOf(state, group).filter(({ begin }) => times.has(begin));
  if (same.length !== cues.length) return undefined;
  return { key, state, cues: same, old: textOf(state, group) };
}

function insertSplices(
  state: State,
  inserts: readonly PlacedInsert[],
  { gone, originOf }: EditContext & { readonly gone: ReadonlySet<number> },
): Splice[] {
  const newline = detectNewline(state.text);
  return inserts.map(({ edit, anchor }) => {
    const blocks = newBlocks(edit, newline, originOf).join(newline + newline);
    const place = anchor === null ? -1 : (state.find(anchor)?.cues.at(-1) ?? -1);
    const kept = lastKept(place, gone);
    const cue = state.cues[kept];
    if (cue !== undefined)
      return { start: cue.textEnd, end: cue.textEnd, text: newline + newline + blocks };
    const first = state.cues[0];
    if (first !== undefined)
      return { start: first.start, end: first.start, text: blocks + newline + newline };
    const end = state.text.length;
    const lead = /\S/.test(state.text) ? newline + newline : '';
    return { start: end, end, text: lead + blocks + newline };
  });
}

function lastKept(from: number, gone: ReadonlySet<number>): number {
  let place = from;
  while (place >= 0 && gone.has(place)) place -= 1;
  return place;
}

/** Index and times as the source has them, with the text shared out. */
function newBlocks(
  { key, text, from }: InsertEdit,
  newline: string,
  originOf: EditContext['originOf'],
): string[] {
  const origin = from?.document.format === 'srt' ? originOf(from.document) : undefined;
  const group = from && origin?.find(from.unit.key);
  if (origin === undefined || group === undefined)
    throw new EditError(
      'not-writable',
      key,
      `"${formatKey(key)}" needs the source's cues (\`from\`) for its times.`,
    );
  const cues = cuesOf(origin, group);
  const lines = spreadText(text, { key, state: origin, cues, old: textOf(origin, group) });
  return cues.map((cue, i) => {
    const timing = origin.text.slice(cue.timing, cue.timingEnd);
    const index = indexOf(origin.text, cue);
    return [...(index === '' ? [] : [index]), timing, ...(lines[i] ?? [])].join(newline);
  });
}

function removeSplices(state: State, gone: ReadonlySet<number>): Splice[] {
  const splices: Splice[] = [];
  const { cues } = state;
  let kept: Cue | undefined;
  for (let i = 0; i < cues.length; i += 1) {
    const cue = cues[i];
    if (cue === undefined || !gone.has(i)) {
      kept = cue;
      continue;
    }
    const start = cue;
    while (gone.has(i + 1)) i += 1;
    const next = cues[i + 1];
    const end = cues[i]?.textEnd ?? cue.textEnd;
    if (next !== undefined) splices.push({ start: start.start, end: next.start, text: '' });
    else splices.push({ start: kept?.textEnd ?? start.start, end, text: '' });
  }
  return splices;
}

function cuesOf(state: State, group: Group): Cue[] {
  return group.cues.flatMap((cue) => state.cues[cue] ?? []);
}

export function textOf(state: State, { cues }: Group): string {
  if (cues.length === 1) return state.texts[cues[0] ?? 0] ?? '';
  return groupText(cues.map((cue) => state.texts[cue] ?? ''));
}
