import { encodingIn } from '../kit/encoding.js';
import { keyId } from '../../model/index.js';
import type { Codec, Document, ParseOptions, Pieces, Unit } from '../../model/index.js';
import { ENDINGS } from '../endings.js';
import { detectNewline, hasBom } from '../kit/layout.js';
import { formatError, rejectUnusable } from '../kit/unusable.js';
import { startOf } from './cues.js';
import { editCues } from './edit.js';
import { MOST_CUES, textOf, type Group } from './group.js';
import { problemsOf } from './problems.js';
import { State } from './state.js';
import { hasTags } from './tags.js';
import { isForeign, shownKeys } from './target-groups.js';

/** SubRip subtitles. A unit is a run of whole cues: a sentence that goes over cues is one text. */
export const srt: Codec = {
  name: 'srt',
  extensions: ENDINGS.srt,
  capabilities: {
    arrays: false,
    sourceDecides: true,
    bilingual: false,
    syntaxes: [],
    onlyTexts: true,
    takesNewKeys: false,
  },
  parse,
  edit: (document, edits) => editCues(stateOf(document), edits, { originOf: stateOf }),
  derive: (source, edits) => editCues(stateOf(source), edits, { originOf: stateOf }),
};

const states = new WeakMap<Document, State>();

/** The state of a document that `parse` made; a copy of one is read again, by its own sentences. */
function stateOf(document: Document): State {
  const state = states.get(document) ?? new State(document.text);
  states.set(document, state);
  return state;
}

const OTHER_TIMES =
  "the cues have other times than the source's, as those of another film; expected cues of the source. Delete the file to have it translated.";

function parse(text: string, options: ParseOptions = {}): Document {
  rejectUnusable(text, options.file);
  const { file, editedFrom } = options;
  const source = options.source?.format === 'srt' ? options.source : undefined;
  const recall = options.recall ?? (editedFrom && states.get(editedFrom)?.recall);
  const state = new State(text, { source: source && stateOf(source), recall, file });
  if (state.cues.length === 0 && /[^\s\ufeff]/.test(text))
    throw formatError(
      'syntax',
      'no cue; expected a number, then a line such as "00:00:01,000 --> 00:00:02,500".',
      { text, offset: text.search(/[^\s\ufeff]/), file },
    );
  const { alignment } = state;
  if (options.recall && source && alignment && isForeign(state, stateOf(source).cues, alignment))
    throw formatError('other-times', OTHER_TIMES, {
      text,
      offset: state.cues[0]?.timing ?? 0,
      file,
    });
  const document: Document = {
    format: 'srt',
    text,
    units: state.groups.map((group) => unitOf(state, group)),
    newline: detectNewline(text),
    indent: '',
    bom: hasBom(text),
    ...encodingIn(options),
    problems: problemsOf(state.text, state.cues, file),
    ...(source && { pieces: piecesOf(state, stateOf(source)) }),
  };
  states.set(document, state);
  return document;
}

function piecesOf(state: State, source: State): Pieces {
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

/** By its own time, or by its counterpart's where the target has a clock of its own. */
function pieceKey(state: State, source: State, piece: number): string {
  const { clock, counterparts } = state.alignment ?? {};
  const counterpart = clock && source.cues[counterparts?.[piece] ?? -1];
  if (counterpart !== undefined) return startOf(source.text, counterpart);
  const cue = state.cues[piece];
  return cue === undefined ? '' : startOf(state.text, cue);
}

/**
 * Made field by field: most units have none of what only targets know, and a file has tens of
 * thousands.
 */
function unitOf(state: State, group: Group): Unit {
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
