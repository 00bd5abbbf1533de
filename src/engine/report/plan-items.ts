import type { PlanItem } from '../../model/index.js';
import { segmentsOf } from '../changes/segments.js';
import type { Change, RunPlan, Segment } from '../changes/types.js';

/**
 * Every unit that a plan does something with, in the order of the files. Pure: the same before and
 * after the plan is carried out.
 */
export function planItems({
  files,
  attempts,
  batches,
}: Pick<RunPlan, 'files' | 'attempts' | 'batches'>): readonly PlanItem[] {
  const asked = new Set(batches.flatMap(({ segments }) => segments));
  const counting = { attempts, asked, counted: new Set<Segment>() };
  return files.flatMap(({ file, changes }): PlanItem[] => {
    const { path, locale } = file.target;
    const items = changes
      .filter(({ isPending }) => !isPending)
      .map((change) => itemOf(change, counting));
    const removed = file.obsolete.map(({ unit }): PlanItem => {
      const { key, text: target } = unit;
      const base = { file: path, locale, key, target, characters: 0 };
      return { ...base, status: 'obsolete', action: 'remove' };
    });
    return [...items, ...removed];
  });
}

interface Counting extends Pick<RunPlan, 'attempts'> {
  /** Segments of the plan's requests. */
  readonly asked: ReadonlySet<Segment>;
  /** Those of changes before this one. */
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
  const open = attempt === undefined ? [] : segmentsOf(attempt).filter((one) => asked.has(one));
  const fresh = open.filter((segment) => !counted.has(segment));
  for (const segment of fresh) counted.add(segment);
  return { ...base, characters: fresh.reduce((sum, { characters }) => sum + characters, 0) };
}
