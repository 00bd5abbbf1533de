/**
 * Speed and memory of the codecs, as ratios to known parsers in the same run. Run it with
 * `npx tsx bench/formats.ts`, or name the formats to measure: `npx tsx bench/formats.ts xliff`.
 *
 * Parsing is measured on the corpora, or on a generated file of each format where there are none.
 * Single edits and memory are measured on generated files of about 5 MB. Memory is the heap that a
 * parsed document holds, its text included, divided by the size of the file. The codecs are bundled
 * first, as in the package.
 */
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { SaxesParser } from 'saxes';
import { parseDocument } from 'yaml';
import { formats as sources } from '../src/formats/index.js';
import type { Codec } from '../src/model/index.js';
import { corpusFiles } from '../test/formats/support/corpus.js';

/** Milliseconds spent on one comparison, and the fewest and most rounds that it takes. */
const BUDGET = 6000;
const ROUNDS = { least: 3, most: 60 };

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const root = join(import.meta.dirname, '..');
const bundle = join(root, 'node_modules/.cache/locale-sync/formats.mjs');
await build({
  absWorkingDir: root,
  entryPoints: ['src/formats/index.ts'],
  outfile: bundle,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
});
const { formats } = (await import(bundle)) as { formats: typeof sources };

interface Row {
  readonly what: string;
  readonly unit: string;
  readonly ratio: number;
  readonly target: number;
}

/** What is run, once for each of the texts. */
interface Side {
  readonly texts: readonly string[];
  readonly run: (text: string) => unknown;
}

/**
 * Milliseconds for all texts, each at its best of several rounds: on a busy machine a short stretch
 * is left in peace now and then, a long one never. Both sides in turn.
 */
function compare(ours: Side, theirs: Side): { ours: number; theirs: number } {
  const best = [ours, theirs].map(({ texts }) => texts.map(() => Infinity));
  const start = performance.now();
  for (let round = 0; round < ROUNDS.most; round += 1) {
    if (round >= ROUNDS.least && performance.now() - start > BUDGET) break;
    for (const [side, { texts, run }] of [ours, theirs].entries()) {
      const times = best[side] ?? [];
      for (const [i, text] of texts.entries())
        times[i] = Math.min(
          times[i] ?? Infinity,
          timed(() => run(text)),
        );
    }
  }
  const [a = 0, b = 0] = best.map((times) => times.reduce((sum, time) => sum + time, 0));
  return { ours: a, theirs: b };
}

function timed(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

const phrase = (i: number): string => `Text number ${i} with "quotes" and some more words`;
const lines = (count: number, line: (i: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => line(i));

/** A file of about 5 MB of each format. */
const LARGE: Readonly<Record<string, () => string>> = {
  json: () =>
    `{\n${lines(68_000, (i) => `  "group.key${i}": ${JSON.stringify(phrase(i))}`).join(',\n')}\n}\n`,
  yaml: () =>
    `en:\n${lines(82_000, (i) => `  key${i}: ${phrase(i).replaceAll('"', '')}\n`).join('')}`,
  xliff: () =>
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de"><file id="f">\n${lines(
      28_000,
      (i) =>
        `<unit id="u${i}"><segment><source>${phrase(i)}</source><target>${phrase(i)}</target></segment></unit>\n`,
    ).join('')}</file></xliff>\n`,
  srt: () =>
    lines(58_000, (i) => {
      const time = new Date(i * 1000).toISOString().slice(11, 23).replace('.', ',');
      return `${i + 1}\n${time} --> ${time}\n${phrase(i)}.\n`;
    }).join('\n'),
};

/** All that saxes does by itself: no events asked for, names and attributes checked. */
function saxes(text: string): void {
  new SaxesParser().write(text.replace(/^\ufeff/, '')).close();
}

const large = new Map(Object.entries(LARGE).map(([name, make]) => [name, make()]));
const largeOf = ({ name }: Codec): string => large.get(name) ?? '';
const corpus = new Map(
  Object.values(sources).map((codec) => [
    codec.name,
    corpusFiles(codec).files.map(({ text }) => text),
  ]),
);
function textsOf(codec: Codec): readonly string[] {
  const texts = corpus.get(codec.name) ?? [];
  return texts.length > 0 ? texts : [largeOf(codec)];
}
const bytesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const strict: Side = { texts: textsOf(formats.json).filter(isJson), run: JSON.parse };

function side(codec: Codec): Side {
  return { texts: textsOf(codec), run: (text) => codec.parse(text) };
}

/** How long a codec's `parse` takes, by a parser that does less. */
const PARSING: Readonly<Record<string, () => Row>> = {
  json: () => {
    const times = compare({ ...side(formats.json), texts: strict.texts }, strict);
    return { what: 'json: parse', unit: 'JSON.parse', ratio: times.ours / times.theirs, target: 8 };
  },
  yaml: () =>
    parsing(formats.yaml, {
      unit: 'parseDocument',
      run: (text) => parseDocument(text),
      target: 1.3,
    }),
  xliff: () => parsing(formats.xliff, { unit: 'bare saxes', run: saxes, target: 2 }),
  srt: () => {
    const times = compare(side(formats.srt), strict);
    const ours = times.ours / bytesOf(textsOf(formats.srt));
    const ratio = ours / (times.theirs / bytesOf(strict.texts));
    return { what: 'srt: parse', unit: 'JSON.parse, by byte', ratio, target: 3 };
  },
};

function parsing(
  codec: Codec,
  { unit, run, target }: Pick<Row, 'unit' | 'target'> & Pick<Side, 'run'>,
): Row {
  const { ours, theirs } = compare(side(codec), { texts: textsOf(codec), run });
  return { what: `${codec.name}: parse`, unit, ratio: ours / theirs, target };
}

function editing(codec: Codec): Row {
  const text = largeOf(codec);
  let document = codec.parse(text);
  const { key = [] } = document.units[document.units.length >> 1] ?? {};
  const texts = [text];
  const { ours, theirs } = compare(
    { texts, run: () => codec.edit(document, [{ op: 'set', key, text: 'changed' }]) },
    { texts, run: () => (document = codec.parse(text)) },
  );
  return { what: `${codec.name}: one edit`, unit: 'its parse', ratio: ours / theirs, target: 1.2 };
}

function memory(codec: Codec): Row {
  large.set(codec.name, '');
  collect();
  const before = kept();
  const document = codec.parse(largeOf(codec));
  collect();
  const ratio = (kept() - before) / Buffer.byteLength(document.text);
  return { what: `${codec.name}: memory`, unit: 'file size', ratio, target: 12 };
}

function kept(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const wanted = process.argv.slice(2);
const codecs = Object.values(formats).filter(
  ({ name }) => name in LARGE && (wanted.length === 0 || wanted.includes(name)),
);
const rows = [
  ...codecs.flatMap(({ name }) => PARSING[name]?.() ?? []),
  ...codecs.map(editing),
  ...codecs.map(memory),
];
console.log(
  `${'what'.padEnd(18)}${'measured by'.padEnd(22)}${'ratio'.padStart(7)}${'at most'.padStart(9)}`,
);
for (const { what, unit, ratio, target } of rows)
  console.log(
    `${what.padEnd(18)}${unit.padEnd(22)}${ratio.toFixed(2).padStart(7)}${String(target).padStart(9)}${ratio > target ? '  over' : ''}`,
  );
