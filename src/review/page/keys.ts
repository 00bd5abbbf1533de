import {
  act,
  approve,
  approveAll,
  approvableRows,
  dismiss,
  isHelpOpen,
  move,
  state,
  takeProposal,
  undo,
} from './store.js';

export interface KeyAction {
  /** As `KeyboardEvent.key` has it. */
  readonly keys: readonly string[];
  readonly does: string;
  readonly run: () => void;
}

/** One key each. */
export const KEYS: readonly KeyAction[] = [
  { keys: ['a'], does: 'Approve this text and go on', run: () => void approve() },
  { keys: ['e', 'Enter'], does: 'Edit; Ctrl+Enter saves, Escape leaves', run: edit },
  { keys: ['n', 'j', 'ArrowDown'], does: 'Next', run: () => move(1) },
  { keys: ['p', 'k', 'ArrowUp'], does: 'Previous', run: () => move(-1) },
  { keys: ['PageDown'], does: 'Ten on', run: () => move(10) },
  { keys: ['PageUp'], does: 'Ten back', run: () => move(-10) },
  { keys: ['d'], does: 'Dismiss the first finding', run: () => void dismiss() },
  { keys: ['t'], does: 'Take the proposal', run: () => void takeProposal() },
  { keys: ['u'], does: 'Undo', run: () => void undo() },
  { keys: ['A'], does: 'Approve everything in the list', run: approveListed },
  { keys: ['/'], does: 'Search', run: () => document.getElementById('query')?.focus() },
  { keys: ['o'], does: 'Overview, and back', run: toggleView },
  { keys: ['?'], does: 'These keys', run: () => (isHelpOpen.value = !isHelpOpen.value) },
];

function edit(): void {
  act({ do: 'edit', on: true });
}

function toggleView(): void {
  act({ do: 'view', view: state.value.view === 'texts' ? 'overview' : 'texts' });
}

export function approveListed(): void {
  const { length } = approvableRows();
  // The one question of the page: it may be thousands.
  if (length > 0 && confirm(`Approve ${length} texts?`)) void approveAll();
}

/** Keys are for the page, but not where somebody types. */
export function onKey(event: KeyboardEvent): void {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === 'Escape') {
    isHelpOpen.value = false;
    if (target instanceof HTMLInputElement) target.blur();
    return;
  }
  const isTyping =
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement;
  if (isTyping) return;
  // A button that has the focus is pressed by Enter.
  if (key === 'Enter' && target instanceof HTMLButtonElement) return;
  const action = KEYS.find(({ keys }) => keys.includes(key));
  if (action === undefined) return;
  event.preventDefault();
  action.run();
}
