import type { Unit } from '../../model/index.js';
import { detectNewline, hasBom, lineStart, skipLineEnd } from '../kit/layout.js';
import type { Splice } from '../kit/splices.js';
import { isFuzzy } from './entry.js';
import type { PoFile } from './file.js';
import type { Comment, Entry } from './read.js';
import { quote, type Style } from './wrap.js';

/**
 * Sets or clears `fuzzy`, and replaces or removes the lines with the former source text (`#|`).
 * @param flag whether the text has to be reviewed, and the source text that it was made for, if
 * that has changed
 */
export function flagSplices(
  file: PoFile,
  entry: Entry,
  { fuzzy, former }: { readonly fuzzy: boolean; readonly former: Former | undefined },
): readonly Splice[] {
  const { text } = file;
  const { comments, block } = entry;
  const splices: Splice[] = [];
  const previous = comments.filter(({ kind }) => kind === '|');
  if (fuzzy ? former !== undefined : isFuzzy(entry))
    for (const one of previous) splices.push(without(text, one));
  const lines = comments.filter(({ kind }) => kind === ',');
  for (const line of !fuzzy && isFuzzy(entry) ? lines : []) {
    const from = text.indexOf(',', line.start) + 1;
    const flags = text.slice(from, line.end).split(',');
    const left = flags.filter((flag) => flag.trim() !== 'fuzzy');
    if (left.length === flags.length) continue;
    // The whole line goes if nothing is left.
    if (left.every((flag) => flag.trim() === '')) splices.push(without(text, line));
    else splices.push({ start: from, end: line.end, text: left.join(',') });
  }
  const newline = detectNewline(text);
  const added: string[] = [];
  if (fuzzy && !isFuzzy(entry)) {
    const [line] = lines;
    if (line === undefined) added.push(`#, fuzzy${newline}`);
    else {
      const at = text.indexOf(',', line.start) + 1;
      const isEmpty = text.slice(at, line.end).trim() === '';
      splices.push({ start: at, end: at, text: isEmpty ? ' fuzzy' : ' fuzzy,' });
    }
  }
  if (fuzzy && former !== undefined)
    added.push(previousLines(former, { style: file.styles.ids, newline }));
  if (added.length > 0) {
    const last = comments.findLast(({ kind }) => kind !== '|');
    const at = last === undefined ? block.start : skipLineEnd(text, last.end);
    // Another entry may be before it on its line.
    const lead = lineStart(text, at) === at || hasBom(text) ? '' : newline;
    splices.push({ start: at, end: at, text: lead + added.join('') });
  }
  return splices;
}

function without(text: string, { start, end }: Comment): Splice {
  return { start, end: skipLineEnd(text, end), text: '' };
}

/** The source text that a text was made for. */
export interface Former {
  readonly context: string | undefined;
  readonly id: string;
  readonly plural: string | undefined;
}

/** The source text of a unit with another key. */
export function formerOf({ key, source, plural }: Unit): Former {
  const own = plural === undefined ? key : key.slice(0, -1);
  return {
    context: own.length > 1 ? own[0] : undefined,
    id: own.at(-1) ?? '',
    plural: plural === undefined ? undefined : source,
  };
}

/** `#| msgctxt "…"`, `#| msgid "…"` and `#| msgid_plural "…"`, as msgmerge writes them. */
export function previousLines(
  { context, id, plural }: Former,
  { style, newline }: { readonly style: Style; readonly newline: string },
): string {
  const fields = [
    ['msgctxt', context],
    ['msgid', id],
    ['msgid_plural', plural],
  ] as const;
  return fields
    .flatMap(([name, text]) => {
      if (text === undefined) return [];
      // Wrapped as gettext does: the mark takes space on every line.
      const place = { before: name.length + 1, newline: `${newline}#| ` };
      const quoted = quote(text, { ...style, width: style.width - 3 }, place);
      return [`#| ${name} ${quoted}${newline}`];
    })
    .join('');
}
