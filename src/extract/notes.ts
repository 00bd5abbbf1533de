/** What is meant for tools, or for those who work on the code. */
const NOT_FOR_TRANSLATORS =
  /^(?:eslint|prettier|biome|stylelint|istanbul|[cv]8 |@ts-|ts-|@vite|webpack|@__|#__|TODO|FIXME|HACK|XXX)/i;
const ADDRESS = /^(?:translators?|i18n|l10n):\s*/i;

/** Lines of a comment; what is longer is no note. */
const MOST_LINES = 200;

/**
 * The comment directly above the call or element which asks for a key, as it reads; what is meant
 * for tools is left out. i18next-parser tells no positions, so the key is looked for as it is
 * quoted. Pure.
 */
export function notesIn(code: string): (key: string) => string | undefined {
  const lines = code.split(/\r\n|\n|\r/);
  let quoted: ReadonlyMap<string, readonly number[]> | undefined;
  const known = new Map<string, string | undefined>();
  return (key) => {
    if (known.has(key)) return known.get(key);
    quoted ??= quotedIn(lines);
    const note = noteAbove(lines, key, quoted.get(key) ?? []);
    known.set(key, note);
    return note;
  };
}

/** Where each text between two equal quotes is: the lines, in order, comments left out. */
function quotedIn(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [at, line] of lines.entries()) {
    if (isComment(line)) continue;
    for (const quote of ["'", '"', '`']) {
      for (const text of line.split(quote).slice(1, -1)) {
        const places = found.get(text);
        if (places === undefined) found.set(text, [at]);
        else if (places.at(-1) !== at) places.push(at);
      }
    }
  }
  return found;
}

function noteAbove(
  lines: readonly string[],
  key: string,
  places: readonly number[],
): string | undefined {
  for (const at of places) {
    // The key may be in a line of its own, below the call's.
    const call = /^\s*(?:['"`]|i18nKey)/.test(lines[at] ?? '') ? at - 1 : at;
    const note = commentAbove(lines, call)
      .map((text) => text.replace(ADDRESS, ''))
      .filter((text) => text !== '' && !NOT_FOR_TRANSLATORS.test(text) && !text.includes(key));
    if (note.length > 0) return note.join('\n');
  }
  return undefined;
}

function isComment(line: string): boolean {
  return /^\s*(?:\/\/|\/\*|\*|\{\/\*|<!--)/.test(line);
}

/** Lines of the comment above a line, without what marks them as one. */
function commentAbove(lines: readonly string[], at: number): readonly string[] {
  const last = (lines[at - 1] ?? '').trim();
  const least = Math.max(0, at - MOST_LINES);
  if (last.startsWith('//')) {
    let first = at - 1;
    while (first > least && (lines[first - 1] ?? '').trim().startsWith('//')) first -= 1;
    return lines.slice(first, at).map((line) => line.replace(/^\s*\/+\s?/, '').trim());
  }
  const [start, end] = last.endsWith('-->') ? ['<!--', '-->'] : ['/*', '*/'];
  if (!/(?:\*\/\}?|-->)$/.test(last)) return [];
  let first = at - 1;
  while (first > least && !(lines[first] ?? '').includes(start)) first -= 1;
  // Code before it: the comment belongs to that.
  if (!/^\s*\{?(?:\/\*|<!--)/.test(lines[first] ?? '')) return [];
  const text = lines.slice(first, at).join('\n').trim().replace(/^\{/, '').replace(/\}$/, '');
  return text
    .slice(start.length, text.lastIndexOf(end))
    .split('\n')
    .map((line) => line.replace(/^\s*\*+\s?/, '').trim())
    .filter((line) => line !== '');
}
