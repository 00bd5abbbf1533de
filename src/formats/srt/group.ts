import type { Cue } from './cues.js';
import { isDialogue, isUnspaced, normalizeText } from './seam.js';
import { withoutTags } from './tags.js';

/** Longer pauses end a sentence, whatever its punctuation says. In milliseconds. */
const LONGEST_PAUSE = 3000;
/** Longest run of cues taken for one sentence. */
const MOST_CUES = 40;
/** Share of cues with a full stop from which on a missing one means that the sentence goes on. */
const PUNCTUATED = 0.3;

const STOPS = '.!?…。！？｡؟।॥:';
const CLOSERS = '"\'”’»)]】」』 \t';
const SENTENCE_INSIDE = /[.!?…。！？｡؟।](?:\s|["'”’»)\]」』]|$)/;
const GOES_ON = ',;、，؛،\u2013\u2014-';
const CLOSING = '])）】♪♫';
/** Sounds, songs, signs: texts that are no part of a sentence. */
const APART = /^\s*(?:[[(（【♪♫#>]|-)/;

/** Groups of consecutive cues (as positions) whose texts make one sentence, or several. */
export function groupCues(cues: readonly Cue[], texts: readonly string[]): number[][] {
  const bare = texts.map(withoutTags);
  const punctuated = isPunctuated(bare.filter((text) => text !== ''));
  const groups: number[][] = [];
  let group: number[] = [];
  for (let i = 0; i < cues.length; i += 1) {
    const before = cues[i - 1];
    const cue = cues[i];
    const runsOn =
      punctuated &&
      before !== undefined &&
      cue !== undefined &&
      group.length < MOST_CUES &&
      Math.abs(cue.begin - before.end) < LONGEST_PAUSE &&
      continues(bare[i - 1] ?? '', bare[i] ?? '');
    if (!runsOn) groups.push((group = []));
    group.push(i);
  }
  return groups;
}

function isPunctuated(texts: readonly string[]): boolean {
  const enough = Math.max(1, texts.length * PUNCTUATED);
  let stops = 0;
  for (const text of texts) {
    if (SENTENCE_INSIDE.test(text)) stops += 1;
    if (stops >= enough) return true;
  }
  return false;
}

function continues(before: string, after: string): boolean {
  if (before === '' || after === '' || endsSentence(before)) return false;
  if (APART.test(after) || isDialogue(after)) return false;
  const last = before.trimEnd().at(-1) ?? '';
  if (CLOSING.includes(last)) return false;
  if (!/[a-z]/.test(before) && !/\p{Ll}/u.test(before) && /\p{Lu}/u.test(before)) return false;
  if ((last !== '' && GOES_ON.includes(last)) || /^\s*["'“‘«(]?\p{Ll}/u.test(after)) return true;
  return before.split(/\s+/, 3).length >= 3 || isUnspaced(before.charAt(before.length - 1));
}

function endsSentence(text: string): boolean {
  let at = text.length - 1;
  while (at >= 0 && CLOSERS.includes(text.charAt(at))) at -= 1;
  return at >= 0 && STOPS.includes(text.charAt(at));
}

/** Text of a group. A cue that repeats the one before it adds nothing. */
export function groupText(texts: readonly string[], joined: (parts: string[]) => string): string {
  if (texts.length === 1) return texts[0] ?? '';
  return joined(texts.filter((text, i) => text !== '' && (i === 0 || text !== texts[i - 1])));
}

/** Text of a cue, without its line breaks. */
export function cueText(text: string, cue: Cue): string {
  return normalizeText(text.slice(cue.textStart, cue.textEnd));
}
