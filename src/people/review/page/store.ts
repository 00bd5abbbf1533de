import { computed, signal } from '@preact/signals';
import { PERSON_NAME, editPlace, reviewId, rowAt } from '../../../model/index.js';
import type { ReviewComment, ReviewEdit, ReviewRow } from '../../../model/index.js';
import type { Guest, LiveEvent, Start } from '../delta.js';
import { NO_FILTER, RowSearch } from './filter.js';
import type { Home, Picture } from './home.js';
import { approval, isApprovable, rowFinder } from './row.js';
import { editsOf, firstState, nextState, openDraft, selectedOf } from './state.js';
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
/** Whose page it is; undefined: of the person at this machine. */
export const guest = signal<Guest | undefined>(undefined);
/** The unit that a question is asked about, or the text of the question that is answered. */
export const answering = signal<{ readonly id: string; readonly to?: string } | undefined>(
  undefined,
);

export const listed = computed(() => state.value.listed);
/** What keys and buttons act on. */
export const selected = computed(() => selectedOf(state.value));

export function act(action: Action): void {
  state.value = nextState(state.value, action);
}

/** Pictures of the app, once they are loaded. */
export const screens = signal<readonly Picture[]>([]);

let home: Home | undefined;

/**
 * Loads the page's data and follows changes.
 * @param start.shown what is shown until all data has arrived
 */
export async function begin(from: Home, start: Start): Promise<void> {
  home = from;
  guest.value = start.guest && { ...start.guest, name: nameOf(start.guest) };
  act({ do: 'filter', filter: { status: 'yours' } });
  const { turn } = state.value;
  act({ do: 'show', ...start.shown });
  isLoaded.value = true;
  try {
    await reload();
    addEventListener('hashchange', showNamed);
    from.screens?.().then(
      (found) => (screens.value = found),
      // The page is complete without them.
      () => undefined,
    );
    // The page opens on what waits for a person, if anything does.
    if (!showNamed() && state.value.turn === turn) {
      const [first] = listed.value;
      if (first === undefined) act({ do: 'filter', filter: { status: '' } });
      else act({ do: 'select', row: first });
    }
    setTimeout(() => new RowSearch(state.value.data).warm(), 300);
  } finally {
    home.listen(hear);
  }
}

/**
 * Shows the text that the page's address names; one of a source in all languages. Returns whether it
 * names one.
 */
function showNamed(): boolean {
  const [, name] = /^#unit=(.+)/.exec(location.hash) ?? [];
  if (name === undefined) return false;
  const [locale = '', file = '', ...key] = JSON.parse(decodeURIComponent(name)) as string[];
  const { data } = state.value;
  const { rows, texts, sources } = data;
  const isOfSource = (text: number): boolean =>
    texts.key[text] === key.join('\0') && sources[texts.file[text] ?? -1] === file;
  const row = rowFinder(data)({ locale, file, key }, -1) ?? rows.text.findIndex(isOfSource);
  const query = key.join('.');
  act({ do: 'filter', filter: { ...NO_FILTER, query, file: rowAt(data, row)?.sourceFile ?? '' } });
  act({ do: 'select', row });
  if (row < 0) say(`${query} of ${file} is not translated.`);
  return true;
}

const NAME = 'locale-sync-name';

/** Who the person is, if their link does not say it: asked once in a browser. */
function nameOf({ name }: Guest): string {
  if (name !== '') return name;
  const asked = 'Your name, kept with what you decide, suggest and ask:';
  let typed = '';
  try {
    typed = localStorage.getItem(NAME) ?? '';
    if (typed === '') typed = prompt(asked)?.trim().slice(0, 200) ?? '';
    localStorage.setItem(NAME, typed);
  } catch {
    // The browser keeps nothing: they are asked again next time.
  }
  return PERSON_NAME.test(typed) ? typed : '';
}

/** The displayed version, and the latest one. */
let version = -1;
let latest = 0;
let isReloading = false;

/** After missed events, for whatever reason, reloads all data. */
function hear(event: LiveEvent): void {
  if (event.type === 'error') {
    act({ do: 'say', text: event.message, isError: true, untilNews: true });
    return;
  }
  if (event.type === 'hello') act({ do: 'well' });
  latest = event.version;
  if (event.type === 'rows' && event.version === version + 1 && !isReloading) {
    act({ do: 'rows', rows: event.rows });
    version = event.version;
  } else if (event.version !== version || event.type === 'all') {
    reload().catch((error: unknown) => say(messageOf(error), true));
  }
}

async function reload(): Promise<void> {
  if (home === undefined || isReloading) return;
  isReloading = true;
  try {
    do {
      const { data: shown, runs, version: own = 0 } = await home.shown();
      act({ do: 'show', data: shown, runs });
      isLoaded.value = true;
      version = own;
    } while (version < latest);
  } finally {
    isReloading = false;
  }
}

export function theHome(): Home | undefined {
  return home;
}

/** The selected text, if the person can have read it; otherwise says why nothing is done. */
function textRead(): ReviewRow | undefined {
  const row = selected.value;
  const { isChanged } = state.value;
  act({ do: 'ask' });
  if (row !== undefined && !isChanged) return row;
  const isNone = 'No text is selected. Press n for the next one.';
  say(row === undefined ? isNone : 'This text was changed just now. Read it, then try again.');
  return undefined;
}

export function edit(): void {
  if (textRead() !== undefined) act({ do: 'edit' });
}

/** Approves the displayed text and selects the next one. */
export async function approve(): Promise<void> {
  const row = mayDecide() ? textRead() : undefined;
  if (row === undefined) return;
  // Continues at once: if it is refused, that is reported.
  act({ do: 'move', by: 1 });
  if (isApprovable(row)) {
    await apply([approval(row)], [row.row]);
    return;
  }
  const text =
    row.target === '' ? 'There is no translation to approve.' : 'Nothing is waiting here.';
  say(row.more.fixed ?? text);
}

function mayDecide(): boolean {
  if (guest.value?.may !== 'suggest') return true;
  say('With this link you suggest other texts. Press e to write one.');
  return false;
}

/** The rows of the list that can be approved. */
export function approvableRows(): readonly ReviewRow[] {
  return listed.value.flatMap((row) => {
    const one = rowAt(state.value.data, row);
    return one !== undefined && isApprovable(one) ? [one] : [];
  });
}

export async function approveAll(): Promise<void> {
  if (!mayDecide()) return;
  const rows = approvableRows();
  say(`Approving ${rows.length} texts …`);
  const isDone = await apply(
    rows.map(approval),
    rows.map(({ row }) => row),
  );
  if (isDone) say(`${rows.length} approved. Press u to undo.`);
}

/**
 * Saves the text in the editor.
 * @param force although a rule reports an error
 */
export async function save(force: boolean): Promise<void> {
  const draft = openDraft(state.value);
  const { chosen, steps } = state.value;
  // Pressed twice: it is on its way.
  if (draft === undefined || draft.saving === draft.text) return;
  act({ do: 'save' });
  const { turn: asked } = state.value;
  const edit = { ...draft.begun, text: draft.text, ...(force ? { force: true as const } : {}) };
  await apply([edit], [chosen?.row ?? 0], { asked, since: steps });
}

/** Dismisses one finding of the displayed text. */
export async function dismiss(at = -1): Promise<void> {
  const row = mayDecide() ? textRead() : undefined;
  if (row === undefined) return;
  const open = row.more.findings?.filter(({ level }) => level !== 'settled') ?? [];
  const finding = at === -1 ? open.find(({ rule }) => rule !== undefined) : row.more.findings?.[at];
  if (finding?.rule === undefined) {
    say(
      open.length === 0 ? 'There is no finding here.' : 'This one is settled by the author’s note.',
    );
    return;
  }
  await apply([{ ...editPlace(row), dismiss: [finding.rule] }], [row.row]);
}

/** Writes a text that a person suggests, or else one that is known from elsewhere. */
export async function takeSuggestion(one?: Pick<ReviewComment, 'text'>): Promise<void> {
  const row = mayDecide() ? textRead() : undefined;
  if (row === undefined) return;
  const { proposal, comments = [] } = row.more;
  const first = comments.find(({ kind }) => kind === 'suggestion')?.text ?? proposal;
  const text = one?.text ?? first;
  if (text === undefined) say('There is no suggestion here.');
  else await apply([{ ...editPlace(row), text }], [row.row]);
}

/** Opens the field for a question about the displayed text. */
export function ask(): void {
  const row = textRead();
  if (row !== undefined) answering.value = { id: reviewId(row) };
}

/** Sends the question or answer in the field. */
export async function send(text: string): Promise<void> {
  const row = selected.value;
  if (text === '' || row === undefined || answering.value === undefined) return;
  const { to } = answering.value;
  const isDone = await (to === undefined
    ? apply([{ ...editPlace(row), ask: text }], [row.row])
    : reply(row, to, text));
  if (isDone) answering.value = undefined;
}

/** Answers a question, or removes a comment. */
export async function reply(row: ReviewRow, to: string, text: string): Promise<boolean> {
  return mayDecide() && apply([{ ...editPlace(row), reply: { to, text } }], [row.row]);
}

/** Undoes the last step, after waiting for pending writes. */
export async function undo(): Promise<void> {
  act({ do: 'ask' });
  const { turn: asked } = state.value;
  const turn = queue.then(() => undoNow(asked));
  queue = turn;
  await turn;
}

async function undoNow(asked: number): Promise<void> {
  const step = state.value.steps.at(-1);
  if (step === undefined) {
    say('There is nothing to undo.');
    return;
  }
  try {
    const left = await home?.undo(step.name);
    act({ do: 'undone', asked });
    say(left ?? 'Undone.', left !== undefined);
    if (left !== undefined) await reload();
  } catch (error) {
    say(messageOf(error), true);
  }
}

let queue: Promise<unknown> = Promise.resolve();

interface Asked {
  /** The turn in which the person saved the text in the editor. */
  readonly asked?: number;
  /** The steps done by then: what later steps of this page wrote, the person knows. */
  readonly since?: State['steps'];
}

/**
 * Has edits written, and shows those that were. Returns whether all were.
 * @param rows the row of each
 */
async function apply(
  edits: readonly ReviewEdit[],
  rows: readonly number[],
  asked: Asked = {},
): Promise<boolean> {
  if (edits.length === 0) {
    say('Nothing is waiting here.');
    return false;
  }
  const { name: by = '', may } = guest.value ?? {};
  const own = edits.map((edit) => ({
    ...edit,
    ...(by !== '' && { by }),
    ...(may === 'suggest' && edit.text !== undefined && { suggest: true as const }),
  }));
  // One after the other: the next one sees what this one wrote.
  const turn = queue.then(() => applyNow(own, rows, asked));
  queue = turn;
  return turn;
}

async function applyNow(
  given: readonly ReviewEdit[],
  rows: readonly number[],
  { asked, since }: Asked,
): Promise<boolean> {
  const edits = since === undefined ? given : given.map((edit) => seenSince(edit, since));
  try {
    const answer = await home?.apply(edits);
    const { outcomes = [], hashes, step = '' } = answer ?? {};
    const places = edits.map((_, at) => at);
    const good = places.filter((at) => outcomes[at]?.done === true);
    const of = <T>(all: readonly T[]): T[] => good.flatMap((at) => all[at] ?? []);
    if (good.length > 0) {
      act({
        ...{ do: 'done', step, edits: of(edits), rows: of(rows) },
        ...(hashes === undefined ? {} : { hashes: of(hashes) }),
        ...(asked === undefined ? {} : { asked }),
      });
    }
    const bad = places.filter((at) => outcomes[at]?.done !== true);
    const [first] = bad;
    if (first === undefined) return true;
    act({ do: 'refused', edits: bad.flatMap((at) => edits[at] ?? []) });
    const others = bad.length === 1 ? '' : ` (and ${bad.length - 1} more)`;
    const message = outcomes[first]?.message ?? 'It was not written.';
    say(`${nameUnlessShown(edits[first])}${message}${others}`, true);
  } catch (error) {
    act({ do: 'refused', edits });
    say(messageOf(error), true);
  }
  return false;
}

/** An edit of a text that steps of this page have written in the meantime. */
function seenSince(edit: ReviewEdit, since: State['steps']): ReviewEdit {
  let { target } = edit.seen;
  for (const { edits, hashes } of state.value.steps.filter((step) => !since.includes(step))) {
    const at = edits.findIndex(
      (one) => reviewId(one) === reviewId(edit) && one.seen.target === target,
    );
    target = hashes[at] ?? target;
  }
  return { ...edit, seen: { ...edit.seen, target } };
}

/** A message about a text that the person has left names it. */
function nameUnlessShown(edit: ReviewEdit | undefined): string {
  const row = selected.value;
  if (edit === undefined || (row !== undefined && reviewId(row) === reviewId(edit))) return '';
  return `${edit.locale}:${edit.key.join('.')}: `;
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
