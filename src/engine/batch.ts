import { limits as serviceLimits } from '../api/facts/limits.js';
import type { Group, Wire, WireFailure } from './wire.js';
import { jsonBytes } from './wire.js';

/** Texts per request and bytes per body (interface.md 8). */
export const { texts: MAX_TEXTS, bodyBytes: MAX_BODY_BYTES } = serviceLimits.translate;

/** One request: texts that share every option. */
export interface Batch {
  readonly group: Group;
  /** Let go once they are answered. */
  wires: readonly Wire[];
}

export interface Amounts {
  readonly requests: number;
  readonly texts: number;
  /** Unicode code points that are billed. */
  readonly characters: number;
}

/** What batches come to before they are sent: they let go of their texts once they are answered. */
export function amountsOf(batches: readonly Batch[]): Amounts {
  let texts = 0;
  let characters = 0;
  for (const { wires } of batches) {
    texts += wires.length;
    for (const wire of wires) characters += wire.characters;
  }
  return { requests: batches.length, texts, characters };
}

/** Marks all texts of a batch as failed. */
export function failBatch({ wires }: Batch, failure: WireFailure): void {
  for (const wire of wires) wire.failure = failure;
}

/** The same texts in two requests. */
export function halvesOf({ group, wires }: Batch): readonly Batch[] {
  const middle = Math.ceil(wires.length / 2);
  return [wires.slice(0, middle), wires.slice(middle)].map((part) => ({ group, wires: part }));
}

export interface PackLimits {
  /** Bytes of a body with the group's options and no texts. */
  readonly overhead: number;
  /** Bytes of the whole body. Default: 131,072. */
  readonly bytes?: number;
}

interface Bin {
  readonly wires: Wire[];
  bytes: number;
}

/**
 * Packs the wires of one group into the fewest requests: in their order where that takes no more than the
 * limits make necessary, else the largest first into the first request that has room. A text that alone
 * exceeds the body is marked as failed and left out. Pure but for that mark.
 */
export function packBatches(group: Group, wires: readonly Wire[], limits: PackLimits): Batch[] {
  const room = (limits.bytes ?? MAX_BODY_BYTES) - limits.overhead;
  const sized: Sized[] = [];
  let total = 0;
  for (const wire of wires) {
    const bytes = jsonBytes(wire.text) + 1;
    if (bytes - 1 > room) wire.failure = tooLarge(bytes - 1, limits);
    else {
      sized.push({ wire, bytes });
      total += bytes;
    }
  }
  // The first text of a body has no comma before it.
  const least = Math.max(Math.ceil(sized.length / MAX_TEXTS), Math.ceil(total / (room + 1)));
  let bins = fillInOrder(sized, room + 1);
  if (bins.length > least) {
    const packed = fillFirstFit(sized, room + 1);
    if (packed.length < bins.length) bins = packed;
  }
  return bins.map((bin) => ({ group, wires: bin.wires }));
}

interface Sized {
  readonly wire: Wire;
  readonly bytes: number;
}

function fillInOrder(sized: readonly Sized[], room: number): Bin[] {
  const bins: Bin[] = [];
  for (const { wire, bytes } of sized) {
    const last = bins.at(-1);
    if (last !== undefined && fits(last, bytes, room)) add(last, wire, bytes);
    else bins.push({ wires: [wire], bytes });
  }
  return bins;
}

function fillFirstFit(sized: readonly Sized[], room: number): Bin[] {
  const open: Bin[] = [];
  const full: Bin[] = [];
  const sorted = sized.toSorted((a, b) => b.bytes - a.bytes);
  for (const { wire, bytes } of sorted) {
    const bin = open.find((one) => fits(one, bytes, room));
    if (bin === undefined) open.push({ wires: [wire], bytes });
    else {
      add(bin, wire, bytes);
      // Full ones leave the search, so that packing stays quick for very many texts.
      if (bin.wires.length === MAX_TEXTS) full.push(...open.splice(open.indexOf(bin), 1));
    }
  }
  return [...full, ...open];
}

function fits(bin: Bin, bytes: number, room: number): boolean {
  return bin.wires.length < MAX_TEXTS && bin.bytes + bytes <= room;
}

function add(bin: Bin, wire: Wire, bytes: number): void {
  bin.wires.push(wire);
  bin.bytes += bytes;
}

function tooLarge(bytes: number, { overhead, bytes: limit }: PackLimits): WireFailure {
  const message = `The text takes ${bytes} bytes of the request; ${(limit ?? MAX_BODY_BYTES) - overhead} are left beside its options. Split it into several units.`;
  return { code: 'text-too-large', message };
}

/** Batches of all groups in the order of the texts they begin with, so that files get done one after the other. */
export function packAll(
  wires: readonly Wire[],
  limitsOf: (group: Group) => PackLimits,
): readonly Batch[] {
  const groups = new Map<Group, Wire[]>();
  for (const wire of wires) {
    const members = groups.get(wire.group);
    if (members === undefined) groups.set(wire.group, [wire]);
    else members.push(wire);
  }
  const packed = Array.from(groups, ([group, members]) =>
    packBatches(group, members, limitsOf(group)),
  ).flat();
  const byFirst = new Map(packed.map((batch) => [batch.wires[0], batch]));
  return wires.flatMap((wire) => byFirst.get(wire) ?? []);
}
