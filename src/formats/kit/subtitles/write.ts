import { EditError } from '../../../model/index.js';
import type { Key } from '../../../model/index.js';
import { looksLikeTimes } from './bad-times.js';
import type { Cue } from './cues.js';
import { linesOf, normalizeText } from './seam.js';
import { sentenceMarks, share, widthOf } from './share.js';
import type { State } from './state.js';

/** The cues over which a text is distributed, and those whose durations and lines determine how. */
export interface Spread {
  readonly key: Key;
  readonly state: State;
  readonly cues: readonly Cue[];
  /** The current text of these cues. */
  readonly old: string;
}

/** The lines of each cue. */
export function spreadText(text: string, { key, state, cues, old }: Spread): string[][] {
  const whole = normalizeText(text);
  if (whole === '') return cues.map(() => []);
  const pieces = pieceOut(whole, { state, cues, old });
  return cues.map((cue, i) => {
    const piece = pieces[Math.floor((i * pieces.length) / cues.length)] ?? whole;
    const lines = breakLines(piece, state, cue);
    const timing = lines.find(looksLikeTimes);
    if (timing !== undefined)
      throw new EditError('not-writable', key, `"${timing}" would be read as the times of a cue.`);
    return lines;
  });
}

function pieceOut(
  text: string,
  { state, cues, old }: Pick<Spread, 'state' | 'cues' | 'old'>,
): string[] {
  if (cues.length === 1) return [text];
  const weights = cues.map((cue) => Math.max(1, widthOf(state.raw(cue))));
  const pieces = share(text, weights, sentenceMarks(old, text));
  // A reader takes a cue that repeats the previous one for the same words.
  const repeats = pieces.some((piece, i) => i > 0 && piece === pieces[i - 1]);
  return repeats ? [text] : pieces;
}

/** One line if it fits, otherwise two of similar width; more only if the cue had more. */
function breakLines(text: string, state: State, cue: Cue): string[] {
  if (text.includes('\n')) return text.split('\n');
  const before = linesOf(state.raw(cue));
  const limit = Math.max(state.lineWidth(), ...before.slice(0, 20).map(widthOf));
  const width = widthOf(text);
  if (width <= limit) return [text];
  const count = Math.min(Math.max(2, before.length), Math.ceil(width / limit));
  return share(text, new Array<number>(count).fill(1));
}
