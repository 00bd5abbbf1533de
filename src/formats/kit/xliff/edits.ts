import type { Edit, Key } from '../../../model/index.js';

/** In a target, an insert of an existing but untranslated unit sets its target. */
export function asSets(
  edits: readonly Edit[],
  lacksTarget: (key: Key) => boolean,
): readonly Edit[] {
  return edits.map((edit) =>
    edit.op === 'insert' && lacksTarget(edit.key) ? { ...edit, op: 'set' } : edit,
  );
}
