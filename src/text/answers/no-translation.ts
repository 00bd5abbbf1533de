import type { AnswerFinding } from './types.js';

const QUOTE = /^(?:["'`“”„‟«»‹›‘’‚「」『』《》]|&(?:quot|apos|#0*3[49]|[lr]aquo|[lrb]dquo);)/u;
const QUOTE_AT_END =
  /(?:["'`“”„‟«»‹›‘’‚「」『』《》]|&(?:quot|apos|#0*3[49]|[lr]aquo|[lr]dquo);)$/u;
/** A quotation mark beside which another one ends or begins: `"A" or "B"`. */
const QUOTE_INSIDE = /["`“”„‟«»「」『』《》]|&(?:quot|[lr]aquo|[lrb]dquo);/u;

const WORD = String.raw`(?<![\p{L}\p{M}])`;
const LEAD = [
  String.raw`(?:sure|certainly|of course|absolutely|okay|ok)[!,.]\s+(?:here|i |the translat)`,
  String.raw`(?:[^:：\n]{0,40}${WORD})?(?:translat(?:ion|ed)|übersetz\p{L}*|traduc\p{L}*|tradu[zç]\p{L}*|vertaling|vertaald\p{L}*|tłumaczeni\p{L}*|översättning|oversættelse|oversettelse|překlad|переклад|перевод|çeviri|ترجمة|翻[译譯訳]|译文|譯文|번역)[^:：\n]{0,40}[:：]\s*\S`,
  String.raw`(?:here(?:'|’)?s|here (?:is|are|you go)|voici|hier (?:ist|is)|aquí (?:está|tiene)|ecco|aqui está|oto|вот|以下は|以下是)[^:：\n]{0,60}[:：]\s*\S`,
  String.raw`(?:output|result|answer|antwort|ausgabe)[:：]\s*\S`,
].join('|');
const PREAMBLE = new RegExp(`^\\s*[*_#>]*(?:${LEAD})`, 'iu');
/** What a source says that is itself about a translation, or introduces something. */
const COLON = /[:：]/;

const REFUSAL = new RegExp(
  [
    String.raw`${WORD}i(?:(?:'|’)m| am) (?:sorry|unable to|not able to)|i (?:can(?:'|’)t|cannot|can not|won(?:'|’)t) (?:help|assist|translate|fulfil|comply|provide|process)|as an? (?:ai|(?:large )?language model)`,
    String.raw`please provide (?:me with )?(?:the|a|more) (?:text|context|sentence)`,
    String.raw`(?:es )?tut mir (?:sehr )?leid|ich kann (?:[^.]{0,30} )?nicht (?:helfen|übersetzen)|als (?:ki|sprachmodell)${WORD}`,
    String.raw`je suis (?:vraiment )?désolé|je ne peux pas (?:vous )?(?:aider|traduire)|en tant qu(?:'|’)ia`,
    String.raw`lo siento|no puedo (?:ayudar|traducir)|mi dispiace|non posso (?:aiutar|tradur)`,
    String.raw`(?:desculpe|lamento|sinto muito),? (?:mas )?não posso|het spijt me|przykro mi|nie mogę (?:pomóc|przetłumaczyć)`,
    String.raw`(?:извините|к сожалению|прошу прощения),? (?:но )?я не могу|申し訳(?:ありません|ございません)が|翻訳できません|(?:抱歉|对不起|對不起)[,，]?\s*我|我无法|我無法|죄송(?:하지만|합니다)`,
  ].join('|'),
  'iu',
);
/** A source that says such a thing itself, in any of these languages. */
const APOLOGY =
  /sorry|apolog|unfortunate|regret|unable|not able|can(?:'|’)?t\b|cannot|can not|could(?: not|n(?:'|’)t)|oops|oh no|not possible|\bai\b|language model|provide|\bleid\b|entschuld|désolé|excus|siento|dispiace|scus|descul|lamento|spijt|przykro|przeprasz|извин|сожал|прощен|申し訳|すみません|ごめん|抱歉|对不起|對不起|죄송|미안/iu;

/**
 * An answer that is more or something else than a translation: in quotation marks, a fence or JSON
 * that the source has not, behind an introduction, or a refusal. A source that has these itself,
 * or says such a thing, is never suspected.
 */
export function noTranslation(source: string, answer: string): AnswerFinding | undefined {
  const [own, text] = [source.trim(), answer.trim()];
  const what =
    (isWrapped(own, text) && 'is in quotation marks that the source does not have') ||
    (/^(?:`{3}|~{3})/.test(text) && !/`{3}|~{3}/.test(own) && 'is a block of code') ||
    (/^[[{]\s*["“]/.test(text) && !/^[[{]/.test(own) && 'is JSON') ||
    (PREAMBLE.test(text) && !COLON.test(own) && 'has words before the translation') ||
    (REFUSAL.test(text) && !REFUSAL.test(own) && !APOLOGY.test(own) && 'looks like a refusal');
  return what === false
    ? undefined
    : { code: 'no-translation', message: `the answer ${what}`, mild: true };
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
    return { code: 'no-translation', message, mild: true };
  }
}
