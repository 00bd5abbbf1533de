import type { Unit } from '../../../model/index.js';
import type { Cue } from './cues.js';
import { isDialogue, isPlain, isUnspaced, join, normalizeText } from './seam.js';

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
  let texts = 0;
  for (const text of bare) if (text !== '') texts += 1;
  const enough = Math.max(1, texts * PUNCTUATED);
  let stops = 0;
  for (const text of bare) {
    if (SENTENCE_INSIDE.test(text)) stops += 1;
    if (stops >= enough) return true;
  }
  return false;
}

function continues(before: string, after: string): boolean {
  if (before === '' || after === '' || endsSentence(before)) return false;
  const startsPlain = isPlain(after.charCodeAt(0));
  if (!startsPlain && (APART.test(after) || isDialogue(after))) return false;
  const last = lastOf(before);
  if (CLOSING.includes(last) || isShouted(before)) return false;
  if (GOES_ON.includes(last) || startsLow(after)) return true;
  return THREE_WORDS.test(before) || isUnspaced(before.charAt(before.length - 1));
}

/** The last character that is not white space, which is usually the last one. */
function lastOf(text: string): string {
  const last = text.charAt(text.length - 1);
  return isPlain(last.charCodeAt(0)) ? last : text.trimEnd().slice(-1);
}

/** Whether a text is all in capitals, as signs and sounds are. */
function isShouted(text: string): boolean {
  let capitals = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isLow(code)) return false;
    if (code > 64 && code < 91) capitals = true;
    else if (mayHaveCase(code)) return /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);
  }
  return capitals;
}

/** False for ASCII, for the scripts from Hebrew to Myanmar and for those of East Asia. */
function mayHaveCase(code: number): boolean {
  return code > 127 && (code < 0x590 || code > 0x109f) && (code < 0x2e80 || code > 0xa63f);
}

function startsLow(text: string): boolean {
  const first = text.charCodeAt(0);
  if (isLow(first)) return true;
  if (first > 47 && first < 96) return false;
  return /^\s*["'“‘«(]?\p{Ll}/u.test(text);
}

function isLow(code: number): boolean {
  return code > 96 && code < 123;
}

function endsSentence(text: string): boolean {
  let at = text.length - 1;
  if (isLow(text.charCodeAt(at))) return false;
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
