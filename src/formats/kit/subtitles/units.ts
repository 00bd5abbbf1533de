import { keyId } from '../../../model/index.js';
import type { Pieces, Unit } from '../../../model/index.js';
import { startOf } from './cues.js';
import { MOST_CUES, textOf, type Group } from './group.js';
import type { State } from './state.js';
import { hasTags } from './tags.js';
import { shownKeys } from './target-groups.js';

/** The cues of a target that was read with its source. */
export function piecesOf(state: State, source: State): Pieces {
  const { cues, alignment } = state;
  let shown: ReadonlySet<string> | undefined;
  return {
    count: cues.length,
    most: MOST_CUES,
    keyAt: (piece) => [pieceKey(state, source, piece)],
    textOf: (from, to) => textOf(state, { cues: cues.slice(from, to + 1).map((_, i) => from + i) }),
    of: ({ key }) => state.find(key)?.cues ?? [],
    shows: (key) => {
      shown ??= alignment && shownKeys(state, source.groups, alignment);
      return shown?.has(keyId(key)) === true;
    },
  };
}

/** Key by its own time, or by its counterpart's if the target has its own clock. */
function pieceKey(state: State, source: State, piece: number): string {
  const { clock, counterparts } = state.alignment ?? {};
  const counterpart = clock && source.cues[counterparts?.[piece] ?? -1];
  if (counterpart !== undefined) return startOf(source.text, counterpart);
  const cue = state.cues[piece];
  return cue === undefined ? '' : startOf(state.text, cue);
}

/**
 * Built field by field: most units have none of the optional fields, and a file has tens of
 * thousands.
 */
export function unitOf(state: State, group: Group): Unit {
  const text = textOf(state, group);
  const { key, cues, formerKey, standsFor, incomplete } = group;
  const first = state.cues[cues[0] ?? 0];
  const last = state.cues[cues.at(-1) ?? 0];
  const range = { start: first?.textStart ?? 0, end: last?.textEnd ?? 0 };
  const unit: { -readonly [Name in keyof Unit]: Unit[Name] } = { key, text, kind: 'text', range };
  if (formerKey !== undefined) unit.formerKey = formerKey;
  if (standsFor !== undefined) unit.standsFor = standsFor;
  if (incomplete !== undefined) unit.incomplete = incomplete;
  if (state.tagged && hasTags(text)) unit.inline = 'srt';
  return unit;
}
