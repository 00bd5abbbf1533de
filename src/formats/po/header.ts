import { type Encoding, type Key, keyId, type Range, type Unit } from '../../model/index.js';
import {
  detectNewline,
  hasBom,
  isLineEnd,
  lineEnd,
  lineStart,
  skipLineEnd,
} from '../kit/layout.js';
import type { Splice } from '../kit/splices.js';
import { type Comment, type Entry, type Field, isFuzzy, keyOf, readEntries } from './read.js';
import { PoFile } from './file.js';
import { quote, separatesEntries, type Style, stylesFor } from './style.js';

/** The charset that a header states, found as gettext finds it; '' if it states none. */
export function charsetOf(header: Entry | undefined): string {
  return /charset=[ \t]*([\w.:-]*)/.exec(header?.texts[0]?.text ?? '')?.[1] ?? '';
}

/** The value of `Content-Type` for a file in an encoding, with gettext's name for it. */
export function contentType(encoding: Encoding): string {
  const charset = encoding.toUpperCase().replace(/^WINDOWS-/, 'CP');
  return `text/plain; charset=${charset}`;
}

/** Where a missing field is inserted: before these, in gettext's order. */
const BEHIND: Readonly<Record<string, RegExp>> = {
  Language: /^(?:MIME-Version|Content-Type|Content-Transfer-Encoding|Plural-Forms):/i,
  'Content-Transfer-Encoding': /^Plural-Forms:/i,
  'Content-Type': /^(?:Content-Transfer-Encoding|Plural-Forms):/i,
  'MIME-Version': /^(?:Content-Type|Content-Transfer-Encoding|Plural-Forms):/i,
};

/** A header's text with these field values. */
function withValues(text: string, values: Readonly<Record<string, string>>): string {
  const lines = text === '' ? [] : text.split(/(?<=\n)/);
  for (const [name, value] of Object.entries(values)) {
    const line = `${name}: ${value}\n`;
    const at = lines.findIndex((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`));
    if (at >= 0) {
      lines[at] = line;
      continue;
    }
    const before = lines.findIndex((one) => BEHIND[name]?.test(one) === true);
    const last = lines.length - 1;
    if (before === -1 && lines[last]?.endsWith('\n') === false) lines[last] += '\n';
    lines.splice(before === -1 ? lines.length : before, 0, line);
  }
  return lines.join('');
}

const QUOTED = /"((?:[^"\\]|\\[^])*)"/g;

/** The quoted header with another text; unchanged lines stay as written in the field's file. */
function quoteHeader(
  field: Field,
  text: string,
  place: { readonly text: string; readonly style: Style; readonly newline: string },
): string {
  const raw = place.text.slice(field.start, field.end);
  const known = new Map<string, string>();
  let line: string[] = [];
  for (const { 0: quoted, 1: inner = '' } of raw.matchAll(QUOTED)) {
    if (inner === '' && line.length === 0) continue;
    line.push(quoted);
    if (!inner.endsWith('\\n')) continue;
    const logical = line.map((one) => one.slice(1, -1)).join('');
    known.set(logical, line.join(place.newline));
    line = [];
  }
  const style = { ...place.style, splitsLines: true };
  const lines = text.split(/(?<=\n)/).map((one) => {
    const plain = quote(one, { ...style, width: Infinity }, { before: 0, newline: place.newline });
    const wrapped = quote(
      one,
      { ...style, emptyFirst: false },
      { before: 0, newline: place.newline },
    );
    return known.get(plain.slice(1, -1)) ?? wrapped;
  });
  return ['""', ...lines].join(place.newline);
}

/** A header with these values. A file without one gets a minimal header. */
export function headerSplices(
  file: PoFile,
  values: Readonly<Record<string, string>>,
): readonly Splice[] {
  const { header, text } = file;
  const style = file.styles.ids;
  const newline = detectNewline(text);
  const field = header?.texts[0];
  if (header === undefined || field === undefined) {
    const own = withValues('', {
      'MIME-Version': '1.0',
      'Content-Type': contentType(file.encoding),
      'Content-Transfer-Encoding': '8bit',
      ...values,
    });
    const start = file.entries[0]?.block.start ?? text.length;
    const none = { at: 0, start: 0, end: 0, text: '' };
    const lines = quoteHeader(none, own, { text, style, newline });
    const added = `msgid ""${newline}msgstr ${lines}${newline}${newline}`;
    return [{ start, end: start, text: added }];
  }
  const quoted = quoteHeader(field, withValues(field.text, values), { text, style, newline });
  return [{ start: field.start, end: field.end, text: quoted }];
}

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

/** An entry that the source dropped: its lines start with `#~`. */
interface Obsolete extends Range {
  /** Key of its entry, without a plural form. */
  readonly key: Key;
}

/** Texts of a target's obsolete entries, except unreadable ones. */
export function obsoleteUnits(file: PoFile): readonly Unit[] {
  if (file.obsolete.length === 0 || file.role === 'source') return [];
  const { header, text } = file;
  const head = header === undefined ? '' : text.slice(header.block.start, header.block.end);
  const found = obsoleteIn(file).map((one) => bare(text.slice(one.start, one.end)));
  const { units } = new PoFile([head, ...found].join('\n\n'), { role: 'target' });
  return units.filter((unit) => unit.text !== '');
}

/** The obsolete entries with these keys: they are back, or newer ones replace them. */
export function obsoleteOf(file: PoFile, keys: readonly Key[]): readonly Range[] {
  if (file.obsolete.length === 0 || keys.length === 0) return [];
  const gone = new Set(keys.map(keyId));
  return obsoleteIn(file).filter(({ key }) => gone.has(keyId(key)));
}

/** Appends entries that the source dropped as obsolete ones, as msgmerge does. */
export function retirement(file: PoFile, entries: readonly Entry[]): readonly Splice[] {
  if (entries.length === 0) return [];
  const { text } = file;
  const newline = detectNewline(text);
  const blank = separatesEntries(file) ? newline : '';
  const isOpen = text !== '' && !isLineEnd(text.charCodeAt(text.length - 1));
  const lines = entries.map((entry) => blank + linesOf(file, entry).join(newline)).join(newline);
  const added = isOpen ? newline + lines : lines + newline;
  return [{ start: text.length, end: text.length, text: added }];
}

function linesOf(file: PoFile, entry: Entry): readonly string[] {
  const { text } = file;
  const { comments, context, id, plural, texts } = entry;
  const styles = stylesFor(file, entry);
  const field = (name: string, { text: value }: Field): string => {
    const { width, ...style } = name.startsWith('msgstr') ? styles.texts : styles.ids;
    const place = { before: name.length + 1, newline: `${detectNewline(text)}#~ ` };
    return `#~ ${name} ${quote(value, { ...style, width: width - 3 }, place)}`;
  };
  const said = comments.filter(({ kind }) => kind === ' ' || kind === ',' || kind === '|');
  return [
    ...said.map(({ kind, start, end }) =>
      text.slice(start, end).replace(/^[ \t]*#\|/, kind === '|' ? '#~|' : '$&'),
    ),
    ...(context === undefined ? [] : [field('msgctxt', context)]),
    field('msgid', id),
    ...(plural === undefined ? [] : [field('msgid_plural', plural)]),
    ...texts.flatMap((one, index) =>
      one === undefined ? [] : [field(plural === undefined ? 'msgstr' : `msgstr[${index}]`, one)],
    ),
  ];
}

/** The readable obsolete entries, in file order. */
export function obsoleteIn({ text, obsolete }: PoFile): readonly Obsolete[] {
  return chunksOf(text, obsolete).flatMap((range): readonly Obsolete[] => {
    try {
      const [entry] = readEntries(bare(text.slice(range.start, range.end))).entries;
      return entry === undefined ? [] : [{ ...range, key: keyOf(entry) }];
    } catch {
      return [];
    }
  });
}

/** Lines of one entry: a context, an id or a comment after a text starts the next. */
function chunksOf(text: string, lines: readonly Range[]): readonly Range[] {
  const chunks: { start: number; end: number }[] = [];
  let hasText = true;
  for (const { start, end } of lines) {
    const last = chunks.at(-1);
    const line =
      text
        .slice(start, end)
        .trimEnd()
        .split(/[\n\r]+/)
        .at(-1) ?? '';
    const begins = hasText && !/^[ \t]*#~[ \t]*(?:msgstr|")/.test(line);
    if (last?.end === start && !begins) last.end = end;
    else chunks.push({ start, end });
    if (begins) hasText = false;
    if (/^[ \t]*#~[ \t]*msgstr/.test(line)) hasText = true;
  }
  return chunks;
}

/** An obsolete entry as an active one. */
function bare(raw: string): string {
  let lines = '';
  for (let at = 0; at < raw.length;) {
    const end = skipLineEnd(raw, lineEnd(raw, at));
    lines += raw
      .slice(at, end)
      .replace(/^[ \t]*#~(?:\||[ \t]?)/, (mark) => (mark.endsWith('|') ? '#|' : ''));
    at = end;
  }
  return lines;
}
