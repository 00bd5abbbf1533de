/**
 * Speed and memory of the codecs, as ratios to known parsers in the same run. Run with
 * `npx tsx bench/formats.ts`, optionally with the names of formats:
 * `npx tsx bench/formats.ts xliff`.
 *
 * Parsing is measured on the corpus files that the other parser also reads. Formats without a
 * corpus are measured on small or generated files. The other parser is the fastest one on npm that
 * returns plain values or, without one, JSON.parse on a file of equal size. Single edits and memory
 * are measured on generated files of about 5 MB. Memory is the heap size of a parsed document,
 * including its text, divided by the file size. The codecs are bundled first, as in the package.
 */
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { FluentResource } from '@fluent/bundle';
import { build } from 'esbuild';
import { po } from 'gettext-parser';
import { load as loadYaml } from 'js-yaml';
import { parse as parseModule } from '@babel/parser';
import JSON5 from 'json5';
import { fromMarkdown } from 'mdast-util-from-markdown';
import papaparse from 'papaparse';
import { Engine } from 'php-parser';
import { getProperties } from 'properties-file';
import { SaxesParser } from 'saxes';
import { parse as parseToml } from 'smol-toml';
import type { KnownFormat } from '../src/formats/endings.js';
import { formats as sources } from '../src/formats/public.js';
import type { Codec } from '../src/model/index.js';
import { corpusFiles } from '../test/formats/support/corpus.js';
import { seedsOf } from '../test/formats/support/seeds.js';

/** Milliseconds spent on one comparison, and the fewest and most rounds. */
const BUDGET = 6000;
const ROUNDS = { least: 3, most: 60 };

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const root = join(import.meta.dirname, '..');
const bundle = join(root, 'node_modules/.cache/locale-sync/formats.mjs');
await build({
  absWorkingDir: root,
  entryPoints: ['src/formats/public.ts'],
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

/** The measured function, called once for each text. */
interface Side {
  readonly texts: readonly string[];
  readonly run: (text: string) => unknown;
}

/**
 * Milliseconds for all texts, each its best of several rounds: even a busy machine leaves a short
 * task undisturbed now and then, but not a long one. The two sides alternate.
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

/** A file of about 5 MB for each format. */
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

/** The least that saxes does: no events, but names and attributes are checked. */
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
/** For formats without real files here. */
const seeds = new Map(
  await Promise.all(Object.keys(sources).map(async (name) => [name, await seedsOf(name)] as const)),
);

function textsOf(codec: Codec): readonly string[] {
  const texts = corpus.get(codec.name) ?? [];
  if (texts.length > 0) return texts;
  return large.has(codec.name) ? [largeOf(codec)] : (seeds.get(codec.name) ?? []);
}
const bytesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

function isRead(text: string, run: Side['run']): boolean {
  try {
    run(text);
    return true;
  } catch {
    return false;
  }
}

interface Plain {
  readonly unit: string;
  readonly run: Side['run'];
  readonly target: number;
}

const JSON_PARSE: Plain = { unit: 'JSON.parse', run: JSON.parse, target: 5 };
const SAXES: Plain = { unit: 'bare saxes', run: saxes, target: 5 };
const BY_BYTE: Plain = { unit: 'JSON.parse, by byte', run: JSON.parse, target: 5 };
const php = new Engine({ parser: { suppressErrors: false } });

/** A parser that does less, by format. Default: that of JSON, by byte. */
const PARSERS: Readonly<Partial<Record<KnownFormat, Plain>>> = {
  json: JSON_PARSE,
  arb: JSON_PARSE,
  yaml: { unit: 'js-yaml', run: (text) => loadYaml(text), target: 5 },
  xliff: SAXES,
  srt: { ...BY_BYTE, target: 3 },
  properties: { unit: 'properties-file', run: getProperties, target: 5 },
  csv: { unit: 'papaparse', run: (text) => papaparse.parse(text), target: 5 },
  php: { unit: 'php-parser', run: (text) => php.parseCode(text, 'f'), target: 5 },
  android: SAXES,
  xcstrings: JSON_PARSE,
  po: { unit: 'gettext-parser', run: (text) => po.parse(text), target: 5 },
  stringsdict: SAXES,
  resx: SAXES,
  qt: SAXES,
  toml: { unit: 'smol-toml', run: (text) => parseToml(text), target: 5 },
  markdown: { unit: 'from-markdown', run: (text) => fromMarkdown(text), target: 5 },
  javascript: {
    unit: '@babel/parser',
    run: (text) => parseModule(text, { sourceType: 'module', plugins: ['typescript'] }),
    target: 3,
  },
  vue: JSON_PARSE,
  json5: { unit: 'json5', run: (text) => JSON5.parse(text), target: 5 },
  fluent: { unit: '@fluent/bundle', run: (text) => new FluentResource(text), target: 5 },
};

function parsing(codec: Codec): Row {
  const { unit, run, target } = PARSERS[codec.name as KnownFormat] ?? BY_BYTE;
  const bare = (text: string): unknown => run(text.replace(/^\ufeff/, ''));
  const what = `${codec.name}: parse`;
  const parse = (text: string): unknown => codec.parse(text);
  if (unit === BY_BYTE.unit) {
    const texts = textsOf(formats.json).filter((text) => isRead(text, run));
    const times = compare({ texts: textsOf(codec), run: parse }, { texts, run });
    const ours = times.ours / bytesOf(textsOf(codec));
    return { what, unit, ratio: ours / (times.theirs / bytesOf(texts)), target };
  }
  const texts = textsOf(codec).filter((text) => isRead(text, bare) && isRead(text, parse));
  const times = compare({ texts, run: parse }, { texts, run: bare });
  return { what, unit, ratio: times.ours / times.theirs, target };
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
  return { what: `${codec.name}: one edit`, unit: 'its parse', ratio: ours / theirs, target: 3 };
}

function memory(codec: Codec): Row {
  large.set(codec.name, '');
  collect();
  const before = kept();
  const document = codec.parse(LARGE[codec.name]?.() ?? '');
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
  ({ name }) => wanted.length === 0 || wanted.includes(name),
);
const known = codecs.filter(({ name }) => name in LARGE);
const rows = [...codecs.map(parsing), ...known.map(editing), ...known.map(memory)];
console.log(
  `${'what'.padEnd(18)}${'measured by'.padEnd(22)}${'ratio'.padStart(7)}${'at most'.padStart(9)}`,
);
for (const { what, unit, ratio, target } of rows)
  console.log(
    `${what.padEnd(18)}${unit.padEnd(22)}${ratio.toFixed(2).padStart(7)}${String(target).padStart(9)}${ratio > target ? '  over' : ''}`,
  );
