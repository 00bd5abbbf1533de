import { keyId } from '../../model/index.js';
import { entryOf } from './change.js';
import type { Codec, Document, Key, ParseOptions, Unit } from '../../model/index.js';

type Notes = ReadonlyMap<Key, string>;

/**
 * Writes notes beside keys if the file can hold them: in the way of its format (`keyNotes`), or as
 * descriptions in formatjs entries. Pure.
 * @returns the text, without notes that cannot be read back
 */
export function writeNotes(
  text: string,
  notes: Notes,
  { codec, options }: { readonly codec: Codec; readonly options: ParseOptions },
): string {
  if (notes.size === 0) return text;
  const before = codec.parse(text, options);
  const isEntry = entryOf(before) !== undefined;
  const mark = isEntry
    ? 'description'
    : codec.capabilities.keyNotes?.({ text, path: options.file ?? '' });
  if (mark === undefined) return text;
  const units = unitsOf(before);
  let wanted = notes;
  while (wanted.size > 0) {
    const { next, written } =
      mark === 'description'
        ? described(codec, before, { wanted, isEntry })
        : commented(before, units, { wanted, mark });
    const after = codec.parse(next, options);
    if (!haveSameTexts(after, before)) return text;
    const found = unitsOf(after);
    wanted = new Map([...written].filter(([key, note]) => found.get(keyId(key))?.note === note));
    // Tries again without those that cannot be read back.
    if (wanted.size === written.size) return next;
  }
  return text;
}

interface Written {
  readonly next: string;
  readonly written: Notes;
}

type Units = ReadonlyMap<string, Unit>;

function unitsOf({ units }: Document): Units {
  return new Map(units.map((unit) => [keyId(unit.key), unit]));
}

function described(
  codec: Codec,
  document: Document,
  { wanted, isEntry }: { readonly wanted: Notes; readonly isEntry: boolean },
): Written {
  const written = new Map([...wanted].filter(([key]) => key.length === 1 || isEntry));
  const edits = [...written].map(([key, text]) => {
    const [name = ''] = key;
    const place = [key.length === 1 ? `@${name}` : name, 'description'];
    return { op: 'insert', key: place, text, after: key } as const;
  });
  return { next: codec.edit(document, edits), written };
}

/** One line per line of a note, above the line of its key. */
function commented(
  { text, newline }: Document,
  units: Units,
  { wanted, mark }: { readonly wanted: Notes; readonly mark: '#' | '//' },
): Written {
  const written = new Map<number, readonly [Key, string]>();
  for (const one of wanted) {
    const [key] = one;
    const unit = units.get(keyId(key));
    const start = unit && lineOf(text, unit, key.at(-1) ?? '');
    if (start !== undefined && !written.has(start)) written.set(start, one);
  }
  const parts: string[] = [];
  let last = 0;
  for (const [start, [, note]] of [...written].sort(([a], [b]) => a - b)) {
    const indent = indentAt(text, start);
    const lines = note.split('\n').map((line) => `${indent}${mark} ${line}${newline}`);
    parts.push(text.slice(last, start), ...lines);
    last = start;
  }
  return { next: [...parts, text.slice(last)].join(''), written: new Map(written.values()) };
}

/** Start of the line that begins with a key; undefined if something else comes first. */
function lineOf(text: string, { range }: Unit, name: string): number | undefined {
  const start = text.lastIndexOf('\n', range.start - 1) + 1;
  const key = start + indentAt(text, start).length;
  const quote = text[key] === '"' || text[key] === "'" ? 1 : 0;
  return text.startsWith(name, key + quote) ? start : undefined;
}

function indentAt(text: string, start: number): string {
  let end = start;
  while (text[end] === ' ' || text[end] === '\t') end += 1;
  return text.slice(start, end);
}

function haveSameTexts(after: Document, before: Document): boolean {
  if (after.units.length !== before.units.length) return false;
  return after.units.every(({ key, text }, at) => {
    const was = before.units[at];
    return was !== undefined && keyId(key) === keyId(was.key) && text === was.text;
  });
}
