import type { Retranslate, Selection } from '../../model/index.js';
import type { ComparedUnit, FileComparison } from '../units/types.js';
import { keyMatcher } from '../units/key-glob.js';

/** Units that a run treats differently from their state, because its caller asked for it. */
export interface Choice {
  /** Whether a human text in review counts as reviewed (`accept`, narrowed by `keys`). */
  readonly accepts: (unit: ComparedUnit) => boolean;
  /**
   * Whether a text is translated again although it is current (`retranslate`, narrowed by `keys`).
   */
  readonly retranslates: (unit: ComparedUnit) => boolean;
  /** Whether a unit is in the selection; others stay and are not counted (`keys` alone). */
  readonly isMeant: (unit: ComparedUnit) => boolean;
  /** False: proposals are left to a later run (`proposals`). */
  readonly proposes: boolean;
}

const ALL = (): boolean => true;
const NONE = (): boolean => false;

const RETRANSLATED: Record<Retranslate, (unit: ComparedUnit, isDrifted: boolean) => boolean> = {
  drifted: (_, isDrifted) => isDrifted,
  edited: ({ state: { status } }) =>
    status === 'edited' || status === 'review' || status === 'invalid',
  all: () => true,
};

export function choiceOf(selection: Selection, isDrifted: (unit: ComparedUnit) => boolean): Choice {
  const { accept, retranslate, keys, proposals: proposes = true } = selection;
  const matches = keys === undefined ? ALL : keyMatcher(keys);
  const isChosen = ({ source }: ComparedUnit): boolean => matches(source.expected.key);
  if (accept === true) {
    const accepts = (unit: ComparedUnit): boolean =>
      unit.state.status === 'review' && isChosen(unit);
    return { accepts, retranslates: NONE, isMeant: ALL, proposes };
  }
  if (retranslate === undefined)
    return { accepts: NONE, retranslates: NONE, isMeant: isChosen, proposes };
  const chosen = RETRANSLATED[retranslate];
  const retranslates = (unit: ComparedUnit): boolean =>
    chosen(unit, isDrifted(unit)) && isChosen(unit);
  return { accepts: NONE, retranslates, isMeant: ALL, proposes };
}

/** Keeps dropped units that `keys` do not select in the file. */
export function narrowFile(file: FileComparison, keys: readonly string[]): FileComparison {
  const matches = keyMatcher(keys);
  const obsolete = file.obsolete.filter(({ unit }) => matches(unit.key));
  const others = file.obsolete.filter(({ unit }) => !matches(unit.key));
  return others.length === 0 ? file : { ...file, obsolete, kept: [...file.kept, ...others] };
}
