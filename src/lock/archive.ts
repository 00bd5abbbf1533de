import { keyId } from '../model/index.js';
import type { Key, Problem } from '../model/index.js';
import { isHuman } from './fact.js';
import { CONFLICT_LINE, EMPTY_LINE, LineProblems } from './set-lines.js';
import type { LineWords } from './set-lines.js';

/** A human text whose key is no longer in the source. */
export interface ArchivedText {
  /** Source file, relative to the root, with `/`. */
  readonly path: string;
  readonly key: Key;
  /** As written in file names. */
  readonly locale: string;
  /** `ADOPTED`, `REVIEW` or `EDITED`: its origin in the lock. */
  readonly origin: string;
  /** `sourceHash` of the source text that it belongs to. */
  readonly source: string;
  /**
   * Number of the removal that archived it, from 1. Orders texts by age, where clocks would differ
   * between machines.
   */
  readonly turn: number;
  /** As in the target file, decoded. */
  readonly text: string;
}

/** A text to archive; it gets the next `turn`. */
export type TextToArchive = Omit<ArchivedText, 'turn'>;

/** Identity of a text's unit, source and locale: the archive has one text for each. */
function placeOf({ path, key, locale, source }: TextToArchive): string {
  return JSON.stringify([path, key, locale, source]);
}

/**
 * Characters that `JSON.stringify` leaves unescaped but some editors and tools hide or treat as
 * line endings: DEL, C1, U+2028, U+2029, bidirectional controls, and the byte order mark.
 */
const LEFT_BY_STRINGIFY = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;

const SOURCE = /^[\w-]{8}$/;

/** One line without its newline. */
function formatLine(archived: ArchivedText): string {
  const { path, key, locale, origin, source, turn, text } = archived;
  return jsonLine([path, key, locale, origin, source, turn, text]);
}

/** A value as one line. Characters that could change how the line is read are escaped. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(LEFT_BY_STRINGIFY, escapeOf);
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Undefined for a line that is not an archived text. */
function parseLine(line: string): ArchivedText | undefined {
  const row = parsed(line);
  if (!Array.isArray(row) || row.length !== 7) return undefined;
  const [path, key, locale, origin, source, turn, text] = row as readonly unknown[];
  if (typeof path !== 'string' || typeof locale !== 'string' || !isKey(key)) return undefined;
  if (typeof origin !== 'string' || !isHuman(origin)) return undefined;
  if (typeof source !== 'string' || !SOURCE.test(source)) return undefined;
  if (typeof turn !== 'number' || !Number.isSafeInteger(turn) || turn < 0) return undefined;
  if (typeof text !== 'string') return undefined;
  return { path, key, locale, origin, source, turn, text };
}

/** Undefined for a line that is not JSON. */
export function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

export function isKey(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string')
  );
}

const ARCHIVE_VERSION = 1;
const ARCHIVE_HEADER = `# locale-sync archive v${ARCHIVE_VERSION}: texts of people whose keys have left the source, to be used again.
# Commit this file. Its lines are a set: keep the lines of both sides of a merge.
`;

const VERSION_LINE = /^# locale-sync archive v(\d+)/;

const WORDS: LineWords = {
  code: 'archive-unreadable',
  file: 'the archive',
  conflict: 'is a merge conflict marker; the texts of both sides are used.',
  unreadable:
    'is not an archived text and is skipped, but stays in the file. Restore the line from version control, or delete it.',
};

/** The parsed archive. */
export interface ParsedArchive {
  /** In the order of the lines. */
  readonly texts: readonly ArchivedText[];
  /** Lines that are not archived texts. They are kept, because each may contain a text. */
  readonly unreadable: readonly string[];
  /** Warnings `archive-unreadable` and `archive-newer`. The caller sets `file`. */
  readonly problems: readonly Problem[];
  /** False for an archive of a newer version, which must not be overwritten. */
  readonly writable: boolean;
}

/** Never throws: lines without texts are skipped and reported. '' is an empty archive. */
export function parseArchive(text: string): ParsedArchive {
  const problems = new LineProblems(WORDS);
  const texts: ArchivedText[] = [];
  const unreadable: string[] = [];
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    const line = raw.replace(/\r$/, '');
    const archived = line.startsWith('[') ? parseLine(line) : undefined;
    if (archived !== undefined) texts.push(archived);
    else if (Number(VERSION_LINE.exec(line)?.[1] ?? 0) > ARCHIVE_VERSION) return newer(index + 1);
    else if (CONFLICT_LINE.test(line)) problems.conflict(index + 1);
    else if (!EMPTY_LINE.test(line)) {
      problems.unreadable(index + 1);
      unreadable.push(line);
    }
  }
  return { texts, unreadable, problems: problems.list, writable: true };
}

function newer(line: number): ParsedArchive {
  const message =
    'The archive was written by a newer version of locale-sync and was not changed; human translations whose keys are gone stay in their files. Update locale-sync to use it.';
  const problem = { code: 'archive-newer', severity: 'warning', message, line } as const;
  return { texts: [], unreadable: [], problems: [problem], writable: false };
}

/** Maximum size of the archive in bytes: 4 MiB. */
export const ARCHIVE_BYTES = 4_194_304;

export interface ArchiveChanges {
  /** Texts that are about to be removed from their files. */
  readonly add: readonly TextToArchive[];
  /** Texts that are in a file again. */
  readonly remove: readonly TextToArchive[];
}

interface UpdatedArchive {
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

const NOTHING: readonly ArchivedText[] = [];

/** The archived texts of one locale, looked up by key or source. Newest first. */
export class ArchivedTexts {
  readonly #byKey = new Map<string, ArchivedText[]>();
  readonly #bySource = new Map<string, ArchivedText[]>();

  constructor(texts: readonly ArchivedText[], locale: string) {
    const own = texts.filter((one) => one.locale === locale);
    for (const one of own.sort((a, b) => b.turn - a.turn)) {
      add(this.#byKey, `${one.path}\n${keyId(one.key)}`, one);
      add(this.#bySource, one.source, one);
    }
  }

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  /** @param path of the source file */
  atKey(path: string, key: Key): readonly ArchivedText[] {
    return this.#byKey.get(`${path}\n${keyId(key)}`) ?? NOTHING;
  }

  /** @param source `sourceHash` of a source text */
  ofSource(source: string): readonly ArchivedText[] {
    return this.#bySource.get(source) ?? NOTHING;
  }
}

function add(lists: Map<string, ArchivedText[]>, id: string, one: ArchivedText): void {
  const known = lists.get(id);
  if (known === undefined) lists.set(id, [one]);
  else known.push(one);
}
