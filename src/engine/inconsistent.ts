import type { TargetDiff } from './diff.js';
import type { UnitDiff } from './unit-diff.js';

export interface Inconsistency {
  readonly diff: TargetDiff;
  readonly unit: UnitDiff;
  /** The translation that most units of this source have. */
  readonly usual: string;
}

/** Units of one locale whose source, in the same context, is translated otherwise elsewhere. */
export function findInconsistencies(diffs: readonly TargetDiff[]): readonly Inconsistency[] {
  const groups = new Map<string, { diff: TargetDiff; unit: UnitDiff; text: string }[]>();
  for (const diff of diffs) {
    for (const unit of diff.units) {
      const { current, treatment, status, expected, options } = unit;
      if (current?.kind !== 'text' || treatment === 'copy') continue;
      if (status !== 'current' && status !== 'edited') continue;
      const form = expected.plural?.category ?? '';
      const id = `${diff.target.locale}\n${options.request.context ?? ''}\n${form}\n${expected.text}`;
      const member = { diff, unit, text: current.text };
      const members = groups.get(id);
      if (members === undefined) groups.set(id, [member]);
      else members.push(member);
    }
  }
  return [...groups.values()].flatMap((members) => outliers(members));
}

function outliers(
  members: readonly { diff: TargetDiff; unit: UnitDiff; text: string }[],
): Inconsistency[] {
  const counts = new Map<string, number>();
  for (const { text } of members) counts.set(text, (counts.get(text) ?? 0) + 1);
  if (counts.size < 2) return [];
  const [usual] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best));
  return members
    .filter(({ text }) => text !== usual)
    .map(({ diff, unit }) => ({ diff, unit, usual }));
}
