import type { Range } from '../../model/index.js';

const OUT = /^(?:['"][^'"]*['"]\s*=>|\$\w+\s*\[|return\b)/;

/** What comments say; a pair that somebody has taken out says nothing. */
export function noteOf(text: string, comments: readonly Range[]): string {
  if (comments.length === 0) return '';
  return comments
    .flatMap(({ start, end }) =>
      text
        .slice(start, end)
        .replace(/\*\/$/, '')
        .split(/\r\n|\n|\r/),
    )
    .map((line) => line.replace(/^[ \t]*(?:\/\*+|\/\/+|#+|\*+|\|)?[ \t]*/, '').trimEnd())
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !OUT.test(line))
    .join('\n');
}
