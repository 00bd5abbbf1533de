import { LEAST_TRUST, REVIEW_STATUSES } from '../../model/index.js';
import type {
  ReviewData,
  ReviewFinding,
  ReviewRowMore,
  ReviewStatus,
  ReviewTextMore,
  ReviewRange,
} from '../../model/index.js';
import { ADOPTED, isHuman, targetHash } from '../../lock/index.js';
import { statedLength } from '../../text/index.js';
import type { UnitFinding, Row, FileComparison, Finding } from '../units/row.js';
import { isCounted } from '../units/decided.js';
import { isDrifted } from '../units/drift.js';
import { hasErrors, ruleOf } from '../units/findings.js';
import type { SourceUnit } from '../units/source-units.js';
import { gradesOf } from '../units/trust.js';
import { positionOf } from '../units/unit-position.js';

export interface RowsInput {
  /** Locale of the sources. */
  readonly source: string;
  readonly targets: readonly string[];
  /** In scan order; every file was compared. */
  readonly files: readonly FileComparison[];
  /** Findings for texts that differ from other translations of their source. */
  readonly odd: readonly UnitFinding[];
  /** Messages about problems of files. */
  readonly problems: readonly string[];
  /** Where the code uses a key of a source file. Default: not searched. */
  readonly usesOf?: (source: string, key: readonly string[]) => readonly string[];
}

type Mutable<T> = { -readonly [Name in keyof T]: Column<T[Name]> };
type Column<C> = C extends readonly (infer Item)[]
  ? Item[]
  : C extends Readonly<Record<number, infer Value>>
    ? Record<number, Value>
    : C;

/** The review page's content as plain data. Pure. */
export function reviewData(input: RowsInput): ReviewData {
  const texts = new TextColumns(input.usesOf);
  const rows: Mutable<ReviewData['rows']> = {
    ...{ text: [], file: [], status: [], target: [], hash: [], person: [], more: {} },
  };
  const odd = oddByUnit(input.odd);
  const grades = new Map(
    input.targets.flatMap((locale) => [
      ...gradesOf(input.files.filter(({ target }) => target.locale === locale)),
    ]),
  );
  const files = input.files.map((file, place) => {
    for (const row of file.rows) {
      if (!isShown(row)) continue;
      const at = rows.text.length;
      const target = row.current?.text ?? '';
      rows.text.push(texts.placeOf(file, row.source));
      rows.file.push(place);
      rows.status.push(REVIEW_STATUSES.indexOf(statusOf(row)));
      rows.target.push(target);
      rows.hash.push(targetHash(target));
      rows.person.push(isPersons(row) ? 1 : 0);
      const more = moreOf(row, { odd: odd.get(row), grade: grades.get(row) });
      if (more !== undefined) rows.more[at] = more;
    }
    const { path, locale } = file.target;
    return { source: texts.fileOf(file.pair.source.path), path, locale };
  });
  const { source, targets, problems } = input;
  return { source, targets, sources: texts.sources, files, texts: texts.columns, rows, problems };
}

function isShown(row: Row): boolean {
  return isCounted(row) && !row.source.copied && row.state.place !== 'inherited';
}

/** The status that reports count for the unit. */
export function statusOf({ state, findings }: Row): ReviewStatus {
  const { status } = state;
  const isFine = status === 'current' || status === 'edited';
  return isFine && hasErrors(findings) ? 'invalid' : status;
}

/** Whether a person wrote or accepted the text. */
function isPersons({ state, current }: Row): boolean {
  if (current === undefined || current.text === '') return false;
  return state.origin === undefined || isHuman(state.origin) || state.origin === ADOPTED;
}

function moreOf(
  row: Row,
  { odd = [], grade = 100 }: { odd?: readonly Finding[] | undefined; grade?: number | undefined },
): ReviewRowMore | undefined {
  const { source, current } = row;
  const all = odd.length === 0 ? row.findings : [...row.findings, ...odd];
  const fixed = fixedReason(row);
  const proposal = proposedText(row);
  const drifted = isDrifted(row);
  const isDoubtful = grade <= LEAST_TRUST;
  const hasNone = all.length === 0 && fixed === undefined && proposal === undefined;
  if (hasNone && !drifted && !isDoubtful) return undefined;
  const texts = { source: source.expected.text, target: current?.text ?? '' };
  return {
    ...(all.length === 0 ? {} : { findings: all.map((one) => findingOf(one, texts)) }),
    ...(proposal === undefined ? {} : { proposal }),
    ...(drifted ? { drifted } : {}),
    // In tens: an edit changes the grades of other texts by little.
    ...(isDoubtful ? { trust: Math.round(grade / 10) * 10 } : {}),
    ...(fixed === undefined ? {} : { fixed }),
  };
}

/** A known text that is not in the file. */
function proposedText({ current, decision }: Row): string | undefined {
  const text = decision?.known?.text;
  return text === undefined || text === '' || text === current?.text ? undefined : text;
}

/** A finding as the page shows it, with the part of the text that it is about. */
export function findingOf(
  finding: Finding,
  texts: { readonly source: string; readonly target: string },
): ReviewFinding {
  const { code, level, message, by } = finding;
  const rule = by === 'note' ? undefined : ruleOf(code);
  const marks = marksOf(finding, texts);
  return {
    ...{ code, level, message },
    ...(rule === undefined ? {} : { rule }),
    ...(marks === undefined ? {} : { marks }),
  };
}

interface Texts {
  readonly source: string;
  readonly target: string;
}

type Marks = NonNullable<ReviewFinding['marks']>;

/** Quotations in messages of rules: placeholders, tags, and words in quotation marks. */
const QUOTED =
  /<[^>]*>|\{\{[^}]*\}\}|[%$#]?\{[^}]*\}|%[^\s,.;:]+|\$t\([^)]*\)|@:\S+|:\w+|"([^"]+)"/g;

const MOST = 50;

/**
 * The part of a text that a finding is about; undefined if it is about the whole text. Derived from
 * the position, character or words in the message. Pure.
 */
export function marksOf(finding: Finding, texts: Texts): Marks | undefined {
  const { code, message } = finding;
  const { source, target } = texts;
  if (code === 'surrounding-space') return { in: 'source', ranges: edges(source) };
  const character = /U\+([0-9A-F]{4,6})/.exec(message)?.[1];
  if (character !== undefined) {
    return inTarget(placesOf(target, String.fromCodePoint(Number.parseInt(character, 16))));
  }
  const at = /at character (\d+)/.exec(message)?.[1];
  if (at !== undefined) {
    const start = Math.min(Math.max(0, Number(at) - 1), Math.max(0, target.length - 1));
    return inTarget([[start, start + 1]]);
  }
  const most = /at most (\d+) are allowed/.exec(message)?.[1];
  if (most !== undefined) return inTarget([[Number(most), target.length]]);
  if (code === 'untranslated' || code === 'inconsistent' || code === 'opposites') return undefined;
  const words = [...message.matchAll(QUOTED)].map(([whole, word]) => word ?? whole);
  // Marks what only the target has, or else what it lacks, or else what the message names in it.
  const foreign = words.filter((word) => !source.includes(word));
  const extra = inTarget(foreign.flatMap((word) => placesOf(target, word)));
  if (extra !== undefined) return extra;
  const lacking = words.filter((word) => !target.includes(word));
  const missing = lacking.flatMap((word) => placesOf(source, word)).slice(0, MOST);
  if (missing.length > 0) return { in: 'source', ranges: missing };
  return inTarget(words.flatMap((word) => placesOf(target, word)));
}

function inTarget(ranges: readonly ReviewRange[]): Marks | undefined {
  return ranges.length === 0 ? undefined : { in: 'target', ranges: ranges.slice(0, MOST) };
}

function edges(text: string): readonly ReviewRange[] {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  const all: ReviewRange[] = [
    [0, start],
    [Math.max(start, end), text.length],
  ];
  return all.filter(([from, to]) => from < to);
}

function placesOf(text: string, part: string): readonly ReviewRange[] {
  const found: ReviewRange[] = [];
  if (part === '') return found;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) {
    found.push([at, at + part.length]);
    if (found.length === MOST) break;
  }
  return found;
}

/** Why a text cannot be edited here; undefined: it can. */
export function fixedReason({ source, state }: Row): string | undefined {
  if (source.copied)
    return 'This is a copy of the source: a program reads it, or the config excludes its key.';
  switch (state.place) {
    case 'reference':
      return 'This text comes from another one through a reference. Edit that one.';
    case 'occupied':
      return 'The file has a different kind of value here. Fix that in the file first.';
    case 'own':
    case 'leaving':
    case 'inherited':
      return undefined;
  }
}

function oddByUnit(odd: readonly UnitFinding[]): ReadonlyMap<Row, readonly Finding[]> {
  const found = new Map<Row, Finding[]>();
  for (const { unit, finding } of odd) {
    const known = found.get(unit);
    if (known === undefined) found.set(unit, [finding]);
    else known.push(finding);
  }
  return found;
}

/** Source texts, each stored once for all targets. */
class TextColumns {
  readonly sources: string[] = [];
  readonly columns: Mutable<ReviewData['texts']> = {
    ...{ file: [], key: [], text: [], hash: [], line: [], more: {} },
  };
  readonly #places = new Map<SourceUnit, number>();
  readonly #files = new Map<string, number>();
  readonly #usesOf: RowsInput['usesOf'];

  constructor(usesOf: RowsInput['usesOf']) {
    this.#usesOf = usesOf;
  }

  fileOf(path: string): number {
    let place = this.#files.get(path);
    if (place === undefined) this.#files.set(path, (place = this.sources.push(path) - 1));
    return place;
  }

  placeOf({ pair }: FileComparison, source: SourceUnit): number {
    const known = this.#places.get(source);
    if (known !== undefined) return known;
    const { columns } = this;
    const { path, document } = pair.source;
    const { expected, keyId, sourceHash } = source;
    const place = columns.key.push(keyId) - 1;
    this.#places.set(source, place);
    columns.file.push(this.fileOf(path));
    columns.text.push(expected.text);
    columns.hash.push(sourceHash);
    columns.line.push(positionOf(document, expected.unit).line);
    const more = textMore(expected, this.#usesOf?.(path, expected.key));
    if (more !== undefined) columns.more[place] = more;
    return place;
  }
}

function textMore(
  { note, unit }: SourceUnit['expected'],
  uses: readonly string[] = [],
): ReviewTextMore | undefined {
  const limit = unit.maxLength ?? statedLength(unit.note);
  if (note === undefined && uses.length === 0 && limit === undefined) return undefined;
  return {
    ...(note === undefined ? {} : { note }),
    ...(uses.length === 0 ? {} : { uses }),
    ...(limit === undefined ? {} : { limit }),
  };
}
