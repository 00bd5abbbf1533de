import type { ProblemCode } from '../../model/index.js';
import { languageOf } from '../plural/families.js';
import type { MessageContext } from '../types.js';

/** BCP 47 tags. */
interface LanguagePair {
  readonly source: string;
  readonly target: string;
}

/** A finding that makes an answer suspicious. It may still be written. */
interface AnswerFinding {
  readonly code: Extract<
    ProblemCode,
    | 'no-translation'
    | 'sentence-end'
    | 'line-breaks'
    | 'length-ratio'
    | 'repetition'
    | 'untranslated'
    | 'too-long'
  >;
  readonly message: string;
  readonly mild?: true;
}

const NONE: readonly AnswerFinding[] = [];

/**
 * Findings that make a machine's answer suspicious, the most significant first. Each check is
 * linear in both texts, and inspects few characters of a normal answer.
 * @param source as it was sent
 */
export function checkAnswer(
  source: string,
  answer: string,
  languages: Pick<MessageContext, 'source' | 'target' | 'inline'>,
): readonly AnswerFinding[] {
  const repeated = repetition(source, answer);
  const same = untranslated(source, answer, languages);
  const length = lengthRatio(source, answer, languages);
  // Line breaks have no meaning in XML and in subtitles.
  const lines = languages.inline === undefined ? lineBreaks(source, answer) : undefined;
  const end = sentenceEnd(source, answer, languages);
  const none = noTranslation(source, answer);
  // Fast path for nearly all answers.
  if (!(none ?? repeated ?? same ?? length ?? lines ?? end)) return NONE;
  return [none, repeated, same, length, lines, end].filter((one) => one !== undefined);
}

/** The length of shorter texts has no significance. In characters of an alphabet. */
const SHORT = 24;
const LEAST = 0.3;
const MOST = 3;

const BROAD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** An answer that is much shorter or longer than usual translations into the language. */
function lengthRatio(
  source: string,
  answer: string,
  { source: from, target }: LanguagePair,
): AnswerFinding | undefined {
  // Within this range, no pair of scripts changes the result.
  if (answer.length > source.length * 0.8 && answer.length < source.length * 1.2) return undefined;
  const was = source.length / widthOf(from);
  const width = widthOf(target);
  // Names and similar words stay in their alphabet.
  const is = answer.length / (width < 1 && !BROAD.test(answer) ? 1 : width);
  if (Math.max(was, is) < SHORT) return undefined;
  if (is < was * LEAST && was >= SHORT) return finding('short', source, answer);
  return is > Math.max(was, SHORT / 2) * MOST ? finding('long', source, answer) : undefined;
}

function finding(how: string, source: string, answer: string): AnswerFinding {
  const message = `far too ${how}: ${answer.length} characters, compared with ${source.length} in the source`;
  return { code: 'length-ratio', message };
}

/** A different number of lines in the answer than in the source. */
function lineBreaks(source: string, answer: string): AnswerFinding | undefined {
  const isOneLine = !source.includes('\n');
  if (isOneLine && !answer.includes('\n')) return undefined;
  const was = linesOf(source);
  const is = linesOf(answer);
  if (was === is) return undefined;
  const message = `${is} ${is === 1 ? 'line' : 'lines'} of text, but the source has ${was}`;
  return { code: 'line-breaks', message };
}

/** Number of lines that are not blank. */
function linesOf(text: string): number {
  return text.split('\n').filter((line) => /[^ \t\r]/.test(line)).length;
}

/** How a text ends, in any script. Closing quotes, brackets and tags do not count. */
type Ending = 'stop' | 'question' | 'exclamation' | 'word' | 'other';

const STOPS = '.。．｡।॥۔።។။։';
const QUESTIONS = '?？؟;՞፧';
const EXCLAMATIONS = '!！՜';
const CLOSERS = ' \t\n\r\u00a0\u202f"\'”’»«“„)]}）】」』》>*_`';
const WORD = /[\p{L}\p{M}\p{N}]/u;
/** Languages that also mark questions with a word, or end sentences with a space. */
const WITHOUT_ENDS = new Set(['th', 'lo', 'km', 'my', 'bo']);
const OPTIONAL_STOPS = new Set(['ja', 'zh', 'yue', 'ko']);
const ASKING = /[かのね吗嗎呢么麼][。.]?\s*$/;

/** A sentence end that was lost or added. */
function sentenceEnd(
  source: string,
  answer: string,
  { target }: LanguagePair,
): AnswerFinding | undefined {
  const was = endingOf(source);
  if (was === 'other') return undefined;
  const is = endingOf(answer);
  if (was === is || is === 'other') return undefined;
  const language = languageOf(target);
  if (WITHOUT_ENDS.has(language)) return undefined;
  if (was === 'word') return invented(is, answer, language);
  if (was === 'question') return asks(answer) ? undefined : lost('question mark');
  if (is !== 'word') return undefined;
  if (was === 'exclamation') return lost('exclamation mark');
  return OPTIONAL_STOPS.has(language) ? undefined : lost('full stop');
}

/** An added sentence end. A short word with a stop is an abbreviation. */
function invented(is: Ending, answer: string, language: string): AnswerFinding | undefined {
  if (is === 'stop' && (OPTIONAL_STOPS.has(language) || /(?:^|\s)\S{1,7}$/.test(answer)))
    return undefined;
  const message = 'the answer adds sentence-ending punctuation that the source does not have';
  return { code: 'sentence-end', message };
}

function lost(what: string): AnswerFinding {
  return { code: 'sentence-end', message: `the ${what} at the end of the source is missing` };
}

function asks(answer: string): boolean {
  for (const char of QUESTIONS) if (answer.includes(char)) return true;
  return ASKING.test(answer);
}

/** An ellipsis has no significance for the sentence: 'other'. */
function endingOf(text: string): Ending {
  const at = lastOf(text);
  const char = text[at];
  if (char === undefined) return 'other';
  if (STOPS.includes(char)) return STOPS.includes(text[at - 1] ?? ' ') ? 'other' : 'stop';
  if (QUESTIONS.includes(char)) return 'question';
  if (EXCLAMATIONS.includes(char)) return 'exclamation';
  return WORD.test(char) ? 'word' : 'other';
}

/** Index of the last character that is not a closing one. */
function lastOf(text: string): number {
  let at = text.length - 1;
  while (CLOSERS.includes(text[at] ?? 'none')) {
    const tag = text[at] === '>' ? text.lastIndexOf('<', at) : -1;
    if (tag >= 0 && text[at - 1] === '/') return at;
    at = (tag >= 0 ? tag : at) - 1;
  }
  return at;
}

/** The fewest lower-case words of a text that is not a name. */
const WORDS = 3;
const SMALL = /(?<![\p{L}\p{N}@#/._-])\p{Ll}{2,}(?![\p{L}\p{N}@/_-]|\.\p{L})/gu;

/** The source came back, although it has words to translate. */
function untranslated(
  source: string,
  answer: string,
  { source: from, target }: LanguagePair,
): AnswerFinding | undefined {
  if (answer.length !== source.length || answer !== source) return undefined;
  if (languageOf(from) === languageOf(target)) return undefined;
  if ((source.replace(/<[^>]*>/g, ' ').match(SMALL) ?? []).length < WORDS) return undefined;
  return { code: 'untranslated', message: 'the answer is the same as the source' };
}

/** So many equal words in a row occur in no language. */
const IN_A_ROW = 3;
/** A phrase repeated this often in a row is not a sentence. */
const TIMES = 3;

/** The same word again and again, or the whole text. */
function repetition(source: string, answer: string): AnswerFinding | undefined {
  if (longestRun(answer) >= IN_A_ROW && longestRun(source) < IN_A_ROW)
    return { code: 'repetition', message: 'the answer repeats a word' };
  if (answer.length < source.length * 2 || answer.length < 12) return undefined;
  if (timesOf(answer) < TIMES || timesOf(source) >= TIMES) return undefined;
  return { code: 'repetition', message: 'the answer repeats itself' };
}

/**
 * The largest number of equal words in a row. Words of one letter or digit do not count, because
 * they may be a format.
 */
function longestRun(text: string): number {
  let longest = 1;
  let run = 1;
  let before = '';
  for (const [word] of text.matchAll(/[^\0- ]+/g)) {
    run = word === before && word.length > 1 ? run + 1 : 1;
    if (run > longest && /\p{L}{2}/u.test(word)) longest = run;
    before = word;
  }
  return longest;
}

/**
 * How often the end of a text is repeated backwards: the shortest piece that makes up at least the
 * last two thirds of the text. Linear (Knuth, Morris and Pratt).
 */
function timesOf(text: string): number {
  const letters = text.trim();
  const { length } = letters;
  const borders = new Int32Array(length);
  const at = (i: number): number => letters.charCodeAt(length - 1 - i);
  let border = 0;
  let most = 1;
  for (let i = 1; i < length; i += 1) {
    while (border > 0 && at(i) !== at(border)) border = borders[border - 1] ?? 0;
    if (at(i) === at(border)) border += 1;
    borders[i] = border;
    const period = i + 1 - border;
    // The last repetition has no blank after it.
    if (period >= 4 && (i + 1) * 3 >= length * 2) most = Math.max(most, (i + 2) / period);
  }
  return most;
}

/** Length of a text relative to an alphabetic script. Default: 1. */
const WIDTHS: Readonly<Record<string, number>> = { zh: 0.4, yue: 0.4, ja: 0.55, ko: 0.6 };

function widthOf(tag: string): number {
  return WIDTHS[languageOf(tag)] ?? 1;
}

const QUOTE = /^(?:["'`“”„‟«»‹›‘’‚「」『』《》]|&(?:quot|apos|#0*3[49]|[lr]aquo|[lrb]dquo);)/u;
const QUOTE_AT_END =
  /(?:["'`“”„‟«»‹›‘’‚「」『』《》]|&(?:quot|apos|#0*3[49]|[lr]aquo|[lr]dquo);)$/u;
/** A quotation mark beside which another one ends or begins: `"A" or "B"`. */
const QUOTE_INSIDE = /["`“”„‟«»「」『』《》]|&(?:quot|[lr]aquo|[lrb]dquo);/u;

const WORD_START = String.raw`(?<![\p{L}\p{M}])`;
const TRANSLATION = String.raw`${WORD_START}(?:translat(?:ion|ed)|übersetz\p{L}*|traduc\p{L}*|tradu[zç]\p{L}*|vertaling|vertaald\p{L}*|tłumaczeni\p{L}*|översättning|oversættelse|oversettelse|překlad|переклад|перевод|çeviri|ترجمة)|翻[译譯訳]|译文|譯文|번역`;
const PREAMBLE = new RegExp(
  String.raw`^\s*[*_#>]*(?:${[
    String.raw`(?:sure|certainly|of course|absolutely|okay|ok)[!,.]\s+(?:here|the translat|i(?:(?:'|’)(?:ll|ve)| will| can| have)? (?:\w+ )?translat)`,
    String.raw`[^:：\n]{0,40}?(?:${TRANSLATION})[^:：\n]{0,40}[:：]\s*\S`,
    String.raw`(?:here(?:'|’)?s|here (?:is|are|you go)|voici|hier (?:ist|is)|aquí (?:está|tiene)|ecco|aqui está|oto|вот|以下は|以下是)[^:：\n]{0,60}[:：]\s*\S`,
    String.raw`(?:output|result|answer|antwort|ausgabe)[:：]\s*\S`,
  ].join('|')})`,
  'iu',
);
/** A source that introduces something itself, or is about such a thing. */
const INTRODUCTION = new RegExp(
  String.raw`[:：—–]| - |\b(?:here|below|following|output|results?|answers?|translat\p{L}*)\b|${TRANSLATION}`,
  'iu',
);

/** Somebody cannot do what they were asked for. A translation of an error may say sorry, too. */
const REFUSAL = new RegExp(
  [
    String.raw`${WORD_START}i(?:(?:'|’)m| am) (?:(?:very |so )?sorry,? (?:but )?i|unable to|not able to)|${WORD_START}i (?:can(?:'|’)t|cannot|can not|won(?:'|’)t) (?:help|assist|translate|fulfil|comply|provide|process)|as an? (?:ai|(?:large )?language model)`,
    String.raw`please provide (?:me with )?(?:the|a|more) (?:text|context|sentence)`,
    String.raw`tut mir (?:sehr )?leid,? (?:aber )?ich kann|ich kann (?:[^.]{0,30} )?nicht (?:helfen|übersetzen)|als (?:ki|sprachmodell)(?!\p{L})`,
    String.raw`je ne peux pas (?:vous )?(?:aider|traduire)|en tant qu(?:'|’)ia`,
    String.raw`no puedo (?:ayudar|traducir)|non posso (?:aiutar|tradur)|não posso (?:ajud|traduz)`,
    String.raw`ik kan (?:[^.]{0,30} )?niet (?:helpen|vertalen)|nie mogę (?:pomóc|przetłumaczyć)`,
    String.raw`я не могу (?:помочь|перевести)|翻訳できません|(?:翻訳|お手伝い|お答え)(?:することは|は)?できません`,
    String.raw`我(?:无法|無法|不能)(?:翻[译譯]|提供|帮|幫|协|協|回答)|번역할 수 없|도와드릴 수 없`,
  ].join('|'),
  'iu',
);
/** A source that says such a thing itself, in any of these languages. */
const APOLOGY =
  /sorry|apolog|afraid|unfortunate|regret|unable|not able|(?:can|won)(?:'|’)?t\b|cannot|can not|could(?: not|n(?:'|’)t)|oops|not possible|nothing i can|\bai\b|language model|provide|\bleid\b|kann\p{L}* .*nicht|entschuld|désolé|excus|peux pas|siento|puedo|dispiace|posso|scus|descul|lamento|spijt|kan .*niet|przykro|przeprasz|mogę|извин|сожал|прощен|не могу|できません|申し訳|すみません|ごめん|抱歉|对不起|對不起|[无無]法|不能|죄송|미안|수 없/iu;

/**
 * An answer that is more or something else than a translation. In quotation marks that the source
 * does not have, it may still be one, so the finding is mild; a block of code, JSON, an
 * introduction or a refusal is none. A source that has these itself, or says such a thing, is never
 * suspected.
 */
export function noTranslation(source: string, answer: string): AnswerFinding | undefined {
  const [own, text] = [source.trim(), answer.trim()];
  const found = (message: string): AnswerFinding => ({ code: 'no-translation', message });
  if (isWrapped(own, text)) {
    return {
      ...found('the answer is in quotation marks that the source does not have'),
      mild: true,
    };
  }
  if (/^(?:`{3}|~{3})/.test(text) && !/`{3}|~{3}/.test(own))
    return found('the answer is a block of code');
  if (/^[[{]\s*["“]/.test(text) && !/^[[{]/.test(own)) return found('the answer is JSON');
  if (PREAMBLE.test(text) && !PREAMBLE.test(own) && !INTRODUCTION.test(own)) {
    return found('the answer has words before the translation');
  }
  const refuses = REFUSAL.test(text) && !REFUSAL.test(own) && !APOLOGY.test(own);
  return refuses ? found('the answer looks like a refusal') : undefined;
}

function isWrapped(source: string, answer: string): boolean {
  const start = QUOTE.exec(answer)?.[0];
  const end = start && QUOTE_AT_END.exec(answer)?.[0];
  if (!start || !end || answer.length <= start.length + end.length) return false;
  if (QUOTE.test(source) || QUOTE_AT_END.test(source)) return false;
  return !QUOTE_INSIDE.test(answer.slice(start.length, -end.length));
}

/** Fewer different texts may have the same translation by chance. */
const ALIKE = 3;
const LONG = 15;
/** Texts of one meaning are about as long. */
const DIFFERENT = 2;

/** Answers that a service gave to texts that cannot mean the same. */
export class SameAnswers {
  /** By answer: the texts that had it, without digits and punctuation. */
  readonly #sources = new Map<string, Set<string>>();

  add(source: string, answer: string): void {
    if (answer.length < LONG) return;
    const key = answer.trim();
    const known = this.#sources.get(key) ?? new Set();
    this.#sources.set(key, known.add(source.toLowerCase().replace(/[^\p{L}]+/gu, ' ')));
  }

  find(answer: string): AnswerFinding | undefined {
    const known = this.#sources.get(answer.trim());
    if (known === undefined || known.size < ALIKE) return undefined;
    const lengths = [...known].map(({ length }) => length);
    if (Math.max(...lengths) < DIFFERENT * Math.min(...lengths)) return undefined;
    const message = `the answer is the same as those to ${known.size - 1} other texts`;
    return { code: 'no-translation', message };
  }
}
