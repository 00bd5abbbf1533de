import type { Position } from './document.js';
import type { ConfigPath } from './errors.js';

/**
 * Finds a key of a config that is code by searching for its name, because the loaded value has no
 * positions. A name that occurs more than once is not located, because that would be a guess.
 */
export function locateInCode(
  code: string,
  path: ConfigPath,
  part: 'key' | 'value',
): Position | undefined {
  const name = path.findLast((step) => typeof step === 'string');
  if (name === undefined) return undefined;
  const quoted = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const named = [...code.matchAll(new RegExp(`(?<![\\w$.])(["']?)${quoted}\\1\\s*:\\s*`, 'g'))];
  const found = named.filter(({ index }) => !isInComment(code, index));
  const [only] = found;
  if (only === undefined || found.length > 1) return undefined;
  const isElement = typeof path.at(-1) === 'number';
  return placeAt(code, only.index + (part === 'value' && !isElement ? only[0].length : 0));
}

/** Whether the line is or starts a comment, judged by this line alone. */
function isInComment(code: string, index: number): boolean {
  const line = code.slice(code.lastIndexOf('\n', index - 1) + 1, index);
  return /^\s*(?:\/?\*|\/\/)|(?:^|\s)\/\//.test(line);
}

function placeAt(code: string, index: number): Position {
  const before = code.slice(0, index);
  return { line: before.split('\n').length, column: index - before.lastIndexOf('\n') };
}
