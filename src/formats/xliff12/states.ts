import type { UnitState } from '../../model/index.js';

/** What `state` of a `<target>` says of its text (XLIFF 1.2 section 2.3, `state`). */
const MEANINGS: ReadonlyMap<string, UnitState> = new Map<string, UnitState>([
  ['new', 'initial'],
  ['needs-translation', 'initial'],
  ['needs-l10n', 'initial'],
  // What is to be adapted is there.
  ['needs-adaptation', 'translated'],
  ['needs-review-translation', 'review'],
  ['needs-review-adaptation', 'review'],
  ['needs-review-l10n', 'review'],
  ['translated', 'translated'],
  ['signed-off', 'reviewed'],
  ['final', 'final'],
]);

const NAMES: Readonly<Record<UnitState, string>> = {
  initial: 'new',
  translated: 'translated',
  review: 'needs-review-translation',
  reviewed: 'signed-off',
  final: 'final',
};

/** The state of a text; `approved="yes"` stands above what `state` says of it. */
export function stateOf(
  state: string | undefined,
  approved: string | undefined,
): UnitState | undefined {
  return approved === 'yes' ? 'final' : MEANINGS.get(state ?? '');
}

/** Whether a text of this state waits for somebody. */
export function isOpen(state: string): boolean {
  return /^(?:initial|review)$/.test(MEANINGS.get(state) ?? '');
}

/** `state` of a `<target>` to write. */
export function stateName(state: UnitState): string {
  return NAMES[state];
}
