import { lineEnd } from '../layout.js';
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
  const first = line.charCodeAt(0);
  return !isPlain(first) && DIALOGUE.test(line);
}

/**
 * Whether a character is a letter or digit of a script with spaces, as most lines start and end
 * with.
 */
export function isPlain(code: number): boolean {
  return (
    (code > 96 && code < 123) ||
    (code > 47 && code < 91 && code !== 60 && code !== 62) ||
    (code > 0xbf && code < 0xe00)
  );
}

/**
 * Whether a space follows the end of a text: it is a letter, or punctuation that does not end a
 * tag.
 */
function endsPlain(text: string): boolean {
  const code = text.charCodeAt(text.length - 1);
  return isPlain(code) || (code > 32 && code < 127 && code !== 62 && code !== 125);
}

/** The separator between two lines, or two cues, when they are read as one text. */
export function seam(before: string, after: string): '' | ' ' | '\n' {
  if (isPlain(after.charCodeAt(0)) && endsPlain(before)) return ' ';
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
    if (isPlain(next.charCodeAt(0)) && endsPlain(last)) {
      done += `${last} `;
      open = openTags(last, open);
      last = next;
      continue;
    }
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
  if (!text.includes('\n') && !text.includes('\r')) return hasWords(text) ? text : '';
  return join(linesOf(text));
}

export function hasWords(text: string): boolean {
  const first = text.charCodeAt(0);
  return isPlain(first) || text.trim() !== '';
}

/** Lines that are not blank. */
export function linesOf(text: string): string[] {
  const lines: string[] = [];
  const returns = text.includes('\r');
  for (let from = 0; from < text.length;) {
    const feed = returns ? lineEnd(text, from) : text.indexOf('\n', from);
    const end = feed === -1 ? text.length : feed;
    const line = text.slice(from, end);
    if (hasWords(line)) lines.push(line);
    from = end + 1;
  }
  return lines;
}
