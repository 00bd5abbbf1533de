/**
 * How the time of edits grows: inserting new values and removing every second value, in files of
 * 2,000 and of 20,000 values. Run with `npx tsx bench/edits.ts`, optionally with the names of the
 * formats to measure.
 */
import { formats } from '../src/formats/public.js';
import type { Codec, Document, Edit } from '../src/model/index.js';
import { seedsOf } from '../test/formats/support/seeds.js';

const SIZES = [2_000, 20_000] as const;
/** Linear growth is a factor of 10, quadratic growth about 100. */
const MOST = 30;
const ROUNDS = 5;

/** A file with the given number of values, made by the codec from a small one. */
async function fileOf(codec: Codec, count: number): Promise<Document | undefined> {
  const [seed = ''] = await seedsOf(codec.name);
  const small = codec.parse(seed);
  const after = small.units.at(-1)?.key ?? null;
  const edits = Array.from({ length: count }, (_, i): Edit => {
    const before = i === 0 ? after : [`key${i - 1}`];
    return { op: 'insert', key: [`key${i}`], text: `Text ${i}`, after: before };
  });
  try {
    return codec.parse(codec.edit(small, edits));
  } catch {
    // The source decides the content of the file, or a new value needs its text there.
    return undefined;
  }
}

function scattered({ units }: Document): readonly Edit[] {
  return units
    .filter(({ key }) => key[0]?.startsWith('key') === true)
    .map(({ key }): Edit => {
      return { op: 'insert', key: [`new-${key.join()}`], text: 'Text', after: key };
    });
}

function everySecond({ units }: Document): readonly Edit[] {
  return units
    .filter(({ key }) => key[0]?.startsWith('key') === true)
    .filter((_, i) => i % 2 === 0)
    .map(({ key }): Edit => ({ op: 'remove', key }));
}

/** Milliseconds, the best of several rounds. */
function timeOf(codec: Codec, document: Document, edits: readonly Edit[]): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    codec.edit(document, edits);
    return performance.now() - start;
  });
  return Math.min(...times);
}

const wanted = process.argv.slice(2);
for (const codec of Object.values(formats)) {
  if (wanted.length > 0 && !wanted.includes(codec.name)) continue;
  const [small, large] = await Promise.all(SIZES.map((size) => fileOf(codec, size)));
  if (small === undefined || large === undefined) continue;
  for (const [what, editsOf] of Object.entries({ scattered, everySecond })) {
    if (editsOf(small).length === 0) continue;
    const [less, more] = [small, large].map((one) => timeOf(codec, one, editsOf(one)));
    const ratio = (more ?? 0) / (less ?? 1);
    const line = `${codec.name.padEnd(12)}${what.padEnd(14)}${ratio.toFixed(1).padStart(6)}${String(MOST).padStart(6)}`;
    console.log(ratio > MOST ? `${line}  over` : line);
  }
}
