import {
  act,
  approve,
  approveAll,
  approvableRows,
  dismiss,
  isHelpOpen,
  move,
  say,
  state,
  takeProposal,
  undo,
} from './store.js';

export interface KeyAction {
  /** Values of `KeyboardEvent.key`. */
  readonly keys: readonly string[];
  readonly does: string;
  readonly run: () => void;
  /** About the displayed text: has no effect if there is none. */
  readonly isOfText?: true;
}

const isOfText = true;

/** Keyboard shortcuts of a single key. */
export const KEYS: readonly KeyAction[] = [
  { keys: ['a'], does: 'Approve this text and go on', run: () => void approve(), isOfText },
  { keys: ['e', 'Enter'], does: 'Edit; Ctrl+Enter saves, Escape leaves', run: edit, isOfText },
  { keys: ['n', 'j', 'ArrowDown'], does: 'Next', run: () => move(1), isOfText },
  { keys: ['p', 'k', 'ArrowUp'], does: 'Previous', run: () => move(-1), isOfText },
  { keys: ['PageDown'], does: 'Ten on', run: () => move(10), isOfText },
  { keys: ['PageUp'], does: 'Ten up', run: () => move(-10), isOfText },
  { keys: ['d'], does: 'Dismiss the first finding', run: () => void dismiss(), isOfText },
  { keys: ['t'], does: 'Use the proposal', run: () => void takeProposal(), isOfText },
  { keys: ['u'], does: 'Undo', run: () => void undo() },
  { keys: ['A'], does: 'Approve everything in the list', run: approveListed },
  { keys: ['/'], does: 'Search', run: () => document.getElementById('query')?.focus() },
  { keys: ['o'], does: 'Overview, and back', run: toggleView },
  { keys: ['?'], does: 'These shortcuts', run: toggleHelp },
];

function edit(): void {
  act({ do: 'edit', on: true });
}

function toggleView(): void {
  act({ do: 'view', view: state.value.view === 'texts' ? 'overview' : 'texts' });
}

export function approveListed(): void {
  const { length } = approvableRows();
  // The page's only confirmation: there may be thousands.
  if (length > 0 && confirm(`Approve ${length} texts?`)) void approveAll();
}

/** Handles keys, except while somebody types. */
export function onKey(event: KeyboardEvent): void {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === 'Escape') {
    isHelpOpen.value = false;
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) target.blur();
    return;
  }
  const isTyping =
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement;
  if (isTyping) return;
  // Enter presses a focused button.
  if (key === 'Enter' && target instanceof HTMLButtonElement) return;
  const action = KEYS.find(({ keys }) => keys.includes(key));
  if (action === undefined) return;
  event.preventDefault();
  if (isHelpOpen.value && key.startsWith('Arrow')) moveInHelp(key === 'ArrowDown' ? 1 : -1);
  else runAction(action);
}

/** Runs an action, from its key or from the list of shortcuts. */
export function runAction(action: KeyAction): void {
  const { run } = action;
  if (run !== toggleHelp) isHelpOpen.value = false;
  // A text that is not visible must not be approved.
  if (action.isOfText === true && state.value.view === 'overview')
    say('Press o to go back to the texts.');
  else run();
}

function moveInHelp(by: number): void {
  const lines = [...document.querySelectorAll<HTMLButtonElement>('dialog button')];
  const at = lines.findIndex((line) => line === document.activeElement);
  lines[Math.min(lines.length - 1, Math.max(0, at + by))]?.focus();
}

function toggleHelp(): void {
  isHelpOpen.value = !isHelpOpen.value;
}
