import { limits as serviceLimits } from '../../facts/index.js';
import { jsonBytes } from '../../text/index.js';
import { CONTEXT_BYTES, contextOf, sectionOf } from './context.js';
import type { Batch, Failure, RequestGroup, Segment, Amounts } from '../units/row.js';

/** Texts per request and bytes per body (docs/interface.md 8). */
export const { texts: MAX_TEXTS, bodyBytes: MAX_BODY_BYTES } = serviceLimits.translate;

export interface PackLimits {
  /** Bytes of a body with the group's options but no texts. */
  readonly overhead: number;
  /** Bytes of the whole body. Default: 131,072. */
  readonly bytes?: number;
}

/** Segments packed into requests. A text that alone exceeds a body is in `tooLarge` instead. */
export interface Packed {
  readonly batches: readonly Batch[];
  readonly tooLarge: ReadonlyMap<Segment, Failure>;
}

/** Totals of batches if they are sent. */
export function amountsOf(batches: readonly Batch[]): Amounts {
  let texts = 0;
  let characters = 0;
  for (const { segments } of batches) {
    texts += segments.length;
    for (const segment of segments) characters += segment.characters;
  }
  return { requests: batches.length, texts, characters };
}

/** Splits a batch into two requests. */
export function halvesOf({ group, segments }: Batch): readonly Batch[] {
  const middle = Math.ceil(segments.length / 2);
  return [segments.slice(0, middle), segments.slice(middle)].map((half) => ({
    group,
    segments: half,
  }));
}

/**
 * Packs segments of any groups into the fewest requests. Batches are ordered by their first
 * segment, so that one file after the other is completed.
 */
export function packAll(
  segments: readonly Segment[],
  limitsOf: (group: RequestGroup) => PackLimits,
): Packed {
  const groups = new Map<RequestGroup, Segment[]>();
  for (const segment of segments) {
    const members = groups.get(segment.group);
    if (members === undefined) groups.set(segment.group, [segment]);
    else members.push(segment);
  }
  const packed = Array.from(groups, ([group, members]) =>
    group.options.autoContext === true
      ? packSections(group, members, limitsOf(group))
      : packBatches(group, members, limitsOf(group)),
  );
  const tooLarge = new Map(packed.flatMap((one) => [...one.tooLarge]));
  const found = packed.flatMap((one) => one.batches);
  const byFirst = new Map(found.map((batch) => [batch.segments[0], batch]));
  const batches: Batch[] = [];
  for (const segment of segments) {
    const batch = byFirst.get(segment);
    if (batch !== undefined) batches.push(batch);
  }
  return { batches, tooLarge };
}

/**
 * Packs the segments of one group into the fewest requests. Keeps their order if that needs no more
 * requests than the minimum; otherwise packs by first fit, largest first.
 */
export function packBatches(
  group: RequestGroup,
  segments: readonly Segment[],
  limits: PackLimits,
): Packed {
  const room = (limits.bytes ?? MAX_BODY_BYTES) - limits.overhead;
  const tooLarge = new Map<Segment, Failure>();
  const sized: SizedSegment[] = [];
  let total = 0;
  for (const segment of segments) {
    const bytes = jsonBytes(segment.text);
    if (bytes > room) tooLarge.set(segment, tooLargeFailure(bytes, room));
    else {
      const withComma = bytes + 1;
      sized.push({ segment, bytes: withComma });
      total += withComma;
    }
  }
  // The first text of a body has no comma before it.
  const space = room + 1;
  const least = Math.max(Math.ceil(sized.length / MAX_TEXTS), Math.ceil(total / space));
  let bins = fillInOrder(sized, space);
  if (bins.length > least) {
    const firstFit = fillFirstFit(sized, space);
    if (firstFit.length < bins.length) bins = firstFit;
  }
  const batches = bins.map((bin) => Object.freeze({ group, segments: bin.segments }));
  return { batches, tooLarge };
}

/** Packs texts that are sent with context: those of one section after each other. */
export function packSections(
  group: RequestGroup,
  segments: readonly Segment[],
  limits: PackLimits,
): Packed {
  const own = { ...limits, overhead: limits.overhead + CONTEXT_BYTES };
  const { batches, tooLarge } = packBatches(group, bySection(segments).flat(), own);
  return { batches: batches.map(withContext), tooLarge };
}

function bySection(segments: readonly Segment[]): readonly (readonly Segment[])[] {
  const sections = new Map<string, Segment[]>();
  for (const segment of segments) {
    const name = sectionOf(segment.place?.source.expected.key ?? []);
    const members = sections.get(name);
    if (members === undefined) sections.set(name, [segment]);
    else members.push(segment);
  }
  return [...sections.values()];
}

function withContext({ group, segments }: Batch): Batch {
  const { options } = group;
  const context = contextOf(segments, options.context);
  if (context === undefined) return Object.freeze({ group, segments });
  return Object.freeze({ group: { ...group, options: { ...options, context } }, segments });
}

interface SizedSegment {
  readonly segment: Segment;
  /** Bytes in the body, including its comma. */
  readonly bytes: number;
}

/** A request being filled. */
interface Bin {
  readonly segments: Segment[];
  bytes: number;
}

function fillInOrder(sized: readonly SizedSegment[], space: number): Bin[] {
  const bins: Bin[] = [];
  for (const one of sized) {
    const last = bins.at(-1);
    if (last !== undefined && fits(last, one, space)) add(last, one);
    else bins.push(binWith(one));
  }
  return bins;
}

function fillFirstFit(sized: readonly SizedSegment[], space: number): Bin[] {
  const open: Bin[] = [];
  const full: Bin[] = [];
  for (const one of sized.toSorted((a, b) => b.bytes - a.bytes)) {
    const bin = open.find((candidate) => fits(candidate, one, space));
    if (bin === undefined) open.push(binWith(one));
    else {
      add(bin, one);
      // Full bins leave the search, so that packing stays fast for very many texts.
      if (bin.segments.length === MAX_TEXTS) full.push(...open.splice(open.indexOf(bin), 1));
    }
  }
  return [...full, ...open];
}

function binWith({ segment, bytes }: SizedSegment): Bin {
  return { segments: [segment], bytes };
}

function fits(bin: Bin, { bytes }: SizedSegment, space: number): boolean {
  return bin.segments.length < MAX_TEXTS && bin.bytes + bytes <= space;
}

function add(bin: Bin, { segment, bytes }: SizedSegment): void {
  bin.segments.push(segment);
  bin.bytes += bytes;
}

function tooLargeFailure(bytes: number, room: number): Failure {
  return {
    code: 'text-too-large',
    message:
      room > 0
        ? `The text needs ${bytes} bytes of the request, but its options leave only ${room}. Split it into several units, or shorten its context or instructions.`
        : 'The context and instructions of the text fill the whole request. Shorten them.',
  };
}
