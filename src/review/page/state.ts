import { REVIEW_STATUSES } from '../../model/review.js';
import type { RuleName } from '../../model/message.js';
import type { ReviewData, ReviewEdit, ReviewRowMore, ReviewRun } from '../../model/review.js';
import { withDelta } from '../delta.js';
import type { RowDelta } from '../delta.js';
import { NO_FILTER } from './filter.js';
import type { Filter } from './filter.js';
import { rowAt } from './row.js';

/** One step that can be undone: its edits, and the rows before it. */
export interface Step {
  /** Its name in the page's home. */
  readonly name: string;
  readonly edits: readonly ReviewEdit[];
  readonly before: readonly RowDelta[];
}

/** Everything that the page shows, as plain data. */
export interface State {
  readonly data: ReviewData;
  readonly runs: readonly ReviewRun[];
  readonly filter: Filter;
  /** The row displayed beside the list. */
  readonly row: number;
  readonly view: 'texts' | 'overview';
  readonly isEditing: boolean;
  /** Steps done, latest last. */
  readonly steps: readonly Step[];
  /** The current message and its kind. */
  readonly said: { readonly text: string; readonly isError: boolean } | undefined;
}

export type Action =
  | { readonly do: 'show'; readonly data: ReviewData; readonly runs: readonly ReviewRun[] }
  | { readonly do: 'rows'; readonly rows: readonly RowDelta[] }
  | { readonly do: 'filter'; readonly filter: Partial<Filter> }
  | { readonly do: 'select'; readonly row: number }
  | { readonly do: 'view'; readonly view: State['view'] }
  | { readonly do: 'edit'; readonly on: boolean }
  | {
      readonly do: 'done';
      readonly step: string;
      readonly edits: readonly ReviewEdit[];
      readonly rows: readonly number[];
    }
  | { readonly do: 'undone' }
  | { readonly do: 'say'; readonly text: string; readonly isError?: boolean };

export function firstState(data: ReviewData, runs: readonly ReviewRun[]): State {
  return {
    ...{ data, runs, filter: NO_FILTER, row: 0, view: 'texts', isEditing: false },
    ...{ steps: [], said: undefined },
  };
}

/** The next state. Pure. */
export function nextState(state: State, action: Action): State {
  switch (action.do) {
    case 'show': {
      const row = placeAgain(state, action.data);
      return { ...state, data: action.data, runs: action.runs, row };
    }
    case 'rows':
      return { ...state, data: withDelta(state.data, action.rows) };
    case 'filter':
      return { ...state, filter: { ...state.filter, ...action.filter }, said: undefined };
    case 'select':
      return { ...state, row: action.row, isEditing: false, said: undefined };
    case 'view':
      return { ...state, view: action.view };
    case 'edit':
      return { ...state, isEditing: action.on };
    case 'done':
      return afterEdits(state, action);
    case 'undone': {
      const step = state.steps.at(-1);
      if (step === undefined) return state;
      const [first] = step.before;
      return {
        ...state,
        data: withDelta(state.data, step.before),
        row: first?.row ?? state.row,
        steps: state.steps.slice(0, -1),
      };
    }
    case 'say':
      return { ...state, said: { text: action.text, isError: action.isError ?? false } };
  }
}

/** The same unit in other data; the first row if it is gone. */
function placeAgain({ data, row }: State, next: ReviewData): number {
  const was = rowAt(data, row);
  if (was === undefined) return 0;
  const isSame = (at: number): boolean => {
    const one = rowAt(next, at);
    return (
      one?.file === was.file &&
      one.locale === was.locale &&
      one.key.join('\0') === was.key.join('\0')
    );
  };
  if (isSame(row)) return row;
  const found = next.rows.text.findIndex((_, at) => isSame(at));
  return Math.max(0, found);
}

/** Shows edits immediately; a server later reports their outcomes. */
function afterEdits(
  state: State,
  { step: name, edits, rows }: Extract<Action, { do: 'done' }>,
): State {
  const { data } = state;
  const before = rows.map((row) => deltaOfRow(data, row));
  const after = before.map((one, at) => edited(one, edits[at]));
  const steps = [...state.steps, { name, edits, before }];
  return { ...state, data: withDelta(data, after), steps, isEditing: false };
}

function deltaOfRow({ rows }: ReviewData, row: number): RowDelta {
  return {
    row,
    status: rows.status[row] ?? 0,
    target: rows.target[row] ?? '',
    hash: rows.hash[row] ?? '',
    person: rows.person[row] ?? 0,
    more: rows.more[row] ?? null,
  };
}

function edited(row: RowDelta, edit: ReviewEdit | undefined): RowDelta {
  if (edit === undefined) return row;
  const { dismiss = [], text } = edit;
  const more = row.more && withoutRules(row.more, dismiss);
  if (text === undefined) return { ...row, more };
  const isOther = text !== row.target;
  const status = REVIEW_STATUSES.indexOf(isOther && row.target !== '' ? 'edited' : 'current');
  return { ...row, status, target: text, person: 1, more: more && settledMore(more, isOther) };
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
  const rest = more.fixed === undefined ? {} : { fixed: more.fixed };
  return isOther || findings === undefined ? rest : { ...rest, findings };
}

/** All edits that were not undone; per unit, the last text and all dismissals. */
export function editsOf({ steps }: Pick<State, 'steps'>): readonly ReviewEdit[] {
  const last = new Map<string, ReviewEdit>();
  for (const edit of steps.flatMap((step) => step.edits)) {
    const id = [edit.locale, edit.file, ...edit.key].join('\0');
    const known = last.get(id);
    const dismiss = [...new Set([...(known?.dismiss ?? []), ...(edit.dismiss ?? [])])];
    const text = edit.text ?? known?.text;
    const { file, locale, key, force } = edit;
    last.set(id, {
      ...{ file, locale, key },
      ...(force === undefined ? {} : { force }),
      // The first seen text is the one in the files.
      seen: known?.seen ?? edit.seen,
      ...(text === undefined ? {} : { text }),
      ...(dismiss.length === 0 ? {} : { dismiss }),
    });
  }
  return [...last.values()];
}
