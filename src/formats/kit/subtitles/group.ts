import type { Unit } from '../../../model/index.js';
import type { Cue } from './cues.js';
import { isDialogue, isUnspaced, join, normalizeText } from './seam.js';

/** A longer pause, in milliseconds, ends a sentence whatever its punctuation. */
const LONGEST_PAUSE = 3000;
/** The most cues of one sentence. */
export const MOST_CUES = 40;
/**
 * If at least this share of cues ends in a full stop, a missing one means that the sentence
 * continues.
 */
const PUNCTUATED = 0.3;

const STOPS = '.!?…。！？｡؟।॥:';
const CLOSERS = '"\'”’»)]】」』 \t';
const SENTENCE_INSIDE = /[.!?…。！？｡؟।](?:\s|["'”’»)\]」』]|$)/;
const GOES_ON = ',;、，؛،\u2013\u2014-';
const CLOSING = '])）】♪♫';
/** Sounds, songs and signs, which are not part of a sentence. */
const APART = /^\s*(?:[[(（【♪♫#>]|-)/;
const THREE_WORDS = /\s\S+\s/;

/** A unit: its key and its cues, as indexes in the file. */
export interface Group extends Pick<Unit, 'key' | 'formerKey' | 'standsFor' | 'incomplete'> {
  readonly cues: readonly number[];
}

/**
 * Groups of consecutive cues (as indexes) whose texts form one or more sentences.
 *
 * @param bare - the texts of the cues, without tags
 */
export function groupCues(cues: readonly Cue[], bare: readonly string[]): number[][] {
  const punctuated = isPunctuated(bare);
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

function isPunctuated(bare: readonly string[]): boolean {
  const texts = bare.filter((text) => text !== '').length;
  const stops = bare.filter((text) => SENTENCE_INSIDE.test(text)).length;
  return stops >= Math.max(1, texts * PUNCTUATED);
}

function continues(before: string, after: string): boolean {
  if (before === '' || after === '' || endsSentence(before)) return false;
  if (APART.test(after) || isDialogue(after)) return false;
  const last = before.trimEnd().slice(-1);
  if (CLOSING.includes(last) || isShouted(before)) return false;
  if (GOES_ON.includes(last) || startsLow(after)) return true;
  return THREE_WORDS.test(before) || isUnspaced(before.charAt(before.length - 1));
}

/** Whether a text is all in capitals, as signs and sounds are. */
function isShouted(text: string): boolean {
  return /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);
}

function startsLow(text: string): boolean {
  return /^\s*["'“‘«(]?\p{Ll}/u.test(text);
}

function endsSentence(text: string): boolean {
  let at = text.length - 1;
  while (at >= 0 && CLOSERS.includes(text.charAt(at))) at -= 1;
  return at >= 0 && STOPS.includes(text.charAt(at));
}

/** Text of a group. A cue that repeats the previous one adds nothing. */
function groupText(texts: readonly string[]): string {
  return join(texts.filter((text, i) => text !== '' && (i === 0 || text !== texts[i - 1])));
}

export function textOf(
  { texts }: { readonly texts: readonly string[] },
  { cues }: Pick<Group, 'cues'>,
): string {
  if (cues.length === 1) return texts[cues[0] ?? 0] ?? '';
  return groupText(cues.map((cue) => texts[cue] ?? ''));
}

/** Text of a cue, without its line breaks. */
export function cueText(text: string, { textStart, textEnd }: Cue): string {
  return normalizeText(text.slice(textStart, textEnd));
}
