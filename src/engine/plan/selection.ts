import type { Retranslate, Selection } from '../../model/index.js';
import type { ComparedUnit, FileComparison } from '../units/types.js';
import { keyMatcher } from '../units/key-glob.js';

/** Which units a run treats otherwise than their state says, because its caller asked for it. */
export interface Choice {
  /** A person's text in review that counts as reviewed (`accept`, narrowed by `keys`). */
  readonly accepts: (unit: ComparedUnit) => boolean;
  /** A text that is translated again though it is current (`retranslate`, narrowed by `keys`). */
  readonly retranslates: (unit: ComparedUnit) => boolean;
  /** A unit that the run is about at all; any other stays, and is not counted (`keys` alone). */
  readonly isMeant: (unit: ComparedUnit) => boolean;
  /** False: what a proposal would be asked for waits for a later run (`proposals`). */
  readonly proposes: boolean;
}

/** True where `keys` say what the run is about, and not only what is accepted or retranslated. */
export function isNarrowedByKeys({ keys, retranslate, accept }: Selection): boolean {
  return keys !== undefined && retranslate === undefined && accept !== true;
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

/** With the units that `keys` do not mean left in the file, though the source dropped them. */
export function narrowFile(file: FileComparison, keys: readonly string[]): FileComparison {
  const matches = keyMatcher(keys);
  const obsolete = file.obsolete.filter(({ unit }) => matches(unit.key));
  const others = file.obsolete.filter(({ unit }) => !matches(unit.key));
  return others.length === 0 ? file : { ...file, obsolete, kept: [...file.kept, ...others] };
}
