import { oneLine } from './terminal.js';

/** A word of a command that users paste into a shell, quoted if necessary. */
export function shellWord(word: string): string {
  const isPlain = /^[\w./,:@-]+$/.test(word);
  return isPlain ? word : quotedWord(word);
}

/** The same, always quoted: for patterns, which shells expand. */
export function quotedWord(word: string): string {
  return `'${oneLine(word, Infinity).replaceAll("'", String.raw`'\''`)}'`;
}
