import { encodingIn } from '../kit/encoding.js';
import type { Codec, Document, ParseOptions, Pieces, Unit } from '../../model/index.js';
import { ENDINGS } from '../endings.js';
import { detectNewline, hasBom } from '../kit/layout.js';
import { formatError, rejectUnusable } from '../kit/unusable.js';
import { startOf } from './cues.js';
import { editCues, textOf } from './edit.js';
import { MOST_CUES } from './group.js';
import { problemsOf } from './problems.js';
import { State, type Group } from './state.js';
import { hasTags } from './tags.js';

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
  const state = states.get(document) ?? new State(document.text, undefined);
  states.set(document, state);
  return state;
}

function parse(text: string, options: ParseOptions = {}): Document {
  rejectUnusable(text, options.file);
  const { source, file } = options;
  const state = new State(text, source?.format === 'srt' ? stateOf(source) : undefined, file);
  if (state.cues.length === 0 && /[^\s\ufeff]/.test(text))
    throw formatError(
      'syntax',
      'no cue; expected a number, then a line such as "00:00:01,000 --> 00:00:02,500".',
      { text, offset: text.search(/[^\s\ufeff]/), file },
    );
  const document: Document = {
    format: 'srt',
    text,
    units: state.groups.map((group) => unitOf(state, group)),
    newline: detectNewline(text),
    indent: '',
    bom: hasBom(text),
    ...encodingIn(options),
    problems: problemsOf(state.text, state.cues, file),
    ...(source?.format === 'srt' && { pieces: piecesOf(state) }),
  };
  states.set(document, state);
  return document;
}

function piecesOf(state: State): Pieces {
  const { text, cues } = state;
  return {
    count: cues.length,
    most: MOST_CUES,
    keyAt: (piece) => {
      const cue = cues[piece];
      return [cue === undefined ? '' : startOf(text, cue)];
    },
    textOf: (from, to) => textOf(state, { cues: cues.slice(from, to + 1).map((_, i) => from + i) }),
    of: ({ key }) => state.find(key)?.cues ?? [],
  };
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
