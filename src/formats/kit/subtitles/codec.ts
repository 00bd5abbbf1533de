import { keyId } from '../../../model/index.js';
import type {
  Codec,
  Document,
  Edit,
  FormatFacts,
  ParseOptions,
  Problem,
  Pieces,
  Unit,
} from '../../../model/index.js';
import { fileFacts, Readings } from '../documents.js';
import { applySplices, type Splice } from '../splices.js';
import type { Growing } from '../tree.js';
import { formatError, rejectUnusable } from '../unusable.js';
import { type Cue, rejectBadTimes, startOf } from './cues.js';
import { editCues } from './edit.js';
import { type Group, isForeign, MOST_CUES, shownKeys, textOf } from './group.js';
import { type CueForm, editForm, formRange, formState } from './other-forms.js';
import { State } from './state.js';
import { hasTags } from './seam.js';

/** The format-specific part of a subtitle codec. */
export interface SubtitleFormat extends FormatFacts {
  /** As in `CueOptions`. Default: false. */
  readonly hasBlocks?: boolean;
  /** Cues of another form than SubRip's, which are read and written as that says. */
  readonly form?: CueForm;
  /** A timing line, for messages. Absent with a `form`. */
  readonly timesExample?: string;
  /** @throws FormatError for another kind of file */
  readonly check?: (text: string, cues: readonly Cue[], file: string | undefined) => void;
  /** Returns warnings. Default: none. */
  readonly problems?: (
    text: string,
    cues: readonly Cue[],
    file: string | undefined,
  ) => readonly Problem[];
  /** As in `Codec`. */
  readonly escape?: (character: string) => string;
  /** Other differences between a new target and its source. Default: none. */
  readonly derived?: (text: string, locale: string) => readonly Splice[];
}

const OTHER_TIMES =
  "the cues have different times than the source's, as if they were for another video. Delete the file to have it translated.";

const CUT_OFF =
  'the file ends in the middle of a line, before the last cues of its source, so it may be cut off. Add the rest, or a line break if nothing is missing.';

/**
 * A codec for subtitles. A unit is a run of whole cues, because a sentence over several cues is one
 * text.
 */
export function subtitleCodec(format: SubtitleFormat): Codec {
  const { name, extensions, capabilities, hasBlocks = false, form } = format;
  const states = new Readings<State>();
  const read = (text: string, given: Parameters<typeof formState>[2]): State =>
    form === undefined ? new State(text, { ...given, hasBlocks }) : formState(text, form, given);
  /** A copy is grouped by its own sentences. */
  const stateOf = (document: Document): State => states.of(document, ({ text }) => read(text, {}));
  const originOf = (document: Document): State | undefined =>
    document.format === name ? stateOf(document) : undefined;

  const parse = (text: string, options: ParseOptions = {}): Document => {
    const { file, editedFrom } = options;
    rejectUnusable(text, file);
    const source = options.source && originOf(options.source);
    const recall = options.recall ?? (editedFrom && states.known(editedFrom)?.recall);
    const state = read(text, { source, recall, file });
    format.check?.(text, state.cues, file);
    const example = format.timesExample;
    if (example !== undefined) rejectBadTimes(text, state.cues, { hasBlocks, example, file });
    if (options.recall && source) {
      const at = formRange(state, 0, 0)?.start;
      refuseForeign(state, source, { text, offset: at ?? state.cues[0]?.timing ?? 0, file });
      refuseCutOff(state, source, { text, offset: text.length, file });
    }
    const document: Document = {
      ...{ ...fileFacts(name, text, options), indent: '' },
      units: state.groups.map((group) => unitOf(state, group)),
      problems: format.problems?.(text, state.cues, file) ?? [],
      ...(source && { pieces: piecesOf(state, source) }),
    };
    return states.keep(document, state);
  };
  const edit = (document: Document, edits: readonly Edit[]): string =>
    form === undefined
      ? editCues(stateOf(document), edits, originOf)
      : editForm(stateOf(document), form, edits, originOf);
  return {
    ...{ name, extensions, capabilities, parse, edit },
    ...(format.escape && { escape: format.escape }),
    derive: (source, edits, { locale }) => {
      const text = edit(source, edits);
      return applySplices(text, format.derived?.(text, locale) ?? []);
    },
  };
}

/** The cues of a target that was read with its source. */
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
function unitOf(state: State, group: Group): Unit {
  const text = textOf(state, group);
  const { key, cues, formerKey, standsFor, incomplete } = group;
  const first = state.cues[cues[0] ?? 0];
  const last = state.cues[cues.at(-1) ?? 0];
  const range = formRange(state, cues[0] ?? 0, cues.at(-1) ?? 0) ?? {
    ...{ start: first?.textStart ?? 0, end: last?.textEnd ?? 0 },
  };
  const unit: Growing<Unit> = { key, text, kind: 'text', range };
  if (formerKey !== undefined) unit.formerKey = formerKey;
  if (standsFor !== undefined) unit.standsFor = standsFor;
  if (incomplete !== undefined) unit.incomplete = incomplete;
  if (hasTags(text)) unit.inline = 'srt';
  return unit;
}

type At = Parameters<typeof formatError>[2];

function refuseForeign(state: State, source: State, at: At): void {
  const { alignment } = state;
  if (alignment === undefined || !isForeign(state, source.cues, alignment)) return;
  throw formatError('other-times', OTHER_TIMES, at);
}

/**
 * Only if the last cue differs from what is remembered: a file without a final line end may also
 * stem from such a source, and lack cues.
 */
function refuseCutOff(state: State, source: State, at: At): void {
  const { text, groups, alignment } = state;
  const last = groups.at(-1);
  if (alignment === undefined || last === undefined || /[\n\r]$/.test(text)) return;
  const reached = alignment.counterparts.reduce((most, one) => Math.max(most, one), -1);
  const isWhole = source.cues.every((_, cue) => cue <= reached || alignment.merged.has(cue));
  if (isWhole) return;
  const known = state.recall(last.formerKey ?? last.key, textOf(state, last));
  if (known !== undefined && known !== 'other') return;
  throw formatError('syntax', CUT_OFF, at);
}
