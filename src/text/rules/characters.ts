import type { TextProblem } from '../types.js';

/*
 * Traces of a damaged text: control characters except tab and line ends, lone surrogates, and the
 * replacement character.
 */
const DAMAGE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]|\p{Surrogate}/gu;
const INVISIBLE = /[\u200b\u2060\ufeff]/g;
/** Languages that use the zero-width space between words. */
const WITHOUT_SPACES = new Set(['th', 'lo', 'km', 'my', 'bo']);

/** Characters that only a damaged text has, if the source has none of them. */
export function damagedCharacters(source: string, target: string): TextProblem | undefined {
  return firstNew(DAMAGE, source, target);
}

/** Invisible spaces, which nobody types on purpose, if the source has none of them. */
export function invisibleSpaces(
  source: string,
  target: string,
  locale: string,
): TextProblem | undefined {
  const language = locale.toLowerCase().split(/[-_]/)[0] ?? '';
  return firstNew(INVISIBLE, WITHOUT_SPACES.has(language) ? `${source}\u200b` : source, target);
}

function firstNew(characters: RegExp, source: string, target: string): TextProblem | undefined {
  // Nearly all texts have none of them.
  if (target.search(characters) < 0) return undefined;
  const known = source.match(characters);
  const found = target.match(characters)?.find((char) => known?.includes(char) !== true);
  if (found === undefined) return undefined;
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return { code: 'forbidden-characters', message: `the text contains U+${code}` };
}
