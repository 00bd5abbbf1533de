import { MAX_BODY_BYTES, MAX_TEXTS, packBatches } from '../changes/batches.js';
import { segmentsOf } from '../changes/segments.js';
import type { Batch, RequestGroup, Segment } from '../changes/types.js';
import type { AskingContext } from './asking.js';
import { firstForm } from './asking.js';
import type { Draft } from './drafts.js';

/** Requests that may be sent while the rest of their language is still being planned. */
export interface HeadStart {
  /** The first requests of the plan that follows, which contains them too. */
  readonly head: readonly Batch[];
}

/** `AdaptiveConcurrency` starts with this many requests at a time. */
const REQUESTS = 3;
/** The most bytes of JSON per UTF-16 code unit. */
const BYTES_PER_CHARACTER = 6;

/**
 * The first full requests of a language, if the memory has nothing for it and any fifty of its
 * texts fit into a request. Then requests in the texts' order are the fewest possible, so the first
 * ones need not wait for the rest. Otherwise none.
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
    // Texts with context are packed by section.
    if (group.options.autoContext === true || !fits(group)) continue;
    for (let at = 0; at + MAX_TEXTS <= segments.length; at += MAX_TEXTS) {
      const some = segments.slice(at, at + MAX_TEXTS);
      head.push(...packBatches(group, some, context.limitsOf(group)).batches);
    }
  }
  return head.slice(0, REQUESTS);
}

/** Segments by group, of as many changes as needed. */
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
