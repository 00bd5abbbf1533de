import type { Row, FileComparison } from '../units/row.js';

export interface Inconsistency {
  readonly file: FileComparison;
  readonly unit: Row;
  /** The translation that most units with this source have. */
  readonly usual: string;
}

interface Member {
  readonly file: FileComparison;
  readonly unit: Row;
  readonly text: string;
}

/** Units of one locale whose source is translated differently elsewhere in the same context. */
export function findInconsistencies(files: readonly FileComparison[]): readonly Inconsistency[] {
  const groups = new Map<string, Member[]>();
  for (const file of files) {
    for (const row of file.rows) {
      const { current, source, state, options } = row;
      if (current?.kind !== 'text' || current.text === '' || source.copied) continue;
      if (state.status !== 'current' && state.status !== 'edited') continue;
      const { expected } = source;
      const form = expected.plural?.category ?? '';
      const context = options.request.context ?? '';
      const id = [file.target.locale, context, form, expected.text].join('\n');
      const member = { file, unit: row, text: current.text };
      const members = groups.get(id);
      if (members === undefined) groups.set(id, [member]);
      else members.push(member);
    }
  }
  return [...groups.values()].flatMap(outliers);
}

function outliers(members: readonly Member[]): readonly Inconsistency[] {
  const counts = new Map<string, number>();
  for (const { text } of members) counts.set(text, (counts.get(text) ?? 0) + 1);
  if (counts.size < 2) return [];
  const [usual] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best));
  return members
    .filter(({ text }) => text !== usual)
    .map(({ file, unit }) => ({ file, unit, usual }));
}
