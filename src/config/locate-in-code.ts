import { spawnSync } from 'node:child_process';
import type { ConfigPath, Position } from './document.js';

/**
 * Finds keys of a config that is code by their names, since code has no places for what comes out of it. Only a key that the
 * file names once is found: anything else would be a guess.
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

/** In a line of a comment, as far as its own line tells. */
function isInComment(code: string, index: number): boolean {
  const line = code.slice(code.lastIndexOf('\n', index - 1) + 1, index);
  return /^\s*(?:\/?\*|\/\/)|(?:^|\s)\/\//.test(line);
}

function placeAt(code: string, index: number): Position {
  const before = code.slice(0, index);
  return { line: before.split('\n').length, column: index - before.lastIndexOf('\n') };
}

/** Where Node finds the mistake of a file that it cannot parse: the error of an import does not tell. */
export function syntaxPlace(file: string): Position | undefined {
  const { stderr } = spawnSync(process.execPath, ['--check', file], {
    encoding: 'utf8',
    timeout: 10_000,
  });
  const [, line, spaces] = /^.*:(\d+)\n.*\n( *)\^/.exec(stderr) ?? [];
  if (line === undefined || spaces === undefined) return undefined;
  return { line: Number(line), column: spaces.length + 1 };
}
