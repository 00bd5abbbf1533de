import { EditError, FormatError, formatKey } from '../../model/index.js';
import type { Document, Edit, InsertEdit, SetEdit } from '../../model/index.js';
import { sortEdits } from '../kit/edits.js';
import { applySplices, type Splice } from '../kit/splices.js';
import { Additions } from './additions.js';
import { habitsOf, quote, type EscapeHabits } from './escape.js';
import { Removals } from './removals.js';
import type { State } from './state.js';
import { scan } from './scan.js';
import { structureSplices } from './structure.js';
import { STRING } from './tree.js';
import { unitAt } from './units.js';

/**
 * @param extra - additional splices
 * @param stateOf - the state of the document that an edit's `from` names
 */
export function editTree(
  state: State,
  edits: readonly Edit[],
  { extra, stateOf }: { extra: readonly Splice[]; stateOf: (document: Document) => State },
): string {
  const { sets, removes, inserts } = sortEdits(edits, (key) => state.find(key) !== undefined);
  const splices: Splice[] = [...extra];
  for (const edit of sets) {
    const splice = setSplice(state, edit);
    if (splice !== undefined) splices.push(splice);
  }
  if (removes.length + inserts.length > 0) {
    const removals = new Removals(state);
    for (const { key } of removes) removals.removeUnit(state.find(key) ?? -1);
    const additions = new Additions(state, removals);
    let origin: State | undefined;
    for (const { edit } of inserts) {
      const from = edit.from && stateOf(edit.from.document);
      origin ??= from;
      additions.add(edit, literal(edit, [state.fileHabits()]), from);
    }
    splices.push(...structureSplices(state, { removals, additions, origin }));
  }
  return applySplices(state.tree.text, splices);
}

/** Undefined if the node already has the text. */
function setSplice(state: State, edit: SetEdit): Splice | undefined {
  const { tree } = state;
  const node = state.find(edit.key) ?? -1;
  const unit = unitAt(tree, edit.key, node);
  const kind = edit.from?.unit.kind ?? unit.kind;
  if (unit.text === edit.text && unit.kind === kind) return undefined;
  const ofFile = state.fileHabits();
  const habits = unit.kind === 'text' ? [habitsOf(tree.raw(node)), ofFile] : [ofFile];
  const text = kind === 'raw' ? raw(edit) : quote(edit.text, habits);
  return { start: tree.start(node), end: tree.end(node), text };
}

function literal(edit: InsertEdit, habits: readonly EscapeHabits[]): string {
  return edit.from?.unit.kind === 'raw' ? raw(edit) : quote(edit.text, habits);
}

/** A value that is not a text, as in the source. */
function raw({ key, text }: Edit & { readonly text: string }): string {
  if (isRawValue(text)) return text;
  const name = formatKey(key);
  throw new EditError(
    'not-writable',
    key,
    `"${name}" is not a string, so it cannot be set to ${text}.`,
  );
}

function isRawValue(text: string): boolean {
  try {
    const tree = scan(`[${text}\n]`, undefined);
    return tree.count === 2 && tree.kind(1) !== STRING && tree.comma(1) === -1;
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}
