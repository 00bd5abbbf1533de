import { formatLine } from './archive-line.js';
import { placeOf } from './archived-text.js';
import type { ArchivedText, TextToArchive } from './archived-text.js';
import { ARCHIVE_HEADER } from './parse-archive.js';
import type { ParsedArchive } from './parse-archive.js';

/** Maximum size of the archive in bytes: 4 MiB. */
export const ARCHIVE_BYTES = 4_194_304;

export interface ArchiveChanges {
  /** Texts that are about to be removed from their files. */
  readonly add: readonly TextToArchive[];
  /** Texts that are in a file again. */
  readonly remove: readonly TextToArchive[];
}

export interface UpdatedArchive {
  /** The whole file: sorted lines, so that equal sets of texts give equal bytes. */
  readonly text: string;
  /** How many texts were dropped because the archive was full. */
  readonly dropped: number;
}

const encoder = new TextEncoder();

/**
 * Adds texts to the archive and removes others. A text replaces an older one of the same unit,
 * source and locale. If the archive exceeds its size, the oldest texts are dropped: lowest turn
 * first, and within a turn the last lines first.
 * @param bytes maximum size. Default: `ARCHIVE_BYTES`
 */
export function updateArchive(
  archive: ParsedArchive,
  { add, remove }: ArchiveChanges,
  bytes = ARCHIVE_BYTES,
): UpdatedArchive {
  const lines = new Map<string, ArchivedText>();
  const gone = new Set(remove.map(identityOf));
  const added = new Map(add.map((one) => [placeOf(one), one]));
  let turn = 1;
  for (const one of archive.texts) {
    turn = Math.max(turn, one.turn + 1);
    const newer = added.get(placeOf(one));
    if (gone.has(identityOf(one)) || (newer !== undefined && newer.text !== one.text)) continue;
    const known = lines.get(identityOf(one));
    if (known === undefined || known.turn < one.turn) lines.set(identityOf(one), one);
  }
  for (const one of added.values()) {
    const id = identityOf(one);
    const { path, key, locale, origin, source, text } = one;
    if (!lines.has(id)) lines.set(id, { path, key, locale, origin, source, turn, text });
  }
  const sorted = [...lines.values()]
    .map((one) => ({ line: `${formatLine(one)}\n`, turn: one.turn }))
    .sort((a, b) => (a.line < b.line ? -1 : 1));
  const others = [...new Set(archive.unreadable)].sort().map((line) => `${line}\n`);
  const fixed = `${ARCHIVE_HEADER}${others.join('')}`;
  const kept = withinBytes(sorted, bytes - encoder.encode(fixed).length);
  const text = `${fixed}${kept.map(({ line }) => line).join('')}`;
  return { text, dropped: sorted.length - kept.length };
}

function identityOf(one: TextToArchive): string {
  return `${placeOf(one)}${JSON.stringify(one.text)}`;
}

interface Line {
  readonly line: string;
  readonly turn: number;
}

function withinBytes(lines: readonly Line[], bytes: number): readonly Line[] {
  const sizes = new Map(lines.map((one) => [one, encoder.encode(one.line).length]));
  let total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  if (total <= bytes) return lines;
  const gone = new Set<Line>();
  const oldestFirst = [...lines].reverse().sort((a, b) => a.turn - b.turn);
  for (const one of oldestFirst) {
    if (total <= bytes) break;
    total -= sizes.get(one) ?? 0;
    gone.add(one);
  }
  return lines.filter((one) => !gone.has(one));
}
