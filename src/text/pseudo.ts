/** Starts a text of the pseudo engine: `[de `, with `+`, `-` or `~` for some options. */
const MARK = /\[[a-z]{2,3}(?:-[a-z\d]+)*[+-]?~? /gi;
/** Letters that the engine replaces by accented ones. */
const REPLACED = /[acdeghijklnorstuwyz]/i;
const WORD = /\p{L}+/gu;
const PLACEHOLDER = /\{[^{}]*\}|<[^<>]*>|%\w/g;
/** Letters with strokes, which Unicode does not decompose. */
const STROKES: Readonly<Record<string, string>> = { đ: 'd', ħ: 'h', ł: 'l', ø: 'o', ŧ: 't' };

/**
 * Whether a text is what the pseudo engine of the embedded service makes of a source text
 * (`[de Ĥéééļļöö]` of "Hello"), whole or around its placeholders: marked, accented, and with the
 * source's words.
 */
export function isPseudo(source: string, text: string): boolean {
  const own = source.match(MARK);
  if (!text.match(MARK)?.some((mark) => !own?.includes(mark))) return false;
  // Placeholders and tags are as in the source.
  const kept = new Set(source.match(WORD));
  const changed = (text.replace(MARK, ' ').match(WORD) ?? []).filter((word) => !kept.has(word));
  if (changed.length === 0) return !REPLACED.test(source.replace(PLACEHOLDER, ''));
  const known = new Set([...kept].map(plain));
  const accented = changed.filter((word) => !REPLACED.test(word) && known.has(plain(word)));
  return accented.length * 2 >= changed.length;
}

/** A word without accents and without the doubling of vowels. */
function plain(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[đħłøŧ]/g, (letter) => STROKES[letter] ?? letter)
    .replace(/([aeiou])\1+/g, '$1');
}
