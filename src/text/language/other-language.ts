import { frequentWords } from './words.js';

/** Scripts of languages that are not written in Latin letters. */
const SCRIPTS: readonly (readonly [languages: string, letters: RegExp])[] = [
  ['ru uk bg be sr mk kk ky mn tg', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['ar fa ur ps ckb', /\p{Script=Arabic}/gu],
  ['he yi', /\p{Script=Hebrew}/gu],
  ['hi mr ne', /\p{Script=Devanagari}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu],
  ['ko', /[\p{Script=Hangul}\p{Script=Han}]/gu],
  ['zh yue', /\p{Script=Han}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['ka', /\p{Script=Georgian}/gu],
];
/** Languages that are written in more than one script. */
const SEVERAL: ReadonlySet<string> = new Set([
  'sr',
  'kk',
  'uz',
  'az',
  'ks',
  'ku',
  'bs',
  'mn',
  'tg',
]);

/** Parts of a text that are not words: placeholders, tags, addresses. */
const CODE = /<[^>]*>|\{[^{}]*\}|%[\w$.]*[a-zA-Z@]|:\w+|\$\w+|\S*[/@\\_]\S*|&\w+;/g;

/**
 * With this many frequent words of another language and none of its own, a text is in that
 * language.
 */
const TELLING = 3;
/** The same if at least half of all words are frequent ones. */
const TELLING_AMONG_FEW = 2;
/** Fewer letters of another script may be a name or a symbol. */
const FOREIGN_LETTERS = 4;

/** Service codes of a pair. */
interface Pair {
  readonly source: string;
  readonly target: string;
}

/**
 * Whether a text is certainly not in the target language: it is in another script, or has frequent
 * words of another language and none of its own. False if in doubt.
 */
export function isOtherLanguage(text: string, { source, target }: Pair): boolean {
  const sample = text.replace(CODE, ' ').toLowerCase();
  const stated = baseOf(target);
  if (SEVERAL.has(stated)) return false;
  const all = sample.match(/\p{L}/gu)?.length ?? 0;
  if (all < FOREIGN_LETTERS) return false;
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const own = lettersOf(sample, stated) ?? latin;
  const isLatin = lettersOf(sample, stated) === undefined;
  // Names stay in Latin letters in every language.
  const foreign = all - own - (isLatin ? 0 : latin);
  if (foreign >= FOREIGN_LETTERS && foreign * 2 > all) return true;
  if (!isLatin && own > 0) return false;
  return hasWordsOfAnother(sample, { stated, source: baseOf(source) });
}

function hasWordsOfAnother(
  sample: string,
  { stated, source }: { readonly stated: string; readonly source: string },
): boolean {
  const words = sample.match(/\p{L}+/gu) ?? [];
  // A repeated word counts once.
  const hits = frequentWords([...new Set(words)]);
  if (lettersOf('', stated) === undefined && hits.get(stated) !== 0) return false;
  let most = 0;
  let isSource = true;
  for (const [language, count] of hits) {
    if (count > most) {
      most = count;
      isSource = language === source;
    }
  }
  if (most >= TELLING) return true;
  // Texts full of names and terms of the source may be translations.
  return !isSource && most >= TELLING_AMONG_FEW && most * 2 >= words.length;
}

/** Number of letters in a language's own script; undefined for Latin. */
function lettersOf(sample: string, language: string): number | undefined {
  const script = SCRIPTS.find(([languages]) => languages.split(' ').includes(language));
  return script && (sample.match(script[1])?.length ?? 0);
}

function baseOf(tag: string): string {
  const base = tag.split(/[-_]/, 1)[0]?.toLowerCase() ?? '';
  return base === 'no' || base === 'nn' ? 'nb' : base;
}
