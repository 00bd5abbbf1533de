/** Comments for tools or developers. */
const NOT_FOR_TRANSLATORS =
  /^(?:eslint|prettier|biome|stylelint|istanbul|[cv]8 |@ts-|ts-|@vite|webpack|@__|#__|TODO|FIXME|HACK|XXX)/i;
const ADDRESS = /^(?:translators?|i18n|l10n):\s*/i;

/** The most lines of a comment; longer ones are not notes. */
const MOST_LINES = 200;

/**
 * The comment directly above the call or element that uses a key in a line (1-based), without
 * directives for tools. Pure.
 */
export function notesIn(code: string): (key: string, line: number) => string | undefined {
  let lines: readonly string[] | undefined;
  return (key, line) => {
    lines ??= code.split(/\r\n|\n|\r/);
    const own = lines[line - 1];
    if (own === undefined || isComment(own)) return undefined;
    // The key may be on its own line below the call.
    const call = /^\s*(?:['"`]|i18nKey)/.test(own) ? line - 2 : line - 1;
    const note = commentAbove(lines, call)
      .map((text) => text.replace(ADDRESS, ''))
      .filter((text) => text !== '' && !NOT_FOR_TRANSLATORS.test(text) && !text.includes(key));
    return note.length > 0 ? note.join('\n') : undefined;
  };
}

function isComment(line: string): boolean {
  return /^\s*(?:\/\/|\/\*|\*|\{\/\*|<!--)/.test(line);
}

/** Lines of the comment above a line, without comment marks. */
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
  // The comment follows code on its line, so it belongs to that.
  if (!/^\s*\{?(?:\/\*|<!--)/.test(lines[first] ?? '')) return [];
  const text = lines.slice(first, at).join('\n').trim().replace(/^\{/, '').replace(/\}$/, '');
  return text
    .slice(start.length, text.lastIndexOf(end))
    .split('\n')
    .map((line) => line.replace(/^\s*\*+\s?/, '').trim())
    .filter((line) => line !== '');
}
