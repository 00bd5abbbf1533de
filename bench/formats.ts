/**
 * The codecs' speed and memory as ratios to known parsers in the same run: `npx tsx --expose-gc bench/formats.ts`.
 * Without the corpora a generated file of each format is measured alone.
 */
import { SaxesParser } from 'saxes';
import { parseDocument } from 'yaml';
import { formats } from '../src/formats/index.js';
import type { Codec, Document } from '../src/model/index.js';
import { corpusFiles } from '../test/formats/support/corpus.js';

const ROUNDS = 9;

/** Best of several rounds, in milliseconds; both sides in turn, so that a busy machine slows both. */
function compare(ours: () => unknown, theirs: () => unknown): { ours: number; theirs: number } {
  const best = { ours: Infinity, theirs: Infinity };
  for (let round = 0; round < ROUNDS; round += 1) {
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

function report(name: string, ratio: number, limit: number): void {
  const mark = ratio <= limit ? 'ok  ' : 'OVER';
  console.log(`${mark} ${name.padEnd(46)} ${ratio.toFixed(2).padStart(6)}  (at most ${limit})`);
}

const items = Array.from(
  { length: 60_000 },
  (_, i) => `Text number ${i} with "quotes" and some more words`,
);
const large: Record<string, string> = {
  json: JSON.stringify(
    Object.fromEntries(items.map((text, i) => [`group.key${i}`, text])),
    null,
    2,
  ),
  yaml: `en:\n${items.map((text, i) => `  key${i}: ${text.replaceAll('"', '')}`).join('\n')}\n`,
  xliff: `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de"><file id="f">\n${items
    .map(
      (text, i) =>
        `<unit id="u${i}"><segment><source>${text}</source><target>${text}</target></segment></unit>`,
    )
    .join('\n')}\n</file></xliff>\n`,
  srt: items
    .map((text, i) => {
      const time = new Date(i * 1000).toISOString().slice(11, 23).replace('.', ',');
      return `${i + 1}\n${time} --> ${time}\n${text}.\n`;
    })
    .join('\n'),
};

function saxes(text: string): void {
  const parser = new SaxesParser();
  parser.write(text.replace(/^\ufeff/, '')).close();
}

const corpus = new Map(
  Object.values(formats).map((codec): [string, string[]] => {
    const { files } = corpusFiles(codec);
    return [codec.name, files.map(({ text }) => text)];
  }),
);
const textsOf = (codec: Codec): string[] => {
  const texts = corpus.get(codec.name) ?? [];
  return texts.length > 0 ? texts : [large[codec.name] ?? ''];
};
const each = (texts: readonly string[], run: (text: string) => unknown) => () => {
  for (const text of texts) run(text);
};
const bytesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

const strict = textsOf(formats.json).filter((text) => {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
});
const plain = compare(
  each(strict, (text) => formats.json.parse(text)),
  each(strict, (text) => JSON.parse(text) as unknown),
);
report('JSON: parse / JSON.parse', plain.ours / plain.theirs, 8);

const documents = compare(
  each(textsOf(formats.yaml), (text) => formats.yaml.parse(text)),
  each(textsOf(formats.yaml), (text) => parseDocument(text)),
);
report('YAML: parse / parseDocument', documents.ours / documents.theirs, 1.3);

const events = compare(
  each(textsOf(formats.xliff), (text) => formats.xliff.parse(text)),
  each(textsOf(formats.xliff), saxes),
);
report('XLIFF: parse / saxes', events.ours / events.theirs, 2);

const subtitles = textsOf(formats.srt);
const perByte = plain.theirs / bytesOf(strict);
const cues = compare(
  each(subtitles, (text) => formats.srt.parse(text)),
  () => undefined,
);
report('SRT: parse / JSON.parse, per byte', cues.ours / bytesOf(subtitles) / perByte, 3);

for (const codec of Object.values(formats)) {
  const text = large[codec.name] ?? '';
  const size = (bytesOf([text]) / 1e6).toFixed(1);
  let document: Document = codec.parse(text);
  const { key } = document.units[document.units.length >> 1]!;
  const one = compare(
    () => codec.edit(document, [{ op: 'set', key, text: 'changed' }]),
    () => (document = codec.parse(text)),
  );
  report(`${codec.name}: one edit / parse, ${size} MB`, one.ours / one.theirs, 1.2);
  const all = document.units.map((unit) => ({
    op: 'set' as const,
    key: unit.key,
    text: `${unit.text}.`,
  }));
  console.log(
    `     ${codec.name}: all ${all.length} values set: ${timed(() => codec.edit(document, all)).toFixed(0)} ms`,
  );
}

const collect = globalThis.gc;
if (collect === undefined) console.log('Memory needs --expose-gc.');
else
  for (const codec of Object.values(formats)) {
    const text = large[codec.name] ?? '';
    collect();
    const before = process.memoryUsage();
    const kept = codec.parse(text);
    collect();
    const after = process.memoryUsage();
    const used = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
    report(`${codec.name}: memory kept / file size`, used / bytesOf([text]), 12);
    if (kept.units.length === 0) throw new Error('no units');
  }
