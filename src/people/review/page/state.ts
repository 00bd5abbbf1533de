import { defined, REVIEW_STATUSES, editPlace, reviewId, rowAt } from '../../../model/index.js';
import type {
  RuleName,
  ReviewData,
  ReviewEdit,
  ReviewPlace,
  ReviewRowMore,
  ReviewRun,
  ReviewRow,
} from '../../../model/index.js';
import { commentsAfter } from '../../../engine/review/check.js';
import { deltaOfRow, withDelta } from '../delta.js';
import type { RowDelta } from '../delta.js';
import { NO_FILTER, RowSearch } from './filter.js';
import type { Filter } from './filter.js';
import { isUnitAt, rowFinder } from './row.js';

/** One step that can be undone. */
export interface Step {
  /** Its name in the page's home. */
  readonly name: string;
  readonly edits: readonly ReviewEdit[];
  /** By edit: the `targetHash` of what it wrote, and the row before it if there is one. */
  readonly hashes: readonly string[];
  readonly before: readonly (RowDelta | undefined)[];
}

/** A text that somebody types, or that they left without saving or discarding it. */
export interface Draft {
  readonly text: string;
  /** The text before they typed. */
  readonly from: string;
  /** The unit as they saw it: what others write later is never overwritten. */
  readonly begun: ReviewEdit;
  /** The text that is on its way to the server. */
  readonly saving?: string;
  /** The text that the server refused. */
  readonly refused?: string;
}

/**
 * A message. It goes when the person does something else, an error when they go elsewhere or, where
 * it says so, with good news.
 */
export interface Said {
  readonly text: string;
  readonly isError: boolean;
  /** It is about the connection or a file, and true until the next data arrives. */
  readonly untilNews?: boolean;
}

/** Everything that the page shows, as plain data. */
export interface State {
  readonly data: ReviewData;
  readonly runs: readonly ReviewRun[];
  readonly filter: Filter;
  /** The rows that match the filter, in order. */
  readonly listed: readonly number[];
  /** The text that the person chose. Keys act on it only as far as `selectedOf` returns it. */
  readonly chosen: ReviewRow | undefined;
  /** Whether it was chosen by a link from outside the list. */
  readonly isBeside: boolean;
  /** Whether somebody else changed it since the person last did anything. */
  readonly isChanged: boolean;
  /** Whether it is open in the editor. */
  readonly isEditing: boolean;
  /** By `unitId`. */
  readonly drafts: ReadonlyMap<string, Draft>;
  readonly view: 'texts' | 'overview';
  /** Steps done, latest last. */
  readonly steps: readonly Step[];
  /** The current message and its kind. */
  readonly said: Said | undefined;
  /** Counts what the person did. */
  readonly turn: number;
}

/** What a person does. */
type PersonAction =
  | { readonly do: 'filter'; readonly filter: Partial<Filter> }
  | { readonly do: 'select'; readonly row: number }
  /** Selects the text that many rows further in the list. */
  | { readonly do: 'move'; readonly by: number }
  | { readonly do: 'view'; readonly view: State['view'] }
  | { readonly do: 'edit' }
  | { readonly do: 'type'; readonly text: string }
  | { readonly do: 'save' }
  /** Closes the editor and discards its text. */
  | { readonly do: 'leave' }
  /** Anything else that is done by the server. */
  | { readonly do: 'ask' };

/** What the server answers or reports. `asked`: the turn in which the person asked for it. */
type Answer =
  | { readonly do: 'show'; readonly data: ReviewData; readonly runs: readonly ReviewRun[] }
  | { readonly do: 'rows'; readonly rows: readonly RowDelta[] }
  | {
      readonly do: 'done';
      readonly step: string;
      readonly edits: readonly ReviewEdit[];
      /** By edit: its row when it was sent. */
      readonly rows: readonly number[];
      /** By edit: the `targetHash` of what it wrote. Default: the one that was seen. */
      readonly hashes?: readonly string[];
      readonly asked?: number;
    }
  | { readonly do: 'refused'; readonly edits: readonly ReviewEdit[] }
  | { readonly do: 'undone'; readonly asked?: number }
  | {
      readonly do: 'say';
      readonly text: string;
      readonly isError?: boolean;
      readonly untilNews?: boolean;
    }
  /** The server can be reached, and can read everything. */
  | { readonly do: 'well' };

export type Action = PersonAction | Answer;

export function firstState(data: ReviewData, runs: readonly ReviewRun[]): State {
  const empty: State = {
    ...{ data, runs, filter: NO_FILTER, listed: [], chosen: undefined, isBeside: false },
    ...{ isChanged: false, isEditing: false, drafts: new Map(), view: 'texts' },
    ...{ steps: [], said: undefined, turn: 0 },
  };
  return nextState(empty, { do: 'show', data, runs });
}

/** The text that keys and buttons act on: the chosen one while it is listed or edited. */
export function selectedOf({ data, listed, chosen, ...state }: State): ReviewRow | undefined {
  if (chosen === undefined || state.isEditing) return chosen;
  const isVisible = state.isBeside || listed.includes(chosen.row);
  return isVisible && isUnitAt(data, chosen.row, chosen) ? chosen : undefined;
}

/** The draft in the editor; undefined if the editor is closed. */
export function openDraft({ chosen, isEditing, drafts }: State): Draft | undefined {
  return isEditing && chosen !== undefined ? drafts.get(reviewId(chosen)) : undefined;
}

/**
 * The next state. Pure.
 *
 * The page's rule: only a person selects a text, or opens, changes or closes the editor. An answer
 * changes what is around it, whenever it arrives. It selects or closes in one case: the person asked
 * for that, and has done nothing since.
 */
export function nextState(state: State, action: Action): State {
  switch (action.do) {
    case 'show':
    case 'rows':
    case 'done':
    case 'refused':
    case 'undone':
    case 'say':
    case 'well':
      return afterAnswer(state, action);
    default: {
      const said = isStillTrue(state.said, action) ? state.said : undefined;
      return afterPerson({ ...state, turn: state.turn + 1, isChanged: false, said }, action);
    }
  }
}

function afterPerson(state: State, did: PersonAction): State {
  const draft = openDraft(state);
  switch (did.do) {
    case 'filter': {
      const filter = { ...state.filter, ...did.filter };
      const listed = new RowSearch(state.data).find(filter);
      const next = { ...state, filter, listed, isBeside: false };
      const isListed = selectedOf({ ...next, isEditing: false }) !== undefined;
      return isListed ? next : select(next, listed[0]);
    }
    case 'select':
      return select(state, did.row);
    case 'move':
      return select(state, rowBeyond(state, did.by));
    case 'view':
      return { ...state, view: did.view };
    case 'edit': {
      const row = selectedOf(state);
      if (row === undefined || draft !== undefined) return state;
      const left = state.drafts.get(reviewId(row));
      const begun = { text: row.target, from: row.target, begun: editPlace(row) };
      return { ...withDraft(state, row, left ?? begun), isEditing: true };
    }
    case 'type':
      return draft ? withDraft(state, draft.begun, { ...draft, text: did.text }) : state;
    case 'save':
      return draft ? withDraft(state, draft.begun, { ...draft, saving: draft.text }) : state;
    case 'leave':
      return draft ? { ...withDraft(state, draft.begun, undefined), isEditing: false } : state;
    case 'ask':
      return state;
  }
}

function afterAnswer(state: State, answer: Answer): State {
  switch (answer.do) {
    case 'show': {
      const next = withNews({ ...well(state), runs: answer.runs }, answer.data);
      // Only a page that had no texts so far.
      return state.chosen === undefined ? select(next, next.listed[0]) : next;
    }
    case 'rows':
      return withNews(well(state), withDelta(state.data, answer.rows));
    case 'done':
      return afterEdits(state, answer);
    case 'refused': {
      const drafts = new Map(state.drafts);
      for (const edit of answer.edits) {
        const draft = drafts.get(reviewId(edit));
        if (draft?.saving === undefined || draft.saving !== edit.text) continue;
        const { saving: refused, ...kept } = draft;
        drafts.set(reviewId(edit), { ...kept, refused });
      }
      return { ...state, drafts };
    }
    case 'undone': {
      const step = state.steps.at(-1);
      if (step === undefined) return state;
      const { data } = state;
      const find = rowFinder(data);
      const restored = step.edits.flatMap((edit, at) => {
        const before = step.before[at];
        const row = find(edit, before?.row ?? 0);
        // What somebody else wrote since stays.
        const isOwn = row !== undefined && data.rows.hash[row] === step.hashes[at];
        return before !== undefined && isOwn ? [{ ...before, row }] : [];
      });
      const steps = state.steps.slice(0, -1);
      const next = withData({ ...state, steps }, withDelta(data, restored));
      const [first] = restored;
      const isAwaited = answer.asked === state.turn && !state.isEditing;
      if (first === undefined || !isAwaited || !next.listed.includes(first.row)) return next;
      return select(next, first.row);
    }
    case 'say': {
      const { text, isError = false, untilNews = false } = answer;
      return { ...state, said: { text, isError, untilNews } };
    }
    case 'well':
      return well(state);
  }
}

/** Whether a message is about more than the text that a person has left, or has begun to edit. */
function isStillTrue(said: Said | undefined, did: PersonAction): boolean {
  if (said?.untilNews === true) return true;
  const isElsewhere = ['filter', 'select', 'move', 'view'].includes(did.do);
  return said?.isError === true && !isElsewhere;
}

function well(state: State): State {
  return state.said?.untilNews === true ? { ...state, said: undefined } : state;
}

/** Closes the editor and chooses a text. A draft stays if something was typed. */
function select(state: State, row: number | undefined): State {
  const draft = openDraft(state);
  const isUntouched = draft?.text === draft?.from && draft?.saving === undefined;
  const left = draft && isUntouched ? withDraft(state, draft.begun, undefined) : state;
  const chosen = row === undefined ? undefined : rowAt(state.data, row);
  return {
    ...left,
    chosen: chosen ?? state.chosen,
    isBeside: chosen !== undefined && !state.listed.includes(chosen.row),
    isEditing: false,
  };
}

/** The row that many places further in the list; undefined if the list is empty. */
function rowBeyond(state: State, by: number): number | undefined {
  const { listed, chosen } = state;
  const row = chosen?.row ?? 0;
  const own = listed.indexOf(row);
  // A text that is not in the list still has a position.
  const behind = own === -1 ? listed.findIndex((one) => one >= row) : own;
  const at = behind === -1 ? listed.length : behind;
  const isThere = listed[at] === row && selectedOf(state) !== undefined;
  const wanted = isThere || by < 0 ? at + by : at + by - 1;
  return listed[Math.min(listed.length - 1, Math.max(0, wanted))];
}

function withDraft(state: State, place: ReviewPlace, draft: Draft | undefined): State {
  const drafts = new Map(state.drafts);
  if (draft === undefined) drafts.delete(reviewId(place));
  else drafts.set(reviewId(place), draft);
  return { ...state, drafts };
}

/** Other data, in which the chosen text may be at another place, or gone. */
function withData(state: State, data: ReviewData): State {
  const { chosen } = state;
  const row = chosen && rowFinder(data)(chosen, chosen.row);
  return {
    ...{ ...state, data, listed: new RowSearch(data).find(state.filter) },
    chosen: row === undefined ? chosen : rowAt(data, row),
  };
}

/** The same for data that others may have changed. */
function withNews(state: State, data: ReviewData): State {
  const { chosen } = state;
  const next = withData(state, data);
  const isSame = next.chosen?.target === chosen?.target && next.chosen?.source === chosen?.source;
  return { ...next, isChanged: state.isChanged || !isSame };
}

/** Shows edits at once; a server later reports their outcomes. */
function afterEdits(state: State, done: Extract<Answer, { do: 'done' }>): State {
  const { data, chosen } = state;
  const { edits, rows } = done;
  const hashes = done.hashes ?? edits.map(({ seen }) => seen.target);
  const find = rowFinder(data);
  const drafts = new Map(state.drafts);
  let { isEditing } = state;
  const before: (RowDelta | undefined)[] = [];
  const after: RowDelta[] = [];
  edits.forEach((edit, at) => {
    const hash = hashes[at] ?? edit.seen.target;
    const row = find(edit, rows[at] ?? 0);
    const old = row === undefined ? undefined : deltaOfRow(data, row);
    before.push(old);
    // A text that was written by now may have been reported before the answer.
    const isKnown = old?.hash === hash && hash !== edit.seen.target;
    if (old !== undefined && !isKnown) after.push({ ...edited(old, edit), hash });

    const { text } = edit;
    const draft = drafts.get(reviewId(edit));
    if (draft === undefined || text === undefined) return;
    const isOpen = isEditing && chosen !== undefined && reviewId(chosen) === reviewId(edit);
    if (draft.text === text && !(isOpen && done.asked !== state.turn)) {
      drafts.delete(reviewId(edit));
      if (isOpen) isEditing = false;
      return;
    }
    // The person typed on: from now on, they change what they saved.
    const { saving, ...kept } = draft;
    const begun = { ...draft.begun, seen: { ...edit.seen, target: hash } };
    const isLater = saving !== undefined && saving !== text;
    drafts.set(reviewId(edit), { ...kept, from: text, begun, ...(isLater ? { saving } : {}) });
  });
  const steps = [...state.steps, { name: done.step, edits, hashes, before }];
  return withData({ ...state, drafts, isEditing, steps }, withDelta(data, after));
}

function edited(row: RowDelta, edit: ReviewEdit): RowDelta {
  const { dismiss = [], text, suggest } = edit;
  const more = withComments(row.more && withoutRules(row.more, dismiss), edit);
  if (text === undefined || suggest === true) return { ...row, more };
  const isOther = text !== row.target;
  const status = REVIEW_STATUSES.indexOf(isOther && row.target !== '' ? 'edited' : 'current');
  return { ...row, status, target: text, person: 1, more: more && settledMore(more, isOther) };
}

function withComments(more: ReviewRowMore | null, edit: ReviewEdit): ReviewRowMore | null {
  const { comments: before = [], ...rest } = more ?? {};
  const comments = commentsAfter(before, edit);
  if (comments.length + before.length === 0) return more;
  return comments.length === 0 ? rest : { ...rest, comments };
}

function withoutRules(more: ReviewRowMore, rules: readonly RuleName[]): ReviewRowMore {
  const findings = more.findings?.map((one) =>
    one.rule !== undefined && rules.includes(one.rule)
      ? { ...one, level: 'settled' as const }
      : one,
  );
  return findings === undefined ? more : { ...more, findings };
}

/** Removes findings that were about the previous text. */
function settledMore({ findings, ...more }: ReviewRowMore, isOther: boolean): ReviewRowMore {
  const { fixed, comments } = more;
  const rest = defined({ fixed, comments });
  return isOther || findings === undefined ? rest : { ...rest, findings };
}

/** All edits that were not undone: what was said, and per unit the last text and all dismissals. */
export function editsOf({ steps }: Pick<State, 'steps'>): readonly ReviewEdit[] {
  const last = new Map<string, ReviewEdit>();
  for (const edit of steps.flatMap((step) => step.edits)) {
    const { ask, reply } = edit;
    const id = [reviewId(edit), ask, reply?.to].join('\n');
    const known = last.get(id);
    const dismiss = [...new Set([...(known?.dismiss ?? []), ...(edit.dismiss ?? [])])];
    const all = {
      ...{ ...known, ...edit, force: edit.force },
      // The first seen text is the one in the files.
      seen: known?.seen ?? edit.seen,
      dismiss: dismiss.length === 0 ? undefined : dismiss,
    };
    const { file, locale, key, seen } = all;
    last.set(id, { ...defined(all), file, locale, key, seen });
  }
  return [...last.values()];
}
