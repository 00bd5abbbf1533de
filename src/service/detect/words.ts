/** Words and letters that are frequent in one of the languages with classic models and rare elsewhere. */
const frequent: Readonly<Record<string, string>> = {
  bg: 'и на за да се от са със това като по',
  cs: 'a je se na že v s to jsem není jako pro být ale',
  da: 'og er det en af til på for med ikke som jeg',
  de: 'der die das und ist nicht ein eine mit für von zu den auf ich wir sie sich dem im wird',
  en: 'the and is of to in that you for it with this are your have not on be from a i',
  es: 'el la los las de que y en un una es no por con para se su más está hola mundo',
  et: 'ja on ei see et ta kui oma mis ka',
  fi: 'ja on ei se että hän en olen mutta niin kuin tämä',
  fr: 'le la les des et est un une que pour dans pas avec ce vous je nous sur bonjour du au',
  hu: 'a az és hogy nem egy van ez is meg de',
  id: 'dan yang di ini itu dengan untuk tidak dari adalah',
  it: 'il lo la gli che di e è un una per non con sono del della ciao mondo',
  lt: 'ir yra kad tai su kaip bet ne iš',
  lv: 'un ir ka tas ar par no kā bet',
  nb: 'og er det en av til på for med ikke som jeg',
  nl: 'de het een en is van niet dat ik je met op voor zijn te',
  pl: 'i w nie się na jest że do to z jak o ale',
  pt: 'o a os as de que e em um uma é não por com para se do da você olá',
  ro: 'și de la în este nu un o cu care pentru că',
  ru: 'и в не на что я с он как это по но',
  sk: 'a je sa na že v s to som nie ako pre byť ale',
  sl: 'in je se na da v s to sem ni kot za pa',
  sv: 'och är det en av till på för med inte som jag att',
  tr: 've bir bu için ile değil çok ne de var',
  uk: 'і в не на що я з він як це та але',
};

const letters: Readonly<Record<string, RegExp>> = {
  cs: /[ěřů]/gu,
  da: /[øæå]/gu,
  de: /[äöüß]/gu,
  es: /[ñ¿¡]/gu,
  et: /[õäöü]/gu,
  fi: /[äö]/gu,
  fr: /[éèàçœêù]/gu,
  hu: /[őű]/gu,
  it: /[èàùìò]/gu,
  lt: /[ėįųšž]/gu,
  lv: /[āēīūķļņ]/gu,
  pl: /[łąęśćżźń]/gu,
  pt: /[ãõç]/gu,
  ro: /[țșăâ]/gu,
  ru: /[ыэъё]/gu,
  sk: /[ľĺŕô]/gu,
  sv: /[äöå]/gu,
  tr: /[ğışç]/gu,
  uk: /[іїєґ]/gu,
};

const wordLists = Object.entries(frequent).map(
  ([language, words]) => [language, new Set(words.split(' '))] as const,
);

function score(language: string, words: ReadonlySet<string>, sample: readonly string[]): number {
  const hits = sample.filter((word) => words.has(word)).length;
  const pattern = letters[language];
  const marks = pattern === undefined ? 0 : (sample.join(' ').match(pattern)?.length ?? 0);
  return hits + marks * 0.5;
}

/** The language whose frequent words and letters a lower-case text has most of; undefined where it has none. */
export function bestByWords(sample: string): string | undefined {
  const words = sample.match(/\p{L}+/gu) ?? [];
  const cyrillic = /\p{Script=Cyrillic}/u.test(sample);
  let best: string | undefined;
  let bestScore = 0;
  for (const [language, list] of wordLists) {
    if (cyrillic !== ['bg', 'ru', 'uk'].includes(language)) continue;
    const value = score(language, list, words);
    if (value > bestScore || (value === bestScore && value > 0 && language === 'en')) {
      best = language;
      bestScore = value;
    }
  }
  return best;
}
