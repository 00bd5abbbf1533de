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

/**
 * Styling: HTML-like tags, times within a cue (WebVTT) and the braces of SubStation (`{\an8}`) and
 * MicroDVD (`{y:i}`).
 */
const TAG =
  /<\/?[a-zA-Z][^<>\n]{0,200}>|<\d{2,}(?::\d{2}){1,2}\.\d{3}>|\{\\[^{}\n]{1,200}\}|\{[a-zA-Z]:[^{}\n]{1,50}\}/g;
const LEADING = /^(?:<[a-zA-Z][^<>\n]{0,200}>|\{\\[^{}\n]{1,200}\})+/;
const TRAILING = /(?:<\/[a-zA-Z][^<>\n]{0,200}>)+$/;

/** The most open tags; deeper ones are ignored. */
const MOST_OPEN = 16;

export function hasTags(text: string): boolean {
  return text.search(TAG) !== -1;
}

/** Ranges of tags, in order. */
export function tagRanges(text: string): { start: number; end: number }[] {
  return [...text.matchAll(TAG)].map(({ 0: tag, index }) => ({
    start: index,
    end: index + tag.length,
  }));
}

export function withoutTags(text: string): string {
  return text.replace(TAG, '');
}

/** Opening tags that are not closed at the end of the text; `before` are open at its start. */
export function openTags(text: string, before: readonly string[] = []): readonly string[] {
  const open = [...before];
  for (const [tag] of text.matchAll(TAG)) {
    if (!tag.startsWith('<')) continue;
    if (!tag.startsWith('</')) {
      if (open.length < MOST_OPEN) open.push(tag);
    } else if (open.length > 0 && nameOf(open.at(-1) ?? '') === nameOf(tag)) open.pop();
  }
  return open;
}

function nameOf(tag: string): string {
  return /[a-zA-Z][a-zA-Z0-9:]*/.exec(tag)?.[0].toLowerCase() ?? '';
}

export function closing(open: readonly string[]): string {
  return open
    .toReversed()
    .map((tag) => `</${/[a-zA-Z][a-zA-Z0-9:]*/.exec(tag)?.[0] ?? ''}>`)
    .join('');
}

/**
 * Two pieces of one text without tags that end before the seam and start again after it:
 * `<i>one</i>` and `<i>two</i>` become `<i>one` and `two</i>`.
 *
 * @param open - tags that are open at the start of `before`
 */
function mergeTags(
  before: string,
  after: string,
  open: readonly string[],
): readonly [string, string] {
  const ends = before.endsWith('>') ? TRAILING.exec(before.slice(-500))?.[0] : undefined;
  const starts = after.startsWith('<') ? LEADING.exec(after)?.[0] : undefined;
  if (ends === undefined || starts === undefined) return [before, after];
  const closings = ends.match(/<[^>]*>/g) ?? [];
  for (let count = closings.length; count > 0; count -= 1) {
    const last = closings.slice(-count).join('');
    const stem = before.slice(0, before.length - last.length);
    const ended = openTags(stem, open);
    const again = ended.join('');
    if (closing(ended) === last && starts.startsWith(again))
      return [stem, after.slice(again.length)];
  }
  return [before, after];
}
