import { mergeTags, openTags, withoutTags } from './tags.js';

/** Scripts without spaces between words, with their punctuation. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u;
const DIALOGUE =
  /^(?:<v[ .\t][^<>\n]*>|(?:<[^<>\n]*>|\{[^{}\n]*\})*[ \t]*(?:[-\u2010-\u2015]|>>+)[ \t]*[^\s-])/;

export function isUnspaced(character: string): boolean {
  return character > '\u0e00' && UNSPACED.test(character);
}

export function hasUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

/** Whether a line starts another speaker's words. */
export function isDialogue(line: string): boolean {
  return DIALOGUE.test(line);
}

/** The separator between two lines, or two cues, when they are read as one text. */
export function seam(before: string, after: string): '' | ' ' | '\n' {
  if (isDialogue(after)) return '\n';
  const bare = withoutTags(before);
  const next = withoutTags(after);
  const last = bare.charAt(bare.length - 1);
  if (last === '' || next === '' || /\s/.test(last) || /\s/.test(next.charAt(0))) return '';
  return isUnspaced(last) && isUnspaced(next.charAt(0)) ? '' : ' ';
}

/** Lines of one cue, or texts of cues that form a sentence, as one text. */
export function join(parts: readonly string[]): string {
  let last = parts[0] ?? '';
  let done = '';
  let open: readonly string[] = [];
  for (let i = 1; i < parts.length; i += 1) {
    const next = parts[i] ?? '';
    const [before, after] = mergeTags(last, next, open);
    const between = seam(before, after);
    const line = between === '\n';
    done += (line ? before.trimEnd() : before) + between;
    open = openTags(before, open);
    last = line ? after.trimStart() : after;
  }
  return done + last;
}

/**
 * A text as it is read back from a cue: line breaks only before another speaker, no blank lines.
 */
export function normalizeText(text: string): string {
  return join(linesOf(text));
}

/** Lines that are not blank. */
export function linesOf(text: string): string[] {
  return text.split(/[\n\r]/).filter((line) => line.trim() !== '');
}
