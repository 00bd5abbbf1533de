import { FormatError, type Codec, type ParseOptions } from '../../../src/model/index.js';
import { decodeText } from '../../../src/formats/kit/encoding.js';
import { corpusBytes } from './corpus.js';
import { damaged, randomFrom } from './damage.js';
import { LAWS, verdicts, type Law } from './fuzz-laws.js';
import { seedsOf } from './seeds.js';

/** Folders of the corpora, where a format has not just that of its name. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  xliff: ['xliff', 'xliff12'],
};

export interface FuzzOptions {
  /** Damaged files that are read and then edited. As many more are tried as a codec refuses. */
  readonly read: number;
  readonly seed: number;
  /** Characters of the largest file that is damaged. */
  readonly largest: number;
}

export interface Failure {
  readonly input: string;
  readonly reason: string;
}

export interface FuzzResult {
  /** Damaged files that were tried. */
  readonly tried: number;
  readonly read: number;
  readonly refused: number;
  /** How many of those that were read each law could be tried on. */
  readonly kept: Readonly<Record<Law, number>>;
  /** Something else than a FormatError came out, or a law was broken. */
  readonly failures: readonly Failure[];
  /** Slowest input, in milliseconds. */
  readonly slowest: number;
}

/**
 * Parses damaged files. Each is refused by a FormatError, or it is read, written back unchanged, and
 * edits of it keep the laws.
 */
export async function fuzz(codec: Codec, options: FuzzOptions): Promise<FuzzResult> {
  const random = randomFrom(options.seed);
  const files = (await textsOf(codec)).filter((text) => text.length <= options.largest);
  const before = Object.getOwnPropertyNames(Object.prototype).join();
  const failures: Failure[] = [];
  const kept = Object.fromEntries(Object.keys(LAWS).map((law) => [law, 0])) as Record<Law, number>;
  let [tried, read, slowest] = [0, 0, 0];
  while (read < options.read) {
    const input = damaged(files, random);
    tried += 1;
    const start = performance.now();
    try {
      const options = optionsOf(codec, input, tried);
      const document = codec.parse(input, options);
      read += 1;
      if (codec.edit(document, []) !== input) failures.push({ input, reason: 'bytes changed' });
      for (const [law, verdict] of verdicts(codec, { document, options, random })) {
        if (verdict === 'kept') kept[law] += 1;
        else if (verdict !== 'untried')
          failures.push({ input, reason: `${law}: ${verdict.broken}` });
      }
    } catch (error) {
      if (!(error instanceof FormatError) || error.line < 1 || error.column < 1)
        failures.push({ input, reason: String((error as Error).stack ?? error) });
    }
    slowest = Math.max(slowest, performance.now() - start);
    if (Object.getOwnPropertyNames(Object.prototype).join() !== before)
      failures.push({ input, reason: 'the prototype of objects changed' });
  }
  return { tried, read, refused: tried - read, kept, failures, slowest };
}

/** Bilingual files, and files of all locales, are read in turn as a source and as a target. */
function optionsOf(codec: Codec, input: string, turn: number): ParseOptions {
  const { bilingual, multilingual } = codec.capabilities;
  if (!bilingual && multilingual !== true) return rootKeyOf(input);
  if (turn % 2 === 0) return {};
  const locale = ['de', 'fr', 'es', 'ja', 'pt-BR'].find((one) => input.includes(one)) ?? 'de';
  return { role: 'target', locale, source: codec.parse(input, { role: 'source' }) };
}

/** In Rails, the language of a file is the key of all that is in it. */
function rootKeyOf(input: string): ParseOptions {
  const locale = /^[^a-z]*([a-z]{2}(?:-[A-Z]{2})?)["']?\s*:\s/m.exec(input)?.[1];
  return locale === undefined ? {} : { locale };
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
