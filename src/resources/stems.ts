/** The part that all forms of a word share, ignoring case, as far as an algorithm finds it. */
export type Stem = (word: string) => string;

/** Endings for languages that Snowball lacks, longest first. */
const ENDINGS: Readonly<Record<string, string>> = {
  cs: 'ového|ovému|ami|emi|ách|ích|ech|ého|ému|ovi|ům|ím|ém|ou|ov|em|í|ý|á|é|ů|ě|y|a|e|i|o|u',
  hr: 'ovima|evima|ama|ima|oga|omu|ega|emu|ova|eva|om|em|im|ih|og|a|e|i|o|u',
  pl: 'owego|owemu|owie|ami|ach|iem|owi|ego|emu|ymi|imi|ów|om|em|ie|ą|ę|y|a|e|i|o|u',
  sk: 'ového|ovému|ami|ách|och|iam|ého|ému|ovi|om|ám|ou|em|ov|í|ý|á|é|y|a|e|i|o|u',
  sl: 'ama|ami|ema|oma|ega|emu|ih|im|om|em|ov|ev|a|e|i|o|u',
  uk: 'ами|ями|ові|еві|ого|ому|ими|ах|ях|ів|їв|ом|ем|єм|ам|ям|ою|ею|а|я|у|ю|и|і|ї|е|о|ь',
};
/** The fewest letters that remain of a word. */
const SHORTEST = 3;

const byEndings = (endings: string): Stem => {
  const pattern = new RegExp(`^(.{${SHORTEST},}?)(?:${endings})$`, 'u');
  return (word) => pattern.exec(word)?.[1] ?? word;
};

/** The stemmer of a language; if there is none, as for Chinese, it only converts to lower case. */
export async function stemOf(language: string): Promise<Stem> {
  const stem = await lowerCaseStem(language);
  // Only in Turkish, `i` is the lower case of `İ`, and `ı` that of `I`.
  if (language === 'tr') return (word) => stem(word.toLocaleLowerCase('tr'));
  return (word) => stem(word.toLowerCase());
}

async function lowerCaseStem(language: string): Promise<Stem> {
  const endings = ENDINGS[language];
  if (endings !== undefined) return byEndings(endings);
  const { STEMMERS } = await import('./stemmers.js');
  const stem = Object.hasOwn(STEMMERS, language) ? STEMMERS[language] : undefined;
  return stem ?? ((word) => word);
}
