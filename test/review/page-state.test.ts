import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REVIEW_STATUSES, editPlace, reviewId, rowAt } from '../../src/model/index.js';
import type { ReviewData, ReviewEdit } from '../../src/model/index.js';
import { isUnitAt } from '../../src/people/review/page/row.js';
import {
  firstState,
  nextState,
  openDraft,
  selectedOf,
} from '../../src/people/review/page/state.js';
import type { Action, State } from '../../src/people/review/page/state.js';

/** A text that some answer has: `de` of key `b` in its third version. */
interface Version {
  readonly locale: string;
  readonly key: string;
  readonly version: number;
  readonly status: number;
}

function dataOf(all: readonly Version[]): ReviewData {
  const locales = ['de', 'fr'];
  const of = <T>(what: (one: Version) => T): T[] => all.map(what);
  return {
    source: 'en',
    targets: locales,
    sources: ['en.json'],
    files: locales.map((locale) => ({ source: 0, path: `${locale}.json`, locale })),
    texts: {
      file: of(() => 0),
      key: of(({ key }) => key),
      text: of(({ key }) => `source ${key}`),
      hash: of(() => 's'),
      line: of(() => 1),
      more: {},
    },
    rows: {
      text: all.map((_, at) => at),
      file: of(({ locale }) => locales.indexOf(locale)),
      status: of(({ status }) => status),
      target: of(({ locale, key, version }) => `${locale} ${key} ${version}`),
      hash: of(({ version }) => `h${version}`),
      person: of(() => 0 as const),
      more: {},
    },
    problems: [],
  };
}

const locale = fc.constantFrom('de', 'fr');
const key = fc.constantFrom('a', 'b', 'c', 'd');
const status = fc.nat(REVIEW_STATUSES.length - 1);
const version = fc.record({ locale, key, version: fc.nat(3), status });
const row = fc.nat(7);
/** Any texts in any order, as after changes of files and of the config. */
const data = fc
  .uniqueArray(version, { selector: (one) => `${one.locale} ${one.key}`, maxLength: 8 })
  .map(dataOf);
const text = fc.constantFrom('x', 'de a 0', 'fr b 1');
/** An answer to what was asked in this turn, or long ago. */
const asked = fc.constantFrom<number | 'now'>(0, 1, 'now', 'now');

type Drawn =
  | Exclude<Action, { do: 'done' | 'undone' }>
  | { readonly do: 'undone'; readonly asked: number | 'now' }
  | {
      readonly do: 'done' | 'refused';
      readonly of: readonly { locale: string; key: string }[] | 'editor';
      readonly text: string | undefined;
      readonly asked: number | 'now';
    };

const filter = fc.record({
  query: fc.constantFrom('', 'a', 'none'),
  locale: fc.constantFrom('', 'de', 'fr'),
  status: fc.constantFrom('' as const, 'open' as const, 'review' as const),
});
const person: fc.Arbitrary<Drawn> = fc.oneof(
  filter.map((one) => ({ do: 'filter' as const, filter: one })),
  row.map((one) => ({ do: 'select' as const, row: one })),
  fc.constantFrom(1, -1, 10).map((by) => ({ do: 'move' as const, by })),
  fc.constantFrom<Drawn>({ do: 'edit' }, { do: 'save' }, { do: 'leave' }),
  { weight: 4, arbitrary: fc.constant({ do: 'edit' as const }) },
  fc.constantFrom<Drawn>({ do: 'ask' }, { do: 'view', view: 'overview' }),
  text.map((one) => ({ do: 'type' as const, text: one })),
);
const place = fc.record({ locale, key });
const edited = fc.oneof(
  fc.uniqueArray(place, { selector: (one) => `${one.locale} ${one.key}`, maxLength: 4 }),
  fc.constant('editor' as const),
  fc.constant('editor' as const),
);
const server: fc.Arbitrary<Drawn> = fc.oneof(
  data.map((one) => ({ do: 'show' as const, data: one, runs: [] })),
  fc.array(fc.tuple(row, version), { maxLength: 3 }).map((rows) => ({
    do: 'rows' as const,
    rows: rows.map(([at, one]) => ({
      row: at,
      ...{ status: one.status, target: `changed ${one.version}`, hash: `n${one.version}` },
      ...{ person: 0 as const, more: null },
    })),
  })),
  fc.record({
    do: fc.constantFrom('done' as const, 'refused' as const),
    of: edited,
    text: fc.option(text, { nil: undefined }),
    asked,
  }),
  asked.map((one) => ({ do: 'undone' as const, asked: one })),
  fc.constant({ do: 'say' as const, text: 'said' }),
);

function actionOf(state: State, drawn: Drawn): Action {
  const at = 'asked' in drawn ? drawn.asked : 0;
  const turn = at === 'now' ? state.turn : at;
  if (drawn.do === 'undone') return { do: 'undone', asked: turn };
  if (drawn.do === 'rows') {
    const { length } = state.data.rows.text;
    return { do: 'rows', rows: drawn.rows.filter((one) => one.row < length) };
  }
  if (!('of' in drawn)) return drawn;
  const seen = { source: 's', target: 'h0' };
  const draft = openDraft(state);
  const own = draft === undefined ? [] : [{ ...draft.begun, text: draft.saving ?? draft.text }];
  const edits: readonly ReviewEdit[] =
    drawn.of === 'editor'
      ? own
      : drawn.of.map((one) => ({
          ...{ file: `${one.locale}.json`, locale: one.locale, key: [one.key], seen },
          ...(drawn.text === undefined ? { dismiss: ['placeholders'] } : { text: drawn.text }),
        }));
  if (drawn.do === 'refused') return { do: 'refused', edits };
  const rows = edits.map((_, one) => one);
  return { do: 'done', step: 's', edits, rows, hashes: edits.map(() => 'new'), asked: turn };
}

const ANSWERS: readonly Action['do'][] = ['show', 'rows', 'done', 'refused', 'undone', 'say'];

function idOf(state: State): string | undefined {
  const one = selectedOf(state);
  return one && reviewId(one);
}

/** What the page must not do, whatever arrives when. */
function expectRule(before: State, action: Action, after: State): void {
  const was = idOf(before);
  const is = idOf(after);
  const draft = openDraft(before);
  const isAnswer = ANSWERS.includes(action.do);
  const isAwaited = 'asked' in action && action.asked === before.turn;
  if (isAnswer && before.isEditing) {
    const isSaved =
      action.do === 'done' &&
      isAwaited &&
      action.edits.some((edit) => reviewId(edit) === was && edit.text === draft?.text);
    expect(after.isEditing).toBe(!isSaved);
    if (!isSaved) expect([is, openDraft(after)?.text]).toEqual([was, draft?.text]);
  } else if (isAnswer) {
    expect(after.isEditing).toBe(false);
    const isOwnUndo = action.do === 'undone' && isAwaited;
    const chosen = before.chosen && reviewId(before.chosen);
    if (!isOwnUndo && chosen !== undefined) expect([chosen, undefined]).toContain(is);
  }
  // What keys act on is what the page shows.
  const row = selectedOf(after);
  if (after.isEditing) expect(openDraft(after)).toBeDefined();
  else if (row !== undefined) {
    expect(isUnitAt(after.data, row.row, row)).toBe(true);
    expect(row).toEqual(rowAt(after.data, row.row));
    expect(after.listed.includes(row.row) || after.isBeside).toBe(true);
  }
  if (action.do === 'filter' && row !== undefined) expect(after.listed).toContain(row.row);
  // Nothing typed is lost, unless it was saved or discarded.
  for (const [id, { text: typed, from }] of before.drafts) {
    const kept = after.drafts.get(id);
    if (kept !== undefined) {
      const isTyped = action.do === 'type' && before.isEditing && id === was;
      expect(kept.text).toBe(isTyped ? action.text : typed);
      continue;
    }
    const isSaved =
      action.do === 'done' &&
      action.edits.some((edit) => reviewId(edit) === id && edit.text === typed);
    const isDiscarded = action.do === 'leave' && before.isEditing && id === was;
    expect(isSaved || isDiscarded || typed === from).toBe(true);
  }
}

test('no answer closes, moves or changes what a person edits, whenever it arrives', () => {
  const actions = fc.array(fc.oneof(person, server), { maxLength: 40, size: 'max' });
  const seen = { editing: 0, closed: 0, gone: 0 };
  fc.assert(
    fc.property(data, actions, (first, all) => {
      let state = firstState(first, []);
      for (const drawn of all) {
        const action = actionOf(state, drawn);
        const next = nextState(state, action);
        expectRule(state, action, next);
        const isAnswer = ANSWERS.includes(action.do);
        if (isAnswer && state.isEditing) seen[next.isEditing ? 'editing' : 'closed'] += 1;
        const { chosen, isEditing } = next;
        if (isEditing && chosen && !isUnitAt(next.data, chosen.row, chosen)) seen.gone += 1;
        state = next;
      }
    }),
    { numRuns: 300 },
  );
  // The draws reach what the rule is about.
  expect(Math.min(seen.editing, seen.closed, seen.gone)).toBeGreaterThan(10);
});

describe('one text after the other', () => {
  const start = firstState(
    dataOf([
      { locale: 'de', key: 'a', version: 0, status: 2 },
      { locale: 'de', key: 'b', version: 0, status: 2 },
      { locale: 'fr', key: 'a', version: 0, status: 2 },
    ]),
    [],
  );
  const did = (state: State, ...actions: readonly Action[]): State =>
    actions.reduce((next, action) => nextState(next, action), state);
  const approval = (state: State, at: number): Action => {
    const one = rowAt(state.data, at)!;
    const edits = [{ ...editPlace(one), text: one.target }];
    return { do: 'done', step: 's', edits, rows: [at], hashes: [one.seen.target] };
  };

  test('an approval is answered while the next text is edited', () => {
    const editing = did(start, { do: 'move', by: 1 }, { do: 'edit' }, { do: 'type', text: 'neu' });
    const next = did(editing, approval(editing, 0));
    expect([openDraft(next)?.text, selectedOf(next)?.key]).toEqual(['neu', ['b']]);
    expect(rowAt(next.data, 0)?.status).toBe('current');
  });

  test('a text that leaves the list is not selected, and the next one is the one behind it', () => {
    const open = did(start, { do: 'filter', filter: { status: 'review' } });
    const approved = did(open, approval(open, 0));
    expect(selectedOf(approved)).toBe(undefined);
    expect(did(approved, { do: 'edit' }).isEditing).toBe(false);
    expect(selectedOf(did(approved, { do: 'move', by: 1 }))).toMatchObject({ row: 1 });
  });

  test('the choice of a language selects a text of it, and keeps what was typed', () => {
    const typed = did(start, { do: 'edit' }, { do: 'type', text: 'neu' });
    const chosen = did(typed, { do: 'filter', filter: { locale: 'fr' } });
    expect(selectedOf(chosen)).toMatchObject({ locale: 'fr' });
    expect([chosen.isEditing, chosen.drafts.size]).toEqual([false, 1]);
    const back = did(chosen, { do: 'filter', filter: { locale: 'de' } }, { do: 'edit' });
    expect(openDraft(back)?.text).toBe('neu');
    expect(selectedOf(did(start, { do: 'filter', filter: { query: 'nowhere' } }))).toBe(undefined);
  });

  test('who types on after saving stays in the editor, and changes what they saved', () => {
    const saved = did(start, { do: 'edit' }, { do: 'type', text: 'neu' }, { do: 'save' });
    const { begun } = openDraft(saved)!;
    const answer: Action = {
      ...{ do: 'done' as const, step: 's', edits: [{ ...begun, text: 'neu' }], rows: [0] },
      ...{ hashes: ['new'], asked: saved.turn },
    };
    expect(did(saved, answer).isEditing).toBe(false);
    const typed = did(saved, { do: 'type', text: 'neuer' }, answer);
    expect(openDraft(typed)).toMatchObject({ text: 'neuer', begun: { seen: { target: 'new' } } });
  });

  test('a step is undone where its text is now', () => {
    const approved = did(start, approval(start, 1));
    const other = dataOf([{ locale: 'de', key: 'c', version: 0, status: 0 }]);
    const moved = {
      ...approved.data,
      texts: {
        ...approved.data.texts,
        key: [...other.texts.key, ...start.data.texts.key],
        text: [...other.texts.text, ...start.data.texts.text],
      },
      rows: {
        ...approved.data.rows,
        text: [0, 1, 2, 3],
        file: [0, 0, 0, 1],
        status: [0, ...approved.data.rows.status],
        target: [...other.rows.target, ...start.data.rows.target],
        hash: ['h0', 'h0', 'h0', 'h0'],
        person: [0, 0, 1, 0] as const,
      },
    };
    const undone = did(approved, { do: 'show', data: moved, runs: [] }, { do: 'undone' });
    expect([0, 1, 2, 3].map((at) => rowAt(undone.data, at)?.target)).toEqual([
      ...['de c 0', 'de a 0', 'de b 0', 'fr a 0'],
    ]);
    expect(undone.data.rows.status).toEqual([0, 2, 2, 2]);
  });

  test('a text that others change under the eyes is said to be another', () => {
    const rows = (target: string): Action => ({
      do: 'rows',
      rows: [{ row: 0, status: 2, target, hash: target, person: 0, more: null }],
    });
    const changed = did(start, rows('de a 1'));
    expect([start.isChanged, changed.isChanged]).toEqual([false, true]);
    expect(did(changed, rows('de a 1'), { do: 'ask' }).isChanged).toBe(false);
  });
});

test('a message goes with the next thing that a person does; one about the server, with news', () => {
  const all = dataOf([{ locale: 'de', key: 'a', version: 0, status: 0 }]);
  const after = (...actions: readonly Action[]): string | undefined =>
    actions.reduce(nextState, firstState(all, [])).said?.text;
  const lost: Action = {
    do: 'say',
    text: 'The server has stopped.',
    isError: true,
    untilNews: true,
  };
  expect(after({ do: 'say', text: 'Undone.' })).toBe('Undone.');
  expect(after({ do: 'say', text: 'Undone.' }, { do: 'edit' })).toBeUndefined();
  expect(after({ do: 'say', text: 'Undone.' }, { do: 'rows', rows: [] })).toBe('Undone.');
  expect(after(lost, { do: 'edit' })).toBe('The server has stopped.');
  expect(after(lost, { do: 'rows', rows: [] })).toBeUndefined();
  expect(after(lost, { do: 'well' })).toBeUndefined();
});
