import type { Codec, Document, FormatFacts, ParseOptions, Problem } from '../../../model/index.js';
import { fileFacts, Readings } from '../documents.js';
import { applySplices, type Splice } from '../splices.js';
import { formatError, rejectUnusable } from '../unusable.js';
import type { Cue } from './cues.js';
import { editCues } from './edit.js';
import { State } from './state.js';
import { isForeign } from './target-groups.js';
import { piecesOf, unitOf } from './units.js';

/** What is a format's own. */
export interface SubtitleFormat extends FormatFacts {
  /** As in `CueOptions`. */
  readonly hasBlocks: boolean;
  /** @throws FormatError for a file of another kind */
  readonly check: (text: string, cues: readonly Cue[], file: string | undefined) => void;
  /** Warnings. Default: none. */
  readonly problems?: (
    text: string,
    cues: readonly Cue[],
    file: string | undefined,
  ) => readonly Problem[];
  /** What else a new target differs in from its source. Default: nothing. */
  readonly derived?: (text: string, locale: string) => readonly Splice[];
}

const OTHER_TIMES =
  "the cues have other times than the source's, as those of another film; expected cues of the source. Delete the file to have it translated.";

/** Subtitles: a unit is a run of whole cues, since a sentence that goes over cues is one text. */
export function subtitleCodec(format: SubtitleFormat): Codec {
  const { name, extensions, capabilities, hasBlocks } = format;
  const states = new Readings<State>();
  /** A copy is read by its own sentences. */
  const stateOf = (document: Document): State =>
    states.of(document, ({ text }) => new State(text, { hasBlocks }));
  const originOf = (document: Document): State | undefined =>
    document.format === name ? stateOf(document) : undefined;

  const parse = (text: string, options: ParseOptions = {}): Document => {
    const { file, editedFrom } = options;
    rejectUnusable(text, file);
    const source = options.source && originOf(options.source);
    const recall = options.recall ?? (editedFrom && states.known(editedFrom)?.recall);
    const state = new State(text, { source, recall, file, hasBlocks });
    format.check(text, state.cues, file);
    if (options.recall && source) refuseForeign(state, source, file);
    const document: Document = {
      ...{ ...fileFacts(name, text, options), indent: '' },
      units: state.groups.map((group) => unitOf(state, group)),
      problems: format.problems?.(text, state.cues, file) ?? [],
      ...(source && { pieces: piecesOf(state, source) }),
    };
    return states.keep(document, state);
  };
  return {
    ...{ name, extensions, capabilities, parse },
    edit: (document, edits) => editCues(stateOf(document), edits, { originOf }),
    derive: (source, edits, { locale }) => {
      const text = editCues(stateOf(source), edits, { originOf });
      return applySplices(text, format.derived?.(text, locale) ?? []);
    },
  };
}

function refuseForeign(state: State, source: State, file: string | undefined): void {
  const { text, cues, alignment } = state;
  if (alignment === undefined || !isForeign(state, source.cues, alignment)) return;
  const offset = cues[0]?.timing ?? 0;
  throw formatError('other-times', OTHER_TIMES, { text, offset, file });
}
