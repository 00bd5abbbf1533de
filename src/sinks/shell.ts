import { oneLine } from './terminal.js';

/** A word of a command that is shown to be pasted into a shell: quoted where it has to be. */
export function shellWord(word: string): string {
  const isPlain = /^[\w./,:@-]+$/.test(word);
  return isPlain ? word : quotedWord(word);
}

/** The same, always in quotes: for patterns, which shells expand. */
export function quotedWord(word: string): string {
  return `'${oneLine(word, Infinity).replaceAll("'", String.raw`'\''`)}'`;
}
