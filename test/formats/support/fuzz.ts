import { FormatError, type Codec, type ParseOptions } from '../../../src/model/index.js';
import { decodeText } from '../../../src/formats/kit/encoding.js';
import { corpusBytes } from './corpus.js';
import { damaged, randomFrom } from './damage.js';
import { LAWS, verdicts, type Law } from './fuzz-laws.js';
import { seedsOf } from './seeds.js';

/** Folders of the corpora, for formats with other folders than that of their name. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  xliff: ['xliff', 'xliff12'],
};

export interface FuzzOptions {
  /**
   * Number of damaged files to read and then edit. Refused files are tried in addition, up to the
   * same number.
   */
  readonly read: number;
  readonly seed: number;
  /** Characters of the largest file to damage. */
  readonly largest: number;
}

export interface Failure {
  readonly input: string;
  readonly reason: string;
}

export interface FuzzResult {
  /** Number of damaged files tried. */
  readonly tried: number;
  readonly read: number;
  readonly refused: number;
  /** For each law, number of files that it could be tried on. */
  readonly kept: Readonly<Record<Law, number>>;
  /** Inputs that threw something other than a FormatError or broke a law. */
  readonly failures: readonly Failure[];
  /** Milliseconds of the slowest input. */
  readonly slowest: number;
}

/**
 * Parses damaged files. Each must be refused with a FormatError, or be read and written back
 * unchanged, and its edits must keep the laws.
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

/** Bilingual and multilingual files are read alternately as source and as target. */
function optionsOf(codec: Codec, input: string, turn: number): ParseOptions {
  const { bilingual, multilingual } = codec.capabilities;
  if (!bilingual && multilingual !== true) return rootKeyOf(input);
  if (turn % 2 === 0) return {};
  const locale = ['de', 'fr', 'es', 'ja', 'pt-BR'].find((one) => input.includes(one)) ?? 'de';
  return { role: 'target', locale, source: codec.parse(input, { role: 'source' }) };
}

/** In Rails, a file's language is the root key. */
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
