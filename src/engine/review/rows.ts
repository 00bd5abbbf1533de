import { defined, LEAST_TRUST, REVIEW_STATUSES } from '../../model/index.js';
import type {
  ReviewComment,
  ReviewData,
  ReviewRowMore,
  ReviewStatus,
  ReviewTextMore,
} from '../../model/index.js';
import { ADOPTED, isHuman, targetHash } from '../../lock/index.js';
import { statedLength } from '../../text/index.js';
import type { UnitFinding, Row, FileComparison, Finding } from '../units/row.js';
import { isCounted } from '../units/decided.js';
import { isDrifted } from '../units/drift.js';
import { IGNORE } from '../units/ignored-rules.js';
import { hasErrors } from '../units/findings.js';
import type { SourceUnit } from '../units/source-units.js';
import { gradesOf } from '../units/trust.js';
import { positionOf } from '../units/unit-position.js';
import type { FileContext, OfflineRules, Pattern, SourceTraits } from './check.js';
import { findingOf } from './marks.js';

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
  /** What people said about a row. Default: nothing. */
  readonly commentsOf?: (file: FileComparison, row: Row) => readonly ReviewComment[];
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
    for (const row of shownRows(file)) {
      const at = rows.text.length;
      const target = row.current?.text ?? '';
      rows.text.push(texts.placeOf(file, row.source));
      rows.file.push(place);
      rows.status.push(REVIEW_STATUSES.indexOf(statusOf(row)));
      rows.target.push(target);
      rows.hash.push(targetHash(target));
      rows.person.push(isPersons(row) ? 1 : 0);
      const comments = input.commentsOf?.(file, row);
      const more = moreOf(row, { odd: odd.get(row), grade: grades.get(row), comments });
      if (more !== undefined) rows.more[at] = more;
    }
    const { path, locale } = file.target;
    return { source: texts.fileOf(file.pair.source.path), path, locale };
  });
  const { source, targets, problems } = input;
  return { source, targets, sources: texts.sources, files, texts: texts.columns, rows, problems };
}

/** The rows of a file that the page shows. */
export function shownRows({ rows }: FileComparison): readonly Row[] {
  return rows.filter(
    (row) => isCounted(row) && !row.source.copied && row.state.place !== 'inherited',
  );
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
  {
    odd = [],
    grade = 100,
    comments = [],
  }: {
    readonly odd: readonly Finding[] | undefined;
    readonly grade: number | undefined;
    readonly comments: readonly ReviewComment[] | undefined;
  },
): ReviewRowMore | undefined {
  const { source, current } = row;
  const texts = { source: source.expected.text, target: current?.text ?? '' };
  const found = [...row.findings, ...odd].map((one) => findingOf(one, texts));
  const some = <T>(all: readonly T[]): readonly T[] | undefined =>
    all.length === 0 ? undefined : all;
  return someOf({
    findings: some(found),
    proposal: proposedText(row),
    drifted: isDrifted(row) ? (true as const) : undefined,
    // In tens: an edit changes the grades of other texts by little.
    trust: grade <= LEAST_TRUST ? Math.round(grade / 10) * 10 : undefined,
    fixed: fixedReason(row),
    comments: some(comments),
  });
}

/** Undefined if all fields are. */
function someOf<T extends object>(fields: T): ReturnType<typeof defined<T>> | undefined {
  const known = defined(fields);
  return Object.keys(known).length === 0 ? undefined : known;
}

/** A known text that is not in the file. */
function proposedText({ current, decision }: Row): string | undefined {
  const text = decision?.known?.text;
  return text === undefined || text === '' || text === current?.text ? undefined : text;
}

/** What judges the rows of `data`, made of the same files, without a server. Pure. */
export function offlineRules(data: ReviewData, files: readonly FileComparison[]): OfflineRules {
  const contexts = new Map<string, FileContext>();
  const texts: Record<number, SourceTraits> = {};
  const terms: Record<number, OfflineRules['terms'][number]> = {};
  let at = 0;
  const places = files.map((file) => {
    for (const row of shownRows(file)) {
      const { source, options } = row;
      const traits = traitsOf(source.expected);
      if (Object.keys(traits).length > 0) texts[data.rows.text[at] ?? -1] = traits;
      const all = options.terms?.termsIn(source.expected.text) ?? [];
      if (all.length > 0) terms[at] = { all, areExpected: options.expectedTerms !== undefined };
      at += 1;
    }
    const context = contextOf(file);
    const id = JSON.stringify(context);
    if (!contexts.has(id)) contexts.set(id, context);
    return id;
  });
  const ids = [...contexts.keys()];
  const indexes = new Map(ids.map((id, place) => [id, place]));
  return {
    files: places.map((id) => indexes.get(id) ?? -1),
    contexts: [...contexts.values()],
    ...{ texts, terms },
  };
}

function contextOf({ message, rules, strict }: FileComparison): FileContext {
  const { custom, ...own } = message;
  if (custom === undefined) return { message: own, rules, strict };
  const patternOf = ({ source, flags }: RegExp): Pattern => [source, flags];
  const placeholders = custom.placeholders.map(patternOf);
  const keep = custom.keep && patternOf(custom.keep);
  return { message: own, rules, strict, custom: { placeholders, ...defined({ keep }) } };
}

function traitsOf({ plural, syntax, unit }: SourceUnit['expected']): SourceTraits {
  const { inline, note, maxLength = statedLength(note) } = unit;
  const ignoring = note?.includes(IGNORE) === true ? note : undefined;
  return defined({ plural, syntax, inline, maxLength, note: ignoring });
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
    const more = textMore(expected, this.#usesOf?.(path, expected.unit.key));
    if (more !== undefined) columns.more[place] = more;
    return place;
  }
}

function textMore(
  { note, unit }: SourceUnit['expected'],
  uses: readonly string[] = [],
): ReviewTextMore | undefined {
  const limit = unit.maxLength ?? statedLength(unit.note);
  return someOf({ note, uses: uses.length === 0 ? undefined : uses, limit });
}
