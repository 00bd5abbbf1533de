import type { TextProblem } from '../types.js';

/*
 * Control characters except tab and line ends, lone surrogates, the replacement character,
 * invisible spaces.
 */
const FORBIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd\u200b\u2060\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const SUSPECT = new RegExp(FORBIDDEN.source);
/** Languages that use the zero-width space between words. */
const WITHOUT_SPACES = new Set(['th', 'lo', 'km', 'my', 'bo']);

/** Characters that nobody types on purpose, if the source has none of them. */
export function forbiddenCharacters(
  source: string,
  target: string,
  locale: string,
): TextProblem | undefined {
  if (!SUSPECT.test(target)) return undefined;
  const language = locale.toLowerCase().split(/[-_]/)[0] ?? '';
  for (const [char] of target.matchAll(FORBIDDEN)) {
    if (source.includes(char) || (char === '\u200b' && WITHOUT_SPACES.has(language))) continue;
    const code = char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return { code: 'forbidden-characters', message: `the text contains U+${code}` };
  }
  return undefined;
}
