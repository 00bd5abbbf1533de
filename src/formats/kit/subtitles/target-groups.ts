import { keyId } from '../../../model/index.js';
import type { Key, Recall } from '../../../model/index.js';
import type { Alignment } from './align.js';
import type { Clock } from './clock.js';
import { startOf, type Cue } from './cues.js';
import { textOf, type Group } from './group.js';
import { formatTime, namer } from './names.js';

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
