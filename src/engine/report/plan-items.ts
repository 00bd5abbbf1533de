import { eachInSteps } from '../../model/index.js';
import type { EmptyDecision, PlanItem, Steps, Unit } from '../../model/index.js';
import { lostTexts } from '../changes/removals.js';
import { segmentsOf } from '../changes/segments.js';
import type { Attempt, Change, RunPlan, Segment } from '../changes/types.js';
import type { FileComparison } from '../units/types.js';

/**
 * Every unit that a plan changes, in file order. Pure: the same before and after the plan is
 * carried out. Yields after each file.
 */
export function* planItems({
  files,
  waiting,
  batches,
}: Pick<RunPlan, 'files' | 'waiting' | 'batches'>): Steps<readonly PlanItem[]> {
  const asked = new Set(batches.flatMap(({ segments }) => segments));
  const attempts = new Map(waiting.map(({ change, attempt }) => [change, attempt]));
  const counting = { attempts, asked, counted: new Set<Segment>() };
  const all = yield* eachInSteps(files, ({ file, changes }): PlanItem[] => {
    const { path, locale } = file.target;
    const items = changes
      .filter(({ isPending }) => !isPending)
      .map((change) => itemOf(change, counting));
    const archived = archivedIn(file, changes);
    const removed = file.obsolete.map(({ unit }): PlanItem => {
      const { key, text: target } = unit;
      const base = { file: path, locale, key, target, characters: 0 };
      const where = archived.has(unit) ? ({ archived: true } as const) : {};
      return { ...base, status: 'obsolete', action: 'remove', ...where };
    });
    return [...items, ...removed];
  });
  return all.flat();
}

/** Units whose text goes to the archive. */
function archivedIn(file: FileComparison, changes: readonly Change[]): ReadonlySet<Unit> {
  if (file.obsolete.length === 0) return NOTHING;
  const written = changes.filter(({ action }) => action !== 'propose');
  const lost = lostTexts(file, file.obsolete, written);
  return new Set(lost.flatMap(({ unit, people }) => (people.length > 0 ? [unit] : [])));
}

const NOTHING: ReadonlySet<Unit> = new Set();

/** How each file's empty texts that are not in the lock are interpreted. */
export function emptyDecisions(files: RunPlan['files']): readonly EmptyDecision[] {
  return files.flatMap(({ file: { target, empty } }) =>
    empty === undefined ? [] : [{ file: target.path, locale: target.locale, ...empty }],
  );
}

interface Counting {
  readonly attempts: ReadonlyMap<Change, Attempt>;
  /** Segments in the plan's requests. */
  readonly asked: ReadonlySet<Segment>;
  /** Segments of earlier changes. */
  readonly counted: Set<Segment>;
}

function itemOf(change: Change, { attempts, asked, counted }: Counting): PlanItem {
  const { file, unit, action, known, reuse } = change;
  const { expected } = unit.source;
  const base = {
    file: file.target.path,
    locale: file.target.locale,
    key: expected.key,
    status: unit.state.status,
    source: expected.text,
    ...(unit.current === undefined ? {} : { target: unit.current.text }),
    action,
    ...(reuse === undefined ? {} : { reuse }),
  };
  if (known !== undefined) return { ...base, text: known.text, characters: 0 };
  const attempt = attempts.get(change);
  // Plural forms may have a text in common.
  const open = new Set(attempt === undefined ? [] : segmentsOf(attempt));
  const fresh = [...open].filter((one) => asked.has(one) && !counted.has(one));
  for (const segment of fresh) counted.add(segment);
  return { ...base, characters: fresh.reduce((sum, { characters }) => sum + characters, 0) };
}
