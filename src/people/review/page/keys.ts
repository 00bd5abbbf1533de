import {
  act,
  approve,
  approveAll,
  approvableRows,
  ask,
  dismiss,
  edit,
  isHelpOpen,
  say,
  state,
  takeSuggestion,
  undo,
} from './store.js';

export interface KeyAction {
  /** Values of `KeyboardEvent.key`. */
  readonly keys: readonly string[];
  readonly does: string;
  readonly run: () => void;
  /** About the texts: has no effect while the list is hidden or a text is edited. */
  readonly isOfText?: true;
  /** Works as often as the keyboard repeats it. */
  readonly isMove?: true;
}

const isOfText = true;
const isMove = true;

export const UNDO: KeyAction = { keys: ['u'], does: 'Undo', run: () => void undo(), isOfText };

export const APPROVE_ALL: KeyAction = {
  keys: ['A'],
  does: 'Approve everything in the list',
  run: approveListed,
  isOfText,
};

/** Keyboard shortcuts of a single key. */
export const KEYS: readonly KeyAction[] = [
  { keys: ['a'], does: 'Approve this text and go on', run: () => void approve(), isOfText },
  { keys: ['e', 'Enter'], does: 'Edit; Ctrl+Enter saves, Escape leaves', run: edit, isOfText },
  { keys: ['n', 'j', 'ArrowDown'], does: 'Next', run: () => move(1), isOfText, isMove },
  { keys: ['p', 'k', 'ArrowUp'], does: 'Previous', run: () => move(-1), isOfText, isMove },
  { keys: ['PageDown'], does: 'Ten on', run: () => move(10), isOfText, isMove },
  { keys: ['PageUp'], does: 'Ten back', run: () => move(-10), isOfText, isMove },
  { keys: ['d'], does: 'Dismiss the first finding', run: () => void dismiss(), isOfText },
  { keys: ['t'], does: 'Take the suggestion', run: () => void takeSuggestion(), isOfText },
  { keys: ['q'], does: 'Ask the developers a question', run: ask, isOfText },
  UNDO,
  APPROVE_ALL,
  { keys: ['/'], does: 'Search', run: () => document.getElementById('query')?.focus() },
  { keys: ['o'], does: 'Overview, and back', run: toggleView },
  { keys: ['?'], does: 'These shortcuts', run: toggleHelp },
];

function move(by: number): void {
  act({ do: 'move', by });
}

function toggleView(): void {
  act({ do: 'view', view: state.value.view === 'texts' ? 'overview' : 'texts' });
}

function approveListed(): void {
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
  // Enter presses a focused button and follows a link.
  if (key === 'Enter' && target instanceof Element && target.closest('button, a, summary')) return;
  const action = KEYS.find(({ keys }) => keys.includes(key));
  if (action === undefined) return;
  event.preventDefault();
  // A key that is held down approves nothing: nobody reads that fast.
  if (event.repeat && action.isMove !== true) return;
  if (isHelpOpen.value && key.startsWith('Arrow')) moveInHelp(key === 'ArrowDown' ? 1 : -1);
  else runAction(action);
}

/** Runs an action, from its key or from the list of shortcuts. */
export function runAction(action: KeyAction): void {
  const { run } = action;
  if (run !== toggleHelp) isHelpOpen.value = false;
  const { view, isEditing } = state.value;
  // A text that is not visible must not be approved, and what somebody types is no command.
  if (action.isOfText !== true || (view === 'texts' && !isEditing)) run();
  else if (view === 'overview') say('Press o to go back to the texts.');
  else {
    say('A text is being edited. Ctrl+Enter saves it, Escape leaves it.');
    document.querySelector('textarea')?.focus();
  }
}

function moveInHelp(by: number): void {
  const lines = [...document.querySelectorAll<HTMLButtonElement>('dialog button')];
  const at = lines.findIndex((line) => line === document.activeElement);
  lines[Math.min(lines.length - 1, Math.max(0, at + by))]?.focus();
}

function toggleHelp(): void {
  isHelpOpen.value = !isHelpOpen.value;
}
