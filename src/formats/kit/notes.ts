import type { Range } from '../../model/index.js';

/**
 * The words of comments, without delimiters and commented-out lines.
 *
 * @param out how a commented-out line starts
 */
export function noteOf(text: string, comments: readonly Range[], out: RegExp): string {
  if (comments.length === 0) return '';
  return comments
    .flatMap(({ start, end }) =>
      text
        .slice(start, end)
        .replace(/(?:\*\/|\]=*\])$/, '')
        .split(/\r\n|\n|\r/),
    )
    .map((line) =>
      line.replace(/^[ \t]*(?:\/\*+|\/\/+|--+(?:\[=*\[)?|#+|\*+|\|)?[ \t]*/, '').trimEnd(),
    )
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !out.test(line))
    .join('\n');
}
