const finalPunctuation = /[.!?…。！？]+\s*$/u;
const cased = /^[\p{Lu}\p{Ll}]/u;

function firstLetter(text: string): string {
  return cased.exec(text.trimStart())?.[0] ?? '';
}

/**
 * Gives a translation the initial case of its source, and removes final punctuation that the source
 * lacks (`preserve_formatting`, docs/interface.md 4.1).
 */
export function keepFormatting(source: string, translation: string): string {
  const end = source.length - source.trimEnd().length;
  const ended =
    finalPunctuation.test(source) || !finalPunctuation.test(translation)
      ? translation
      : translation.replace(finalPunctuation, '') + source.slice(source.length - end);
  const [wanted, given] = [firstLetter(source), firstLetter(ended)];
  if (wanted === '' || given === '') return ended;
  const isUpper = wanted !== wanted.toLowerCase();
  return ended.replace(given, isUpper ? given.toUpperCase() : given.toLowerCase());
}
