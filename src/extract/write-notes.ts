import { keyId } from '../model/index.js';
import type { Codec, Document, Key, ParseOptions } from '../model/index.js';

export interface KeyNote {
  readonly key: Key;
  readonly note: string;
}

/**
 * Writes notes beside keys where the format can hold them: as comments in YAML, and in JSON whose
 * file has comments (or is `.jsonc`); as descriptions in ARB. Plain JSON has no place for them.
 * Pure.
 * @returns the text, unchanged where a note could not be read back, and the keys whose note stands
 * in it
 */
export function writeNotes(
  text: string,
  notes: readonly KeyNote[],
  { codec, options }: { readonly codec: Codec; readonly options: ParseOptions },
): { readonly text: string; readonly noted: readonly Key[] } {
  const mark = markOf(codec, text, options.file ?? '');
  let current = text;
  const noted: Key[] = [];
  for (const { key, note } of mark === undefined ? [] : notes) {
    const document = codec.parse(current, options);
    const next =
      mark === 'arb'
        ? describe(codec, document, { key, note })
        : comment(document, { key, note }, mark ?? '#');
    if (next === undefined || !reads(codec.parse(next, options), document, { key, note })) continue;
    current = next;
    noted.push(key);
  }
  return { text: current, noted };
}

function markOf(codec: Codec, text: string, file: string): '#' | '//' | 'arb' | undefined {
  if (codec.name === 'yaml') return '#';
  if (file.endsWith('.arb')) return 'arb';
  const outsideOfTexts = text.replace(/"(?:[^"\\]|\\.)*"/g, '');
  return file.endsWith('.jsonc') || /\/[/*]/.test(outsideOfTexts) ? '//' : undefined;
}

function describe(codec: Codec, document: Document, { key, note }: KeyNote): string | undefined {
  const [name, ...below] = key;
  if (name === undefined || below.length > 0) return undefined;
  return codec.edit(document, [
    { op: 'insert', key: [`@${name}`, 'description'], text: note, after: key },
  ]);
}

/** A line for each of the note's, above the line that the key begins. */
function comment(
  { text, units, newline }: Document,
  { key, note }: KeyNote,
  mark: '#' | '//',
): string | undefined {
  const unit = units.find((one) => keyId(one.key) === keyId(key));
  if (unit === undefined) return undefined;
  const start = text.lastIndexOf('\n', unit.range.start - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
  const name = key.at(-1) ?? '';
  const beginsHere = text
    .slice(start + indent.length)
    .replace(/^["']/, '')
    .startsWith(name);
  if (!beginsHere) return undefined;
  const lines = note.split('\n').map((line) => `${indent}${mark} ${line}${newline}`);
  return text.slice(0, start) + lines.join('') + text.slice(start);
}

/** Whether the note reads as it should, and every text as before. */
function reads(after: Document, before: Document, { key, note }: KeyNote): boolean {
  const unit = after.units.find((one) => keyId(one.key) === keyId(key));
  if (unit?.note !== note || after.units.length !== before.units.length) return false;
  return after.units.every(
    (one, i) =>
      keyId(one.key) === keyId(before.units[i]?.key ?? []) && one.text === before.units[i]?.text,
  );
}
