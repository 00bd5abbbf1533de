import type { AnswerFinding } from './types.js';

const QUOTE = /^(?:["'`“”„‟«»‹›‘’‚「」『』《》]|&(?:quot|apos|#0*3[49]|[lr]aquo|[lrb]dquo);)/u;
const QUOTE_AT_END =
  /(?:["'`“”„‟«»‹›‘’‚「」『』《》]|&(?:quot|apos|#0*3[49]|[lr]aquo|[lr]dquo);)$/u;
/** A quotation mark beside which another one ends or begins: `"A" or "B"`. */
const QUOTE_INSIDE = /["`“”„‟«»「」『』《》]|&(?:quot|[lr]aquo|[lrb]dquo);/u;

const WORD = String.raw`(?<![\p{L}\p{M}])`;
const TRANSLATION = String.raw`${WORD}(?:translat(?:ion|ed)|übersetz\p{L}*|traduc\p{L}*|tradu[zç]\p{L}*|vertaling|vertaald\p{L}*|tłumaczeni\p{L}*|översättning|oversættelse|oversettelse|překlad|переклад|перевод|çeviri|ترجمة)|翻[译譯訳]|译文|譯文|번역`;
const PREAMBLE = new RegExp(
  String.raw`^\s*[*_#>]*(?:${[
    String.raw`(?:sure|certainly|of course|absolutely|okay|ok)[!,.]\s+(?:here|i |the translat)`,
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
    String.raw`${WORD}i(?:(?:'|’)m| am) (?:(?:very |so )?sorry,? (?:but )?i|unable to|not able to)|${WORD}i (?:can(?:'|’)t|cannot|can not|won(?:'|’)t) (?:help|assist|translate|fulfil|comply|provide|process)|as an? (?:ai|(?:large )?language model)`,
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
  if (PREAMBLE.test(text) && !INTRODUCTION.test(own)) {
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
