/**
 * The codecs' speed and memory as ratios to known parsers in the same run: `npx tsx bench/formats.ts`.
 * Speed is measured on the corpora (without them on a generated file of each format), single edits and
 * memory on generated files of about 5 MB. Memory is what the heap keeps for a parsed document while it is
 * held, the file's text included, by the bytes of the file.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SaxesParser } from 'saxes';
import { parseDocument } from 'yaml';
import { formats } from '../src/formats/index.js';
import type { Codec, FormatName } from '../src/model/index.js';
import { corpusFiles } from '../test/formats/support/corpus.js';

/** Milliseconds spent on one comparison, and the fewest and most rounds that it takes. */
const BUDGET = 6000;
const ROUNDS = { least: 3, most: 25 };

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

interface Row {
  readonly what: string;
  readonly unit: string;
  readonly ratio: number;
  readonly target: number;
}

/** Best of several rounds, in milliseconds; both sides in turn, so that a busy machine slows both. */
function compare(ours: () => unknown, theirs: () => unknown): { ours: number; theirs: number } {
  const best = { ours: Infinity, theirs: Infinity };
  const start = performance.now();
  for (let round = 0; round < ROUNDS.most; round += 1) {
    if (round >= ROUNDS.least && performance.now() - start > BUDGET) break;
    best.theirs = Math.min(best.theirs, timed(theirs));
    best.ours = Math.min(best.ours, timed(ours));
  }
  return best;
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
const LARGE: Readonly<Record<FormatName, () => string>> = {
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
  Object.values(formats).map((codec) => [
    codec.name,
    corpusFiles(codec).files.map(({ text }) => text),
  ]),
);
function textsOf(codec: Codec): readonly string[] {
  const texts = corpus.get(codec.name) ?? [];
  return texts.length > 0 ? texts : [largeOf(codec)];
}
const each = (texts: readonly string[], run: (text: string) => unknown) => () => {
  for (const text of texts) run(text);
};
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

function parsing(): Row[] {
  const { json, yaml, xliff, srt } = formats;
  const strict = textsOf(json).filter(isJson);
  const plain = compare(
    each(strict, (text) => json.parse(text)),
    each(strict, JSON.parse),
  );
  const documents = compare(
    each(textsOf(yaml), (text) => yaml.parse(text)),
    each(textsOf(yaml), (text) => parseDocument(text)),
  );
  const tags = compare(
    each(textsOf(xliff), (text) => xliff.parse(text)),
    each(textsOf(xliff), saxes),
  );
  const cues = compare(
    each(textsOf(srt), (text) => srt.parse(text)),
    each(strict, JSON.parse),
  );
  const perByte = cues.ours / bytesOf(textsOf(srt)) / (cues.theirs / bytesOf(strict));
  return [
    { what: 'json: parse', unit: 'JSON.parse', ratio: plain.ours / plain.theirs, target: 8 },
    {
      what: 'yaml: parse',
      unit: 'parseDocument',
      ratio: documents.ours / documents.theirs,
      target: 1.3,
    },
    { what: 'xliff: parse', unit: 'bare saxes', ratio: tags.ours / tags.theirs, target: 2 },
    { what: 'srt: parse', unit: 'JSON.parse, by byte', ratio: perByte, target: 3 },
  ];
}

function editing(codec: Codec): Row {
  const text = largeOf(codec);
  let document = codec.parse(text);
  const { key = [] } = document.units[document.units.length >> 1] ?? {};
  const { ours, theirs } = compare(
    () => codec.edit(document, [{ op: 'set', key, text: 'changed' }]),
    () => (document = codec.parse(text)),
  );
  return { what: `${codec.name}: one edit`, unit: 'its parse', ratio: ours / theirs, target: 1.2 };
}

function memory(codec: Codec): Row {
  large.set(codec.name, '');
  collect();
  const before = kept();
  const document = codec.parse(LARGE[codec.name]());
  collect();
  const ratio = (kept() - before) / Buffer.byteLength(document.text);
  return { what: `${codec.name}: memory`, unit: 'file size', ratio, target: 12 };
}

function kept(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const codecs = Object.values(formats);
const rows = [...parsing(), ...codecs.map(editing), ...codecs.map(memory)];
console.log(
  `${'what'.padEnd(18)}${'measured by'.padEnd(22)}${'ratio'.padStart(7)}${'at most'.padStart(9)}`,
);
for (const { what, unit, ratio, target } of rows)
  console.log(
    `${what.padEnd(18)}${unit.padEnd(22)}${ratio.toFixed(2).padStart(7)}${String(target).padStart(9)}${ratio > target ? '  over' : ''}`,
  );
