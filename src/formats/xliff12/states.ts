import type { UnitState } from '../../model/index.js';

/** Meanings of a `<target>`'s `state` (XLIFF 1.2 section 2.3, `state`). */
const MEANINGS: ReadonlyMap<string, UnitState> = new Map<string, UnitState>([
  ['new', 'initial'],
  ['needs-translation', 'initial'],
  ['needs-l10n', 'initial'],
  // There is a text to adapt.
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

/** The state of a text; `approved="yes"` takes precedence over `state`. */
export function stateOf(
  state: string | undefined,
  approved: string | undefined,
): UnitState | undefined {
  return approved === 'yes' ? 'final' : MEANINGS.get(state ?? '');
}

/** Whether a text with this state still needs work. */
export function isOpen(state: string): boolean {
  return /^(?:initial|review)$/.test(MEANINGS.get(state) ?? '');
}

/**
 * The `state` of a `<target>` to write. One that means the same stays as it is, and one that only its
 * tool knows stays with its text.
 */
export function stateName(
  state: UnitState,
  { old, isChanged }: { readonly old?: string | undefined; readonly isChanged: boolean },
): string {
  if (old === undefined || (isChanged && old === 'needs-adaptation')) return NAMES[state];
  const meaning = MEANINGS.get(old) ?? (isChanged ? undefined : state);
  return meaning === state ? old : NAMES[state];
}
