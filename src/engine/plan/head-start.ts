import { MAX_BODY_BYTES, MAX_TEXTS, packBatches } from '../changes/batches.js';
import { segmentsOf } from '../changes/segments.js';
import type { Batch, RequestGroup, Segment } from '../changes/types.js';
import type { AskingContext } from './asking.js';
import { firstForm } from './asking.js';
import type { Draft } from './drafts.js';

/** Requests that may leave while the rest of their language is still being planned. */
export interface HeadStart {
  /** The first ones of the plan that follows, which has them too. */
  readonly head: readonly Batch[];
}

/** So many go out at once at first (`AdaptiveConcurrency`). */
const REQUESTS = 3;
/** A character takes at most so many bytes of JSON. */
const BYTES_PER_CHARACTER = 6;

/**
 * The first full requests of a language of which the memory knows nothing, and of which fifty texts
 * always fit a request: then the fewest requests are those in order, and these are their first. None
 * in any other case.
 */
export function headStart(drafts: readonly Draft[], context: AskingContext): readonly Batch[] {
  const [first] = drafts;
  if (first === undefined || drafts.length < MAX_TEXTS) return [];
  if (!context.memory.isEmpty(first.unit.options.request.target)) return [];
  let longest = 0;
  for (const { unit } of drafts) longest = Math.max(longest, unit.source.expected.text.length);
  const fits = (group: RequestGroup): boolean => {
    const { overhead, bytes = MAX_BODY_BYTES } = context.limitsOf(group);
    return longest * BYTES_PER_CHARACTER * MAX_TEXTS <= bytes - overhead;
  };
  const head: Batch[] = [];
  for (const [group, segments] of firstSegments(drafts, context)) {
    // What goes out with what is around it is packed by sections.
    if (group.options.autoContext === true || !fits(group)) continue;
    for (let at = 0; at + MAX_TEXTS <= segments.length; at += MAX_TEXTS) {
      const some = segments.slice(at, at + MAX_TEXTS);
      head.push(...packBatches(group, some, context.limitsOf(group)).batches);
    }
  }
  return head.slice(0, REQUESTS);
}

/** Of as many changes as it takes, by group. */
function firstSegments(
  drafts: readonly Draft[],
  { segments }: AskingContext,
): ReadonlyMap<RequestGroup, readonly Segment[]> {
  const groups = new Map<RequestGroup, Set<Segment>>();
  let full = 0;
  for (const draft of drafts) {
    if (draft.do === 'recall') continue;
    for (const segment of segmentsOf(segments.attempt(draft, firstForm(draft)))) {
      const own = groups.get(segment.group) ?? new Set<Segment>();
      groups.set(segment.group, own);
      if (own.has(segment)) continue;
      own.add(segment);
      if (own.size % MAX_TEXTS === 0) full += 1;
    }
    if (full === REQUESTS) break;
  }
  return new Map(Array.from(groups, ([group, own]) => [group, [...own]]));
}
