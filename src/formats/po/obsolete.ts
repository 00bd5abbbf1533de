import { keyId } from '../../model/index.js';
import type { Key, Range, Unit } from '../../model/index.js';
import { detectNewline, isLineEnd, lineEnd, skipLineEnd } from '../kit/layout.js';
import type { Splice } from '../kit/splices.js';
import { keyOf } from './entry.js';
import { PoFile } from './file.js';
import { readEntries, type Entry, type Field } from './read.js';
import { separatesEntries, stylesFor } from './style.js';
import { quote } from './wrap.js';

/** An entry that the source dropped: its lines start with `#~`. */
export interface Obsolete extends Range {
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
