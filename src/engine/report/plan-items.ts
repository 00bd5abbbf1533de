import type { EmptyDecision, PlanItem, Unit } from '../../model/index.js';
import { lostTexts } from '../units/removals.js';
import { segmentsOf } from '../segments/segments.js';
import { actionOf, decidedRows, isForFile } from '../units/decided.js';
import type { DecidedRow, FileComparison, RunPlan, Segment } from '../units/row.js';

/** Every unit that a plan changes, in file order. Pure; made before the plan is carried out. */
export function planItems(plan: {
  readonly files: RunPlan['files'];
  readonly batches: RunPlan['batches'];
}): readonly PlanItem[] {
  const { files, batches } = plan;
  const asked = new Set(batches.flatMap(({ segments }) => segments));
  /** Segments of earlier rows. */
  const counted = new Set<Segment>();
  return files.flatMap((file): PlanItem[] => {
    const { path, locale } = file.target;
    const rows = decidedRows(file);
    const items = rows
      .filter(({ decision }) => decision.do !== 'recall')
      .map((row) => itemOf(row, asked, counted));
    const archived = archivedIn(file, rows);
    const removed = file.obsolete.map(({ unit }): PlanItem => {
      const { key, text: target } = unit;
      const base = { file: path, locale, key, target, characters: 0 };
      const where = archived.has(unit) ? ({ archived: true } as const) : {};
      return { ...base, status: 'obsolete', action: 'remove', ...where };
    });
    return [...items, ...removed];
  });
}

/** Units whose text goes to the archive. */
function archivedIn(file: FileComparison, rows: readonly DecidedRow[]): ReadonlySet<Unit> {
  if (file.obsolete.length === 0) return NOTHING;
  const lost = lostTexts(file, file.obsolete, rows.filter(isForFile));
  return new Set(lost.flatMap(({ unit, people }) => (people.length > 0 ? [unit] : [])));
}

const NOTHING: ReadonlySet<Unit> = new Set();

/** How each file's empty texts that are not in the lock are interpreted. */
export function emptyDecisions(files: readonly FileComparison[]): readonly EmptyDecision[] {
  return files.flatMap(({ target, empty }) =>
    empty === undefined ? [] : [{ file: target.path, locale: target.locale, ...empty }],
  );
}

/**
 * @param asked segments in the plan's requests
 * @param counted those of earlier rows
 */
function itemOf(row: DecidedRow, asked: ReadonlySet<Segment>, counted: Set<Segment>): PlanItem {
  const { source, state, current, decision } = row;
  const { file, known, reuse, attempt } = decision;
  const { expected } = source;
  const base = {
    file: file.target.path,
    locale: file.target.locale,
    key: expected.key,
    status: state.status,
    source: expected.text,
    ...(current === undefined ? {} : { target: current.text }),
    action: actionOf(decision),
    ...(reuse === undefined ? {} : { reuse }),
  };
  if (known !== undefined) return { ...base, text: known.text, characters: 0 };
  // Plural forms may have a text in common.
  const open = new Set(attempt === undefined ? [] : segmentsOf(attempt));
  const fresh = [...open].filter((one) => asked.has(one) && !counted.has(one));
  for (const segment of fresh) counted.add(segment);
  return { ...base, characters: fresh.reduce((sum, { characters }) => sum + characters, 0) };
}
