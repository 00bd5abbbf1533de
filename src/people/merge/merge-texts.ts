import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { delimiterOf, localeIn, scanRows } from '../../formats/index.js';
import { keyId, LocaleSyncError } from '../../model/index.js';
import type { Codec, Document, Edit, ParseOptions } from '../../model/index.js';
import { editsToward, mergedOrder, mergeUnits, namesOf, unitsById } from './merge-units.js';
import type { OriginOf, Settle, UnitConflict, UnitMerge, Units, Versions } from './merge-units.js';

/** Git's own merge by lines cannot be used. */
export class MergeError extends LocaleSyncError {
  override readonly name = 'MergeError';
  readonly code = 'merge';
}

export interface Merged {
  readonly text: string;
  /** Whether conflicts are left, between markers. */
  readonly isOpen: boolean;
  /** What a person should know: sentences. */
  readonly notes: readonly string[];
}

export interface MergeOptions {
  readonly codec: Codec;
  readonly parse: Pick<ParseOptions, 'file' | 'locale' | 'encoding'>;
  /** Called once, only if both sides changed a unit. */
  readonly openSettle: () => Promise<Settle>;
}

/**
 * Merges a file unit by unit. What is no unit, such as comments and the order of entries, merges by
 * lines as git does: for that, all versions first get the merged units, so that only the rest of
 * them differs.
 */
export async function mergeTexts(texts: Versions<string>, options: MergeOptions): Promise<Merged> {
  const byLines = await mergeLines(texts);
  try {
    return await mergeByUnits(texts, byLines, options);
  } catch (error) {
    if (!(error instanceof LocaleSyncError)) throw error;
    return { ...byLines, notes: [`merged by lines: ${error.message}`] };
  }
}

/** @throws FormatError, EditError */
async function mergeByUnits(
  texts: Versions<string>,
  byLines: Lines,
  options: MergeOptions,
): Promise<Merged> {
  const views = viewsOf(texts, options);
  const unsettled = views.map((view) => decide(texts, view, () => undefined));
  const isWanted = (text: string): boolean =>
    hasNoNewProblems(text, texts, views) &&
    views.every((view, at) => holds(text, view, unsettled[at]));
  if (!byLines.isOpen && isWanted(byLines.text)) return { ...byLines, notes: [] };

  const isDisputed = unsettled.some(({ conflicts }) => conflicts.length > 0);
  const settle = isDisputed ? await options.openSettle() : (): undefined => undefined;
  const merges = views.map((view) => ({ view, merge: decide(texts, view, settle) }));
  const disputed = merges.flatMap(({ view, merge }) =>
    merge.conflicts.map((one) => ({ ...one, locale: view.locale })),
  );
  const named = disputed.length === 0 ? [] : [`changed on both sides: ${namesOf(disputed)}`];
  const isRight = ({ text, isOpen }: Lines): boolean =>
    !isOpen &&
    hasNoNewProblems(text, texts, views) &&
    merges.every(({ view, merge }) => holds(text, view, merge));
  const level = leveled(texts, merges);
  let rest = await mergeLines(level);
  if (!isRight(rest)) {
    const apart = await mergeLinesApart(level);
    if (isRight(apart)) rest = apart;
  }
  if (rest.isOpen) {
    // With markers around something else it cannot be read: git marks the disputed units as well.
    const apart = merges.map(({ view, merge }) => ({ view, merge: withoutConflicts(merge) }));
    const notes = ['both sides changed what is around the texts', ...named];
    return { ...(await mergeLines(leveled(texts, apart))), notes };
  }
  if (!isRight(rest)) {
    const why = byLines.isOpen
      ? 'both sides moved the same texts, so it is merged by lines'
      : 'by its lines it merges without a conflict, but not all of its texts are right: read it';
    return { ...byLines, isOpen: true, notes: [why] };
  }
  if (disputed.length === 0) return { ...rest, notes: [] };
  const text = withMarkers(rest.text, {
    disputed,
    theirsOf: (some) =>
      views.reduce((now, view) => withTheirs(now, some, { view, theirs: texts.theirs }), rest.text),
  });
  return { text, isOpen: true, notes: named };
}

interface ViewMerge {
  readonly view: View;
  readonly merge: Pick<UnitMerge, 'units' | 'isPlaced'>;
}

/** All versions with the merged units: what differs is the rest of them. */
function leveled(texts: Versions<string>, merges: readonly ViewMerge[]): Versions<string> {
  return merges.reduce((level, { view, merge }) => {
    const withUnits = (text: string): string =>
      edited(text, view, (document) => editsToward(document, merge, view.originOf));
    const { base, ours, theirs } = level;
    return {
      base: base === undefined ? undefined : withUnits(base),
      ours: withUnits(ours),
      theirs: withUnits(theirs),
    };
  }, texts);
}

function withoutConflicts({ units, conflicts, isPlaced }: UnitMerge): ViewMerge['merge'] {
  const disputed = new Set(conflicts.map(({ key }) => keyId(key)));
  return {
    units: new Map([...units].filter(([id]) => !disputed.has(id))),
    isPlaced: (key) => disputed.has(keyId(key)) || isPlaced(key),
  };
}

/** One way to read a file: as a locale's, in a file with several. */
interface View {
  readonly codec: Codec;
  readonly locale: string | undefined;
  /** Reads each text once. @throws FormatError */
  readonly read: (text: string) => Document;
  /** Finds where a unit comes from: the side that has this text, with its notes and its style. */
  readonly originOf: OriginOf;
}

function viewsOf(texts: Versions<string>, { codec, parse }: MergeOptions): readonly View[] {
  const { bilingual, multilingual } = codec.capabilities;
  const viewOf = (options: ParseOptions, ofOrigins = options): View => {
    const read = readerOf(codec, options);
    const originOf = originsIn(texts, { read, readOrigin: readerOf(codec, ofOrigins) });
    return { codec, locale: options.locale, read, originOf };
  };
  const all = [texts.base ?? '', texts.ours, texts.theirs];
  const locales = new Set(multilingual === true ? all.flatMap(localesOfColumns) : []);
  if (locales.size > 0) return [...locales].map((locale) => viewOf({ ...parse, locale }));
  if (bilingual) {
    // A new unit needs its source text as well.
    const view = viewOf({ ...parse, role: 'target' }, { ...parse, role: 'template' });
    const isFilled = all.some(
      (text) => text !== '' && view.read(text).units.some((one) => one.text !== ''),
    );
    if (isFilled) return [view];
  }
  return [viewOf(parse)];
}

function readerOf(codec: Codec, options: ParseOptions): View['read'] {
  const known = new Map<string, Document>();
  return (text) => {
    const document = known.get(text) ?? codec.parse(text, options);
    known.set(text, document);
    return document;
  };
}

function localesOfColumns(text: string): readonly string[] {
  const [head] = scanRows(text, delimiterOf(text));
  return head?.cells.slice(1).flatMap((cell) => localeIn(cell.text.trim()) ?? []) ?? [];
}

function decide({ base, ours, theirs }: Versions<string>, view: View, settle: Settle): UnitMerge {
  const documents = {
    base: base === undefined ? undefined : view.read(base),
    ours: view.read(ours),
    theirs: view.read(theirs),
  };
  return mergeUnits(documents, view.codec.capabilities, (conflict) =>
    settle(conflict, view.locale),
  );
}

function edited(
  text: string,
  view: View,
  editsOf: (document: Document) => readonly Edit[],
): string {
  const document = view.read(text);
  return view.codec.edit(document, editsOf(document));
}

function originsIn(
  { ours, theirs, base }: Versions<string>,
  { read, readOrigin }: { readonly read: View['read']; readonly readOrigin: View['read'] },
): OriginOf {
  let sides: readonly { document: Document; texts: Units; units: Units }[] | undefined;
  return ({ key, text }) => {
    const id = keyId(key);
    sides ??= [ours, theirs, base ?? ours].map((side) => {
      const document = readOrigin(side);
      return { document, texts: unitsById(read(side)), units: unitsById(document) };
    });
    const side = sides.find(({ texts }) => texts.get(id)?.text === text);
    const unit = side?.units.get(id);
    return side && unit && { document: side.document, unit };
  };
}

/** Whether a text has exactly the merged units. */
function holds(text: string, view: View, merge: UnitMerge | undefined): boolean {
  const { units } = view.read(text);
  const found = units.filter(({ key }) => merge?.isPlaced(key) === false);
  return (
    merge !== undefined &&
    found.length === merge.units.size &&
    found.every((unit) => merge.units.get(keyId(unit.key))?.text === unit.text)
  );
}

/** Lines that merge can still leave a file with a key twice. */
function hasNoNewProblems(
  text: string,
  { ours, theirs }: Versions<string>,
  views: readonly View[],
): boolean {
  const count = (one: string): number =>
    views.reduce((sum, view) => sum + view.read(one).problems.length, 0);
  return count(text) <= Math.max(count(ours), count(theirs));
}

/** A unit in dispute, in a file with several locales that of one locale. */
interface Disputed extends UnitConflict {
  readonly locale: string | undefined;
}

/** Lines of a text, from `start` to `end`, and what they are on the other side. */
interface Region {
  readonly start: number;
  readonly end: number;
  readonly theirs: readonly string[];
  readonly disputed: readonly Disputed[];
}

interface Marking {
  readonly disputed: readonly Disputed[];
  /** The whole text with theirs of some units. */
  readonly theirsOf: (some: readonly Disputed[]) => string;
}

/** Puts the lines of disputed units between markers. The text has ours. */
function withMarkers(text: string, { disputed, theirsOf }: Marking): string {
  const lines = linesOf(text);
  const regionOf = (some: readonly Disputed[]): Region => {
    const other = linesOf(theirsOf(some));
    const most = Math.min(lines.length, other.length);
    let start = 0;
    while (start < most && lines[start] === other[start]) start += 1;
    let left = 0;
    while (left < most - start && lines.at(-1 - left) === other.at(-1 - left)) left += 1;
    const theirs = other.slice(start, other.length - left);
    return { start, end: lines.length - left, theirs, disputed: some };
  };
  const regions: Region[] = [];
  const all = disputed.map((one) => regionOf([one])).sort((a, b) => a.start - b.start);
  for (let region of all) {
    // Units on the same lines share a region.
    for (let last = regions.at(-1); last !== undefined; last = regions.at(-1)) {
      const isApart =
        last.end < region.start ||
        (last.end === region.start && last.end > last.start && region.end > region.start);
      if (isApart) break;
      region = regionOf([...last.disputed, ...region.disputed]);
      regions.pop();
    }
    regions.push(region);
  }
  const newline = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const whole = (some: readonly string[]): string =>
    some.map((line) => (/[\r\n]$/.test(line) ? line : line + newline)).join('');
  let done = 0;
  let marked = '';
  for (const { start, end, theirs } of regions) {
    marked += whole(lines.slice(done, start));
    marked += `<<<<<<< ours${newline}${whole(lines.slice(start, end))}=======${newline}`;
    marked += `${whole(theirs)}>>>>>>> theirs${newline}`;
    done = end;
  }
  return marked + lines.slice(done).join('');
}

/** A view of the text with their version of units. Where a side lacks one, all locales go with it. */
function withTheirs(
  text: string,
  some: readonly Disputed[],
  { view, theirs }: { readonly view: View; readonly theirs: string },
): string {
  const taken = new Set(
    some
      .filter((one) => one.locale === view.locale || !one.ours || !one.theirs)
      .map(({ key }) => keyId(key)),
  );
  if (taken.size === 0) return text;
  const other = unitsById(view.read(theirs));
  return edited(text, view, (document) => {
    const now = unitsById(document);
    const units = new Map(
      mergedOrder(now, other).flatMap((id) => {
        const unit = taken.has(id) ? other.get(id) : now.get(id);
        return unit === undefined ? [] : [[id, unit] as const];
      }),
    );
    return editsToward(document, { units, isPlaced: () => false }, view.originOf);
  });
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? [];
}

interface Lines {
  readonly text: string;
  readonly isOpen: boolean;
}

/** A line that no file has. */
const SEPARATOR = '\ue000\n';

/** Merges by lines, but changes of adjacent lines are no conflict. */
async function mergeLinesApart(texts: Versions<string>): Promise<Lines> {
  const apart = (text: string): string => text.replaceAll('\n', `\n${SEPARATOR}`);
  const { base, ours, theirs } = texts;
  const merged = await mergeLines({
    base: base === undefined ? undefined : apart(base),
    ours: apart(ours),
    theirs: apart(theirs),
  });
  return { ...merged, text: merged.text.replaceAll(SEPARATOR, '') };
}

/** Merges by lines, as git does. @throws MergeError */
export async function mergeLines({ base = '', ours, theirs }: Versions<string>): Promise<Lines> {
  if (ours === theirs || theirs === base) return { text: ours, isOpen: false };
  if (ours === base) return { text: theirs, isOpen: false };
  const folder = await mkdtemp(join(tmpdir(), 'locale-sync-merge-'));
  try {
    const names = ['ours', 'base', 'theirs'] as const;
    const all = { ours, base, theirs };
    await Promise.all(names.map((name) => writeFile(join(folder, name), all[name])));
    const labels = names.flatMap((name) => ['-L', name]);
    return await new Promise((resolve, reject) => {
      const options = { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 } as const;
      const child = execFile(
        'git',
        ['merge-file', '-p', ...labels, ...names],
        options,
        (error, text) => {
          const code = child.exitCode ?? 255;
          if (code > 127) reject(new MergeError('git cannot merge it by lines', { cause: error }));
          else resolve({ text, isOpen: code > 0 });
        },
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
