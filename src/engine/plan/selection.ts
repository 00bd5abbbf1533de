import type { Retranslate, Selection } from '../../model/index.js';
import type { Row, FileComparison } from '../units/row.js';
import { keyMatcher } from '../units/key-glob.js';

/** Units that a run treats differently from their state, because its caller asked for it. */
export interface Choice {
  /** Whether a human text in review counts as reviewed (`accept`, narrowed by `keys`). */
  readonly accepts: (row: Row) => boolean;
  /**
   * Whether a text is translated again although it is current (`retranslate`, narrowed by `keys`).
   */
  readonly retranslates: (unit: Row) => boolean;
  /** Whether a unit is in the selection; others stay and are not counted (`keys` alone). */
  readonly isMeant: (unit: Row) => boolean;
  /** False: proposals are left to a later run (`proposals`). */
  readonly proposes: boolean;
}

const ALL = (): boolean => true;
const NONE = (): boolean => false;

const RETRANSLATED: Record<Retranslate, (unit: Row, isDrifted: boolean) => boolean> = {
  drifted: (_, isDrifted) => isDrifted,
  edited: ({ state: { status } }) =>
    status === 'edited' || status === 'review' || status === 'invalid',
  all: () => true,
};

export function choiceOf(selection: Selection, isDrifted: (row: Row) => boolean): Choice {
  const { accept, retranslate, keys, proposals: proposes = true } = selection;
  const matches = keys === undefined ? ALL : keyMatcher(keys);
  const isChosen = ({ source }: Row): boolean => matches(source.expected.key);
  if (accept === true) {
    const accepts = (unit: Row): boolean => unit.state.status === 'review' && isChosen(unit);
    return { accepts, retranslates: NONE, isMeant: ALL, proposes };
  }
  if (retranslate === undefined)
    return { accepts: NONE, retranslates: NONE, isMeant: isChosen, proposes };
  const chosen = RETRANSLATED[retranslate];
  const retranslates = (unit: Row): boolean => chosen(unit, isDrifted(unit)) && isChosen(unit);
  return { accepts: NONE, retranslates, isMeant: ALL, proposes };
}

/** Keeps dropped units that `keys` do not select in the file. */
export function narrowFile(file: FileComparison, keys: readonly string[]): FileComparison {
  const matches = keyMatcher(keys);
  const obsolete = file.obsolete.filter(({ unit }) => matches(unit.key));
  const others = file.obsolete.filter(({ unit }) => !matches(unit.key));
  return others.length === 0 ? file : { ...file, obsolete, kept: [...file.kept, ...others] };
}
