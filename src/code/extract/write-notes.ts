import { keyId } from '../../model/index.js';
import type { Codec, Document, Key, ParseOptions, Unit } from '../../model/index.js';

export interface KeyNote {
  readonly key: Key;
  readonly note: string;
  /** For formatjs: the description is a member beside the text. */
  readonly isEntry?: boolean;
}

/**
 * Writes notes beside keys if the file can hold them: in the way of its format (`keyNotes`), or as
 * descriptions in formatjs entries. Pure.
 * @returns the text, unchanged if a note cannot be read back, and the keys with a written note
 */
export function writeNotes(
  text: string,
  notes: readonly KeyNote[],
  { codec, options }: { readonly codec: Codec; readonly options: ParseOptions },
): { readonly text: string; readonly noted: readonly Key[] } {
  const { keyNotes } = codec.capabilities;
  const path = options.file ?? '';
  const mark = notes[0]?.isEntry === true ? 'description' : keyNotes?.({ text, path });
  if (mark === undefined || notes.length === 0) return { text, noted: [] };
  const before = codec.parse(text, options);
  const units = unitsOf(before);
  let wanted = notes;
  while (wanted.length > 0) {
    const { next, written } =
      mark === 'description'
        ? described(codec, before, wanted)
        : commented(before, units, { wanted, mark });
    const after = codec.parse(next, options);
    if (!haveSameTexts(after, before)) break;
    const found = unitsOf(after);
    wanted = written.filter(({ key, note }) => found.get(keyId(key))?.note === note);
    // Tries again without those that cannot be read back.
    if (wanted.length === written.length)
      return { text: next, noted: wanted.map(({ key }) => key) };
  }
  return { text, noted: [] };
}

interface Written {
  readonly next: string;
  readonly written: readonly KeyNote[];
}

type Units = ReadonlyMap<string, Unit>;

function unitsOf({ units }: Document): Units {
  return new Map(units.map((unit) => [keyId(unit.key), unit]));
}

function described(codec: Codec, document: Document, notes: readonly KeyNote[]): Written {
  const written = notes.filter(({ key, isEntry }) => key.length === 1 || isEntry === true);
  const edits = written.map(({ key, note }) => {
    return {
      op: 'insert',
      key: [key.length === 1 ? `@${key[0] ?? ''}` : (key[0] ?? ''), 'description'],
      text: note,
      after: key,
    } as const;
  });
  return { next: codec.edit(document, edits), written };
}

/** One line per line of a note, above the line of its key. */
function commented(
  { text, newline }: Document,
  units: Units,
  { wanted, mark }: { readonly wanted: readonly KeyNote[]; readonly mark: '#' | '//' },
): Written {
  const written = new Map<number, KeyNote>();
  for (const one of wanted) {
    const unit = units.get(keyId(one.key));
    const start = unit && lineOf(text, unit, one.key.at(-1) ?? '');
    if (start !== undefined && !written.has(start)) written.set(start, one);
  }
  const parts: string[] = [];
  let last = 0;
  for (const [start, { note }] of [...written].sort(([a], [b]) => a - b)) {
    const indent = indentAt(text, start);
    const lines = note.split('\n').map((line) => `${indent}${mark} ${line}${newline}`);
    parts.push(text.slice(last, start), ...lines);
    last = start;
  }
  return { next: [...parts, text.slice(last)].join(''), written: [...written.values()] };
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
