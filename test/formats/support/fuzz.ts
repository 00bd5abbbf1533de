import { FormatError, type Codec } from '../../../src/model/index.js';
import { decodeText } from '../../../src/formats/kit/encoding.js';
import { seedsOf } from './seeds.js';
import { corpusBytes } from './corpus.js';
import { brokenLaw } from './fuzz-laws.js';

/** Folders of the corpora, where a format has not just that of its name. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  xliff: ['xliff', 'xliff12'],
};

const PIECES = [
  ...['"', "'", '{', '}', '[', ']', ':', ',', '\\', '\\u', '\\ud800', '//', '/*', '*/', '#'],
  ...['\n', '\r', '\r\n', '\t', '  ', '\0', '\ufeff', '\u2028', '\ud800', '- ', '? ', '| ', '>-'],
  ...['&a ', '*a', '<<: ', '!!x ', '---\n', '...\n', '%YAML', '<', '>', '</', '&', ']]>', '<!--'],
  ...[
    '<!DOCTYPE x [<!ENTITY e "e">]>',
    '&e;',
    '<![CDATA[',
    '-->',
    '00:00:01,000 --> 00:00:02,000\n',
  ],
  ...[
    '__proto__',
    'constructor',
    '"__proto__": ',
    '__proto__: ',
    '<<<<<<< HEAD\n',
    '1e999',
    '-',
    'é',
  ],
];

/** Whole numbers below a bound, always the same for one seed (mulberry32). */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
}

export interface FuzzOptions {
  readonly runs: number;
  readonly seed: number;
  /** Characters of the largest file that is damaged. */
  readonly largest: number;
  /** Inputs to edit, at most. */
  readonly edited: number;
}

export interface FuzzResult {
  readonly runs: number;
  readonly parsed: number;
  readonly refused: number;
  /** Inputs that were read and edited too. */
  readonly edited: number;
  /** Inputs on which something else than a FormatError came out, with what it was. */
  readonly failures: readonly { readonly input: string; readonly reason: string }[];
  /** Inputs that were read, and whose edits keep no law, with which. */
  readonly broken: FuzzResult['failures'];
  /** Slowest input, in milliseconds. */
  readonly slowest: number;
}

/**
 * Parses mutated files: each must be read, and written back unchanged, or be refused by a
 * FormatError. Of those that are read, as many as `edited` are edited as well.
 */
export async function fuzz(
  codec: Codec,
  { runs, seed, largest, edited: most }: FuzzOptions,
): Promise<FuzzResult> {
  const random = randomFrom(seed);
  // Draws of its own, so that the inputs are the same however many are edited.
  const randomEdit = randomFrom(seed + 1);
  const files = (await textsOf(codec)).filter((text) => text.length <= largest);
  const before = Object.getOwnPropertyNames(Object.prototype).join();
  const failures: { input: string; reason: string }[] = [];
  const broken: { input: string; reason: string }[] = [];
  let parsed = 0;
  let edited = 0;
  let slowest = 0;
  for (let run = 0; run < runs; run += 1) {
    const input = mutate(files, random);
    const start = performance.now();
    try {
      const document = codec.parse(input);
      if (codec.edit(document, []) !== input) failures.push({ input, reason: 'bytes changed' });
      for (const unit of document.units)
        if (typeof unit.text !== 'string') failures.push({ input, reason: 'a unit without text' });
      parsed += 1;
      if (edited < most) {
        edited += 1;
        const reason = brokenLaw(codec, document, randomEdit);
        if (reason !== undefined) broken.push({ input, reason });
      }
    } catch (error) {
      if (!(error instanceof FormatError) || error.line < 1 || error.column < 1)
        failures.push({ input, reason: String((error as Error).stack ?? error) });
    }
    slowest = Math.max(slowest, performance.now() - start);
    if (Object.getOwnPropertyNames(Object.prototype).join() !== before)
      failures.push({ input, reason: 'the prototype of objects changed' });
  }
  return {
    runs,
    parsed,
    refused: runs - parsed - failures.length,
    edited,
    failures,
    broken,
    slowest,
  };
}

async function textsOf(codec: Codec): Promise<string[]> {
  const texts = [...(await seedsOf(codec.name))];
  const folders = FOLDERS[codec.name] ?? [codec.name];
  for (const { name, bytes } of folders.flatMap(corpusBytes)) {
    try {
      texts.push(decodeText(bytes, name, codec.capabilities));
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }
  return texts;
}

/** One to four cuts, doublings, insertions, swaps and splices with another file. */
function mutate(files: readonly string[], random: (below: number) => number): string {
  let text = files[random(files.length)] ?? '';
  for (let step = random(4); step >= 0; step -= 1) {
    const at = random(text.length + 1);
    const end = Math.min(text.length, at + random(40));
    const piece = PIECES[random(PIECES.length)] ?? '';
    const other = files[random(files.length)] ?? '';
    const from = random(other.length + 1);
    const choices = [
      () => text.slice(0, at) + text.slice(end),
      () => text.slice(0, at),
      () => text.slice(0, end) + text.slice(at),
      () => text.slice(0, at) + piece + text.slice(at),
      () => text.slice(0, at) + piece + text.slice(end),
      () => text.slice(0, at) + String.fromCharCode(random(0x3000)) + text.slice(at + 1),
      () => text.slice(0, at) + other.slice(from, from + 200) + text.slice(end),
      () => text.slice(0, at) + piece.repeat(random(50)) + text.slice(at),
    ];
    text = choices[random(choices.length)]?.() ?? text;
  }
  return text;
}
