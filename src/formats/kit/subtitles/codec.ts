import type { Codec, Document, FormatFacts, ParseOptions, Problem } from '../../../model/index.js';
import { encodingIn } from '../encoding.js';
import { detectNewline, hasBom } from '../layout.js';
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
  const states = new WeakMap<Document, State>();
  const { name, extensions, capabilities, hasBlocks } = format;
  /** The state of a document that `parse` made; a copy is read again, by its own sentences. */
  const stateOf = (document: Document): State => {
    const state = states.get(document) ?? new State(document.text, { hasBlocks });
    states.set(document, state);
    return state;
  };
  const originOf = (document: Document): State | undefined =>
    document.format === name ? stateOf(document) : undefined;

  const parse = (text: string, options: ParseOptions = {}): Document => {
    const { file, editedFrom } = options;
    rejectUnusable(text, file);
    const source = options.source && originOf(options.source);
    const recall = options.recall ?? (editedFrom && states.get(editedFrom)?.recall);
    const state = new State(text, { source, recall, file, hasBlocks });
    format.check(text, state.cues, file);
    if (options.recall && source) refuseForeign(state, source, file);
    const document: Document = {
      ...{ format: name, text, units: state.groups.map((group) => unitOf(state, group)) },
      ...{ newline: detectNewline(text), indent: '', bom: hasBom(text), ...encodingIn(options) },
      problems: format.problems?.(text, state.cues, file) ?? [],
      ...(source && { pieces: piecesOf(state, source) }),
    };
    states.set(document, state);
    return document;
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
