import { mergeTags, openTags, withoutTags } from './tags.js';

/** Scripts that set no spaces between words, with their punctuation. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u;
const DIALOGUE = /^(?:<[^<>\n]*>|\{[^{}\n]*\})*[ \t]*[-\u2010-\u2015][ \t]*[^\s-]/;

export function isUnspaced(character: string): boolean {
  return character > '\u0e00' && UNSPACED.test(character);
}

export function hasUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

/** A line that starts another speaker's words. */
export function isDialogue(line: string): boolean {
  return DIALOGUE.test(line);
}

/** What stands between two lines, or two cues, when they are read as one text. */
function seam(before: string, after: string): '' | ' ' | '\n' {
  if (isDialogue(after)) return '\n';
  const bare = withoutTags(before);
  const next = withoutTags(after);
  const last = bare.charAt(bare.length - 1);
  if (last === '' || next === '' || /\s/.test(last) || /\s/.test(next.charAt(0))) return '';
  return isUnspaced(last) && isUnspaced(next.charAt(0)) ? '' : ' ';
}

/** Lines of one cue, or texts of cues that make one sentence, as one text. */
export function join(parts: readonly string[]): string {
  let last = parts[0] ?? '';
  if (parts.length === 1) return last;
  const done: string[] = [];
  let open: string[] = [];
  for (let i = 1; i < parts.length; i += 1) {
    const [before, after] = mergeTags(last, parts[i] ?? '', open);
    const between = seam(before, after);
    const line = between === '\n';
    done.push(line ? before.trimEnd() : before, between);
    open = openTags(before, open);
    last = line ? after.trimStart() : after;
  }
  return done.join('') + last;
}

/**
 * A text as a cue shows it when it is read: line breaks are only where another speaker starts,
 * lines without words are none.
 */
export function normalizeText(text: string): string {
  if (!/[\n\r]/.test(text)) return text.trim() === '' ? '' : text;
  return join(text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== ''));
}
