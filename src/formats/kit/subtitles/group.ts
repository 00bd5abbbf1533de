import { type Key, keyId, type Recall, type Unit } from '../../../model/index.js';
import type { Alignment, Clock } from './align.js';
import { type Cue, formatTime, namer, startOf } from './cues.js';
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

/** A target whose cues are not grouped yet. */
interface Target {
  readonly text: string;
  readonly cues: readonly Cue[];
  /** Texts of the cues. */
  readonly texts: readonly string[];
  readonly recall: Recall;
}

/** The cues of a target that correspond to one unit of the source; `origin` undefined: to none. */
interface Run {
  readonly cues: number[];
  readonly origin: Group | undefined;
}

/**
 * The source's groups, by the counterparts of the cues. Cues that the source lacks form their own
 * groups.
 */
export function targetGroups(
  target: Target,
  source: { readonly cues: readonly Cue[]; readonly groups: readonly Group[] },
  alignment: Alignment,
): readonly Group[] {
  const { counterparts } = alignment;
  const formerName = namer();
  const nameOf = namer(source.groups.map(({ key }) => key[0] ?? ''));
  const sourceKeys = new Set(source.groups.map(({ key }) => keyId(key)));
  return runsOf(counterparts, source.groups).map(({ cues, origin }): Group => {
    const [at = 0] = cues;
    const first = target.cues[at];
    const time = first === undefined ? '' : startOf(target.text, first);
    const former: Key = [formerName(time)];
    const begin = source.cues[counterparts[at] ?? -1]?.begin;
    const isMoved =
      first?.begin !== begin &&
      (!alignment.isRelated || follows(target, { cues, former, sourceKeys }));
    // With other times it is another unit, like one with a renamed key.
    const key = origin === undefined || isMoved ? [nameOf(time)] : origin.key;
    const formerKey =
      (origin === undefined ? formerOf(target, cues, alignment.clock) : undefined) ?? former;
    return {
      key,
      cues,
      ...(formerKey[0] !== key[0] && { formerKey }),
      ...(origin !== undefined && isMoved && { standsFor: origin.key }),
      ...(origin !== undefined && lacksCues({ cues, origin }, alignment) && { incomplete: true }),
    };
  });
}

function runsOf(counterparts: readonly number[], groups: readonly Group[]): readonly Run[] {
  const groupAt: Group[] = [];
  for (const group of groups) for (const cue of group.cues) groupAt[cue] = group;
  const runs: Run[] = [];
  const known = new Map<Group, number[]>();
  counterparts.forEach((counterpart, i) => {
    const origin = groupAt[counterpart];
    const run = origin === undefined ? undefined : known.get(origin);
    if (run !== undefined) {
      run.push(i);
      return;
    }
    const cues = [i];
    if (origin !== undefined) known.set(origin, cues);
    runs.push({ cues, origin });
  });
  return runs;
}

/**
 * Whether the source's times changed and the target follows: the remembered texts are at the
 * target's current times. Otherwise the target has its own times, which stay.
 */
function follows(
  target: Target,
  unit: {
    readonly cues: readonly number[];
    readonly former: Key;
    readonly sourceKeys: ReadonlySet<string>;
  },
): boolean {
  const known = target.recall(unit.former, textOf(target, unit));
  if (known === 'other') return !unit.sourceKeys.has(keyId(unit.former));
  return known !== undefined;
}

/** Rounding can change times by this much. */
const ROUNDED = [0, 1, -1, 2, -2];

/** The remembered key of a unit that the source dropped, by the source's clock. */
function formerOf(target: Target, cues: readonly number[], clock?: Clock): Key | undefined {
  const cue = target.cues[cues[0] ?? 0];
  if (clock === undefined || cue === undefined) return undefined;
  const [comma = ','] = /[.,]/.exec(startOf(target.text, cue)) ?? [];
  const begin = cue.begin * clock.scale + clock.offset;
  const text = textOf(target, { cues });
  const keys = ROUNDED.map((gap) => [formatTime(begin + gap, comma)]);
  return keys.find((key) => (target.recall(key, text) ?? 'other') !== 'other');
}

/**
 * Whether some cue of the source's unit neither has a counterpart nor is merged into another one.
 */
function lacksCues(
  { cues, origin }: { readonly cues: readonly number[]; readonly origin: Group },
  { counterparts, merged }: Alignment,
): boolean {
  const own = new Set(cues.map((cue) => counterparts[cue]));
  return origin.cues.some((cue) => !own.has(cue) && !merged.has(cue));
}

/**
 * Keys of source units all of whose cues are merged into those of others. A machine's text covers
 * only its own unit.
 */
export function shownKeys(
  target: Target & { readonly groups: readonly Group[] },
  source: readonly Group[],
  { counterparts, merged }: Alignment,
): ReadonlySet<string> {
  const shown = new Set<string>();
  if (merged.size === 0) return shown;
  const holderOf = new Map(target.groups.flatMap((group) => group.cues.map((cue) => [cue, group])));
  const own = new Set(counterparts);
  for (const { key, cues } of source) {
    const isSaid = cues.every((cue) => {
      const holder = holderOf.get(merged.get(cue) ?? -1);
      if (own.has(cue) || holder === undefined) return false;
      return target.recall(holder.key, textOf(target, holder)) !== 'machine';
    });
    if (isSaid) shown.add(keyId(key));
  }
  return shown;
}

/** Fewer cues may have any times. */
const TELLING = 5;

/**
 * Whether these are subtitles of another film: none of them is remembered, and their times have
 * nothing in common.
 */
export function isForeign(
  target: Target & { readonly groups: readonly Group[] },
  source: readonly Cue[],
  { isRelated }: Alignment,
): boolean {
  if (isRelated || Math.min(target.cues.length, source.length) < TELLING) return false;
  return target.groups.every((group) => {
    const { key, formerKey = key } = group;
    return target.recall(formerKey, textOf(target, group)) === undefined;
  });
}
