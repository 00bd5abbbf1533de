import { expect } from 'vitest';
import type { Report, Selection } from '../../../src/index.js';
import { ARCHIVE_FILE, LOCK_FILE, parseArchive } from '../../../src/lock/index.js';
import type { ArchivedText } from '../../../src/lock/index.js';
import { idOf } from './reading.js';
import type { Value, Values } from './reading.js';
import type { Repository, SourceFile } from './repository.js';

/** A repository before a run. */
export interface Snapshot {
  readonly files: Readonly<Record<string, string>>;
  /** By path of the target. */
  readonly values: ReadonlyMap<string, Values>;
}

export function snapshotOf(repository: Repository): Snapshot {
  const targets = repository.targetFiles();
  return {
    files: repository.project.files(),
    values: new Map(
      targets.map(({ file, locale, path }) => [path, repository.values(file, locale)]),
    ),
  };
}

export interface Ran {
  readonly selection: Selection;
  readonly report: Report;
  /** Nothing went wrong, and nobody changed anything meanwhile. */
  readonly isWhole: boolean;
  readonly before: Snapshot;
  /** The lock need not know what the source dropped. */
  readonly forgot: boolean;
}

/** What must hold after every run, whatever went wrong in it. */
export function judge(repository: Repository, ran: Ran): void {
  const { selection, before } = ran;
  const targets = repository.targetFiles();
  const written = new Set([...targets.map(({ path }) => path), LOCK_FILE, ARCHIVE_FILE]);
  const after = repository.project.files();
  for (const path of new Set([...Object.keys(before.files), ...Object.keys(after)]))
    if (!written.has(path)) expect(after[path], path).toBe(before.files[path]);
  for (const { file, locale, path } of targets) {
    const values = repository.values(file, locale);
    if (selection.locales?.includes(locale) === false) {
      expect(after[path], path).toBe(before.files[path]);
      continue;
    }
    judgeTexts(repository, { file, locale, values }, ran);
    judgeBytes(file, { path, values, before, after: repository.project });
  }
  judgeCounts(repository, ran);
  judgeArchive(before, after[ARCHIVE_FILE]);
}

/** Only texts that were in a target are archived, whatever happened to the lock. */
function judgeArchive({ files, values }: Snapshot, archive: string | undefined): void {
  const known = new Set(archivedIn(files[ARCHIVE_FILE]).map(({ text }) => text));
  const stood = new Set([...values.values()].flatMap((own) => [...own.values()].map(textOf)));
  for (const { path, text, key } of archivedIn(archive))
    // A sentence over several cues is one text.
    if (!path.endsWith('.srt') && !known.has(text))
      expect(stood, `archived of ${key.join('.')}`).toContain(text);
}

function archivedIn(bytes = ''): readonly ArchivedText[] {
  const { texts, problems } = parseArchive(Buffer.from(bytes, 'latin1').toString());
  expect(problems, 'of the archive').toEqual([]);
  return texts;
}

function textOf({ text }: Value): string {
  return text;
}

interface Target {
  readonly file: SourceFile;
  readonly locale: string;
  readonly values: Values;
}

/**
 * Whose text stands where: a person's is there as it was, a machine's belongs to today's source.
 */
function judgeTexts(repository: Repository, { file, locale, values }: Target, ran: Ran): void {
  const { selection, isWhole, before } = ran;
  const path = repository.targetPath(file, locale);
  const renewsPeople = selection.retranslate === 'all' || selection.retranslate === 'edited';
  const expected = new Set<string>();
  for (const { leaf, key, file: of } of repository.texts()) {
    if (of !== file) continue;
    expected.add(idOf(key));
    const owner = leaf.owners.get(locale);
    const text = values.get(idOf(key))?.text;
    const stood = [...(before.values.get(path)?.values() ?? [])].some((one) => one.text === text);
    const about = `${key.join('.')} of ${path}, for ${JSON.stringify(leaf.text)}`;
    const isMeant = selection.keys === undefined || key.join('.').includes('k1');
    if (owner?.who === 'person' && !(renewsPeople && isMeant)) {
      // One that was moved may have to wait for its place.
      if (isWhole || !leaf.moved) expect(text, about).toBe(owner.text);
      continue;
    }
    // One that was accepted while it was empty is no edit any more.
    const isAccepted = owner?.who === 'person' && selection.retranslate === 'edited';
    if (text === '' && isAccepted && owner.text === '') continue;
    if (text === undefined || text === '') {
      expect(isWhole, `${about} is missing after a whole run`).toBe(false);
      continue;
    }
    const isToday = isTranslation(text, leaf.text);
    // An element that moves keeps a person's text even in a run that renews those that stay where
    // they are.
    const stays = owner !== undefined && owner.who !== 'machine' && stood;
    if (isWhole) expect(isToday || stays, `${about}: ${JSON.stringify(text)}`).toBe(true);
    if (!isWhole) continue;
    // A run that renews some leaves others as they were, and may have made the very text that stood
    // there.
    if (stays) leaf.owners.set(locale, isToday ? { who: 'either' } : { who: 'person', text });
    else leaf.owners.set(locale, { who: 'machine' });
  }
  if (!isWhole || ran.forgot || file.format === 'srt') return;
  for (const [id, { raw }] of values)
    if (!raw && !expected.has(id)) throw new Error(`${id} of ${path} is left over`);
}

const PLAIN = /\[(?:de|fr|pl|ja|pt-br)[+-]? |\]|<[^>]*>|[aeiouø\s]|\p{M}/giu;
const STROKES: Readonly<Record<string, string>> = { đ: 'd', ħ: 'h', ł: 'l', ŧ: 't' };

/** True for what the embedded service says: letters accented, vowels doubled, in brackets. */
function isTranslation(text: string, source: string): boolean {
  const plain = (one: string): string =>
    one
      .normalize('NFD')
      .replace(PLAIN, '')
      .toLowerCase()
      .replace(/[đħłŧ]/g, (letter) => STROKES[letter] ?? '');
  return plain(text) === plain(source);
}

interface Files {
  readonly path: string;
  readonly values: Values;
  readonly before: Snapshot;
  readonly after: Repository['project'];
}

/** A value that says the same has the same bytes, and outside the values nothing changes. */
function judgeBytes({ format }: SourceFile, { path, values, before, after }: Files): void {
  const raw = before.files[path];
  if (raw === undefined) return;
  const [old, now] = [Buffer.from(raw, 'latin1').toString(), after.read(path)];
  const was = before.values.get(path) ?? new Map<string, Value>();
  for (const [id, value] of values) {
    const same = was.get(id);
    if (same?.text !== value.text || same.raw !== value.raw) continue;
    const bytes = now.slice(value.start, value.end).trimEnd();
    expect(bytes, `${id} of ${path}`).toBe(old.slice(same.start, same.end).trimEnd());
  }
  const isSameSet = was.size === values.size && [...was.keys()].every((id) => values.has(id));
  expect(now.startsWith('\ufeff'), `BOM of ${path}`).toBe(old.startsWith('\ufeff'));
  if (!/(?<!\r)\n/.test(old)) expect(now, `line ends of ${path}`).not.toMatch(/(?<!\r)\n|\r(?!\n)/);
  // What stands beside a value changes with it in XLIFF, and times do in subtitles.
  if (!isSameSet || format === 'xliff' || format === 'srt') return;
  // Blanks that end a block scalar are its own, though its parser leaves them outside.
  const beside = (content: string, its: Values): string =>
    without(content, its).replaceAll(/[ \t]+$/gm, '');
  expect(beside(now, values), `${path} outside its values`).toBe(beside(old, was));
}

function without(content: string, values: Values): string {
  let rest = content;
  for (const { start, end } of [...values.values()].sort((a, b) => b.start - a.start)) {
    const [value] = rest.slice(start, end).split(/\s+$/);
    rest = rest.slice(0, start) + rest.slice(start + (value ?? '').length);
  }
  return rest;
}

/** The report says of each locale what a plain reading says. */
function judgeCounts(repository: Repository, { report, selection, isWhole }: Ran): void {
  for (const locale of selection.locales ?? repository.targets) {
    const texts = repository.texts();
    const missing = texts.filter(({ file, key, leaf }) => {
      const value = repository.values(file, locale).get(idOf(key));
      const owner = leaf.owners.get(locale);
      const isEmpty = value?.text === '' && !(owner?.who === 'person' && owner.text === '');
      return value === undefined || isEmpty;
    });
    const counts = report.locales[locale];
    // A run that was interrupted counts only what it had planned by then.
    if (report.error?.code === 'interrupted') continue;
    expect(counts, locale).toMatchObject({ units: texts.length, missing: missing.length });
    if (counts === undefined) continue;
    const { current, stale, edited, review, invalid } = counts;
    expect(current + missing.length + stale + edited + review + invalid).toBe(texts.length);
    if (isWhole) expect(stale + missing.length).toBe(0);
    if (report.ok) expect(stale + missing.length + review + invalid).toBe(0);
  }
}
