import type { Range } from '../../model/index.js';

/**
 * What comments say, without their marks; a commented-out line says nothing.
 *
 * @param out how such a line begins
 */
export function noteOf(text: string, comments: readonly Range[], out: RegExp): string {
  if (comments.length === 0) return '';
  return comments
    .flatMap(({ start, end }) =>
      text
        .slice(start, end)
        .replace(/\*\/$/, '')
        .split(/\r\n|\n|\r/),
    )
    .map((line) => line.replace(/^[ \t]*(?:\/\*+|\/\/+|#+|\*+|\|)?[ \t]*/, '').trimEnd())
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !out.test(line))
    .join('\n');
}
