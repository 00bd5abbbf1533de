import { computed, signal } from '@preact/signals';
import type { ReviewEdit } from '../../model/review.js';
import { RowSearch } from './filter.js';
import type { Home, LiveEvent, Shown } from './home.js';
import { approval, isApprovable, placeOf, rowAt } from './row.js';
import type { Row } from './row.js';
import { editsOf, firstState, nextState } from './state.js';
import type { Action, State } from './state.js';

const EMPTY: State = firstState(
  {
    ...{ source: '', targets: [], sources: [], files: [], problems: [] },
    texts: { file: [], key: [], text: [], hash: [], line: [], more: {} },
    rows: { text: [], file: [], status: [], target: [], hash: [], person: [], more: {} },
  },
  [],
);

export const state = signal<State>(EMPTY);
export const isLoaded = signal(false);
export const isHelpOpen = signal(false);

const data = computed(() => state.value.data);
const filter = computed(() => state.value.filter);
const search = computed(() => new RowSearch(data.value));
export const listed = computed(() => search.value.find(filter.value));
export const selected = computed(() => rowAt(state.value.data, state.value.row));

export function act(action: Action): void {
  state.value = nextState(state.value, action);
}

let home: Home | undefined;

/**
 * Loads the page's data and follows changes.
 * @param head the first rows, shown until all data has arrived
 */
export async function begin(from: Home, head: Shown | undefined): Promise<void> {
  home = from;
  if (head !== undefined) {
    act({ do: 'show', ...head });
    isLoaded.value = true;
  }
  await reload();
  isLoaded.value = true;
  setTimeout(() => search.value.warm(), 300);
  home.listen(hear);
}

/** The displayed version, and the latest one. */
let version = 0;
let latest = 0;
let isReloading = false;

/** After missed events, for whatever reason, reloads all data. */
function hear(event: LiveEvent): void {
  if (event.type === 'error') {
    say(event.message, true);
    return;
  }
  latest = event.version;
  if (event.type === 'rows' && event.version === version + 1 && !isReloading) {
    act({ do: 'rows', rows: event.rows });
    version = event.version;
  } else if (event.version !== version || event.type === 'all') void reload();
}

async function reload(): Promise<void> {
  if (home === undefined || isReloading) return;
  isReloading = true;
  try {
    do {
      const { data: shown, runs, version: own = 0 } = await home.shown();
      act({ do: 'show', data: shown, runs });
      version = own;
    } while (version < latest);
  } finally {
    isReloading = false;
  }
}

export function theHome(): Home | undefined {
  return home;
}

/** Moves the selection by a number of rows. */
export function move(by: number): void {
  const rows = listed.value;
  const { row } = state.value;
  // A row that an edit removed from the list still has a position.
  const behind = rows.findIndex((one) => one >= row);
  const at = behind === -1 ? rows.length : behind;
  const isThere = rows[at] === row;
  const wanted = isThere || by < 0 ? at + by : at + by - 1;
  const next = rows[Math.min(rows.length - 1, Math.max(0, wanted))];
  if (next !== undefined) act({ do: 'select', row: next });
}

/** The row after this one, determined before an edit may change the list. */
function rowBehind(row: number): number {
  const rows = listed.value;
  return rows[rows.indexOf(row) + 1] ?? row;
}

/** Approves the displayed text and selects the next one. */
export async function approve(): Promise<void> {
  const row = selected.value;
  if (row === undefined) return;
  if (!isApprovable(row)) {
    const text =
      row.target === '' ? 'There is no translation to approve.' : 'Nothing is waiting here.';
    say(row.more.fixed ?? text);
    move(1);
    return;
  }
  // Continues at once: if it is refused, that is reported and the text stays open.
  const next = rowBehind(row.row);
  const isDone = apply([approval(row)], [row]);
  act({ do: 'select', row: next });
  await isDone;
}

/** The rows of the list that can be approved. */
export function approvableRows(): readonly Row[] {
  return listed.value.flatMap((row) => {
    const one = rowAt(state.value.data, row);
    return one !== undefined && isApprovable(one) ? [one] : [];
  });
}

export async function approveAll(): Promise<void> {
  const rows = approvableRows();
  say(`Approving ${rows.length} texts …`);
  if (await apply(rows.map(approval), rows)) say(`${rows.length} approved. Press u to undo.`);
}

/** @param seen the unit as the editing person saw it */
export async function save(seen: ReviewEdit, text: string, force: boolean): Promise<boolean> {
  const row = selected.value;
  if (row === undefined) return false;
  return apply([{ ...seen, text, ...(force ? { force: true as const } : {}) }], [row]);
}

/** Dismisses one finding of the displayed text. */
export async function dismiss(at = -1): Promise<void> {
  const row = selected.value;
  const open = row?.more.findings?.filter(({ level }) => level !== 'settled') ?? [];
  const finding =
    at === -1 ? open.find(({ rule }) => rule !== undefined) : row?.more.findings?.[at];
  if (row === undefined || finding?.rule === undefined) {
    say(
      open.length === 0 ? 'There is no finding here.' : 'This one is settled by the author’s note.',
    );
    return;
  }
  await apply([{ ...placeOf(row), dismiss: [finding.rule] }], [row]);
}

export async function takeProposal(): Promise<void> {
  const row = selected.value;
  const { proposal } = row?.more ?? {};
  if (row === undefined || proposal === undefined) say('There is no proposal here.');
  else await save(placeOf(row), proposal, false);
}

/** Undoes the last step, after waiting for pending writes. */
export async function undo(): Promise<void> {
  const turn = queue.then(undoNow);
  queue = turn;
  await turn;
}

async function undoNow(): Promise<void> {
  const step = state.value.steps.at(-1);
  if (step === undefined) {
    say('There is nothing to undo.');
    return;
  }
  try {
    const left = await home?.undo(step.name);
    act({ do: 'undone' });
    say(left ?? 'Undone.', left !== undefined);
    if (left !== undefined) await reload();
  } catch (error) {
    say(messageOf(error), true);
  }
}

let queue: Promise<unknown> = Promise.resolve();

/** Shows edits at once, and reverts those that were refused. Returns whether all were done. */
async function apply(edits: readonly ReviewEdit[], rows: readonly Row[]): Promise<boolean> {
  if (edits.length === 0) {
    say('Nothing is waiting here.');
    return false;
  }
  // One after the other: the next one sees what this one wrote.
  const turn = queue.then(() => applyNow(edits, rows));
  queue = turn.catch(() => undefined);
  return turn;
}

async function applyNow(edits: readonly ReviewEdit[], rows: readonly Row[]): Promise<boolean> {
  try {
    const { outcomes, step = '' } = (await home?.apply(edits)) ?? { outcomes: [] };
    const done = edits.map((edit, at) => ({ edit, row: rows[at], outcome: outcomes[at] }));
    const good = done.filter(({ outcome }) => outcome?.done === true);
    if (good.length > 0) {
      act({
        do: 'done',
        step,
        edits: good.map(({ edit }) => edit),
        rows: good.map(({ row }) => row?.row ?? 0),
      });
    }
    const bad = done.find(({ outcome }) => outcome?.done !== true);
    if (bad === undefined) return true;
    const refused = edits.length - good.length;
    const others = refused === 1 ? '' : ` (and ${refused - 1} more)`;
    say(`${bad.outcome?.message ?? 'It was not written.'}${others}`, true);
    return false;
  } catch (error) {
    say(messageOf(error), true);
    return false;
  }
}

export function say(text: string, isError = false): void {
  act({ do: 'say', text, isError });
}

function messageOf(error: unknown): string {
  return error instanceof TypeError
    ? 'The server has stopped. Run `locale-sync review` again.'
    : String(error instanceof Error ? error.message : error);
}

/** The edits of this page as a patch file. */
export function patchText(): string {
  return `${JSON.stringify({ version: 1, edits: editsOf(state.value) }, null, 2)}\n`;
}
