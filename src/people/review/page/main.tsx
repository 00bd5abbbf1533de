import { render } from 'preact';
import type { JSX } from 'preact';
import { useEffect, useRef, useLayoutEffect } from 'preact/hooks';
import 'uplot/dist/uPlot.min.css';
import './main.css';
import { pageText, hasOpenFindings, rowAt } from '../../../model/index.js';
import { Detail } from './detail.js';
import type { Filter } from './filter.js';
import { openHome } from './home.js';
import type { Start } from '../delta.js';
import { APPROVE_ALL, KEYS, onKey, runAction, UNDO } from './keys.js';
import { Overview } from './overview.js';
import type { State } from './state.js';
import {
  act,
  begin,
  guest,
  isHelpOpen,
  isLoaded,
  listed,
  patchText,
  selected,
  state,
  theHome,
} from './store.js';
import { useSignal } from '@preact/signals';
import { lineOf } from './shown-text.js';
import { directionOf, FILTER_WORDS, languageName, taskOf } from './words.js';
import { ROW_HEIGHT, topToShow, windowOf } from './window-rows.js';

function Page(): JSX.Element {
  const { view, said, data } = state.value;
  // Beside the app whose text it is there is only room for that text.
  const isBesideApp = parent !== window && location.hash !== '';
  return (
    <>
      <header hidden={isBesideApp}>
        <h1>locale-sync</h1>
        <Filters />
        <p class="actions">
          <button type="button" onClick={() => runAction(UNDO)}>
            Undo <kbd>u</kbd>
          </button>
          <button
            type="button"
            aria-pressed={view === 'overview'}
            onClick={() => act({ do: 'view', view: view === 'texts' ? 'overview' : 'texts' })}
          >
            Overview <kbd>o</kbd>
          </button>
          <button type="button" onClick={() => (isHelpOpen.value = true)}>
            Keys <kbd>?</kbd>
          </button>
          {theHome()?.kind === 'file' ? <SaveEdits /> : null}
          {start.status === undefined ? null : (
            <a href={`${start.base ?? ''}${start.status}`}>Problems and keys in code</a>
          )}
        </p>
      </header>
      {data.problems.map((problem) => (
        <p key={problem} role="alert" class="error notice">
          {pageText(problem)} Its texts are not shown until that is fixed.
        </p>
      ))}
      {view === 'overview' ? (
        <Overview />
      ) : (
        <main class="panes">
          <section class="texts" aria-label="Texts" hidden={isBesideApp && listed.value.length < 2}>
            <p class="actions count">
              <span>
                {numberText(listed.value.length)} of {numberText(data.rows.text.length)} texts
              </span>
              {guest.value?.may === 'suggest' ? null : (
                <button type="button" onClick={() => runAction(APPROVE_ALL)}>
                  Approve all <kbd>A</kbd>
                </button>
              )}
            </p>
            <List />
          </section>
          <Detail />
        </main>
      )}
      <p id="said" role="status" class={said?.isError === true ? 'error' : ''}>
        {said === undefined ? '' : pageText(said.text)}
      </p>
      {isHelpOpen.value ? <Help /> : null}
    </>
  );
}

// Our own virtual list: all rows have the same height, so positions are a division. Libraries
// measure rows, which is more code and slower.

/** All units that match the filter; only those near the viewport are rendered. */
function List(): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(800);
  const rows = listed.value;
  const { filter } = state.value;
  const row = selected.value?.row ?? -1;
  const at = rows.indexOf(row);
  useLayoutEffect(() => {
    const own = box.current;
    if (own === null) return undefined;
    const observer = new ResizeObserver(() => (height.value = own.clientHeight));
    observer.observe(own);
    height.value = own.clientHeight;
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const own = box.current;
    if (own === null || at < 0) return;
    own.scrollTop = topToShow(at, own.scrollTop, own.clientHeight);
    top.value = own.scrollTop;
    // Not when an answer changes the list: the person may be scrolling.
  }, [row, filter]);
  const { first, end } = windowOf(top.value, height.value, rows.length);
  return (
    <div
      class="list"
      ref={box}
      role="listbox"
      aria-label="Texts"
      tabIndex={0}
      aria-activedescendant={at >= first && at < end ? `row-${row}` : undefined}
      onScroll={({ currentTarget }) => (top.value = currentTarget.scrollTop)}
    >
      <div class="space" role="presentation" style={{ height: `${rows.length * ROW_HEIGHT}px` }}>
        {rows.slice(first, end).map((one, index) => (
          <Option
            key={one}
            row={one}
            at={first + index}
            of={rows.length}
            isSelected={one === row}
          />
        ))}
      </div>
      {rows.length === 0 ? <p class="none">No text matches. Change the filter.</p> : null}
    </div>
  );
}

interface OptionProps {
  readonly row: number;
  readonly at: number;
  readonly of: number;
  readonly isSelected: boolean;
}

function Option({ row, at, of, isSelected }: OptionProps): JSX.Element | null {
  const { data } = state.value;
  const one = rowAt(data, row);
  if (one === undefined) return null;
  const { key, source, target, status, locale } = one;
  const { filter } = state.value;
  return (
    <div
      id={`row-${row}`}
      role="option"
      aria-selected={isSelected}
      aria-setsize={of}
      aria-posinset={at + 1}
      class="row"
      style={{ top: `${at * ROW_HEIGHT}px` }}
      onClick={() => act({ do: 'select', row })}
    >
      <span class="key">
        <span class={`dot ${status}`} aria-hidden="true" />
        <span class="name">{lineOf(key.join('.'))}</span>
        {filter.locale === '' && data.targets.length > 1 ? <span class="tag">{locale}</span> : null}
        <span class={`tag ${hasOpenFindings(one.more) ? 'found' : ''}`}>{taskOf(one)}</span>
      </span>
      <span class="line source" dir={directionOf(data.source, source)} lang={data.source}>
        {lineOf(source)}
      </span>
      <span class="line" dir={directionOf(locale, target)} lang={locale}>
        {target === '' ? '–' : lineOf(target)}
      </span>
    </div>
  );
}

function numberText(value: number): string {
  return value.toLocaleString('en');
}

function Filters(): JSX.Element {
  const { data, filter } = state.value;
  const set = (change: Partial<Filter>): void => act({ do: 'filter', filter: change });
  return (
    <form
      class="filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        toList();
      }}
    >
      <input
        id="query"
        type="search"
        placeholder="Search  /"
        aria-label="Search keys and texts"
        value={filter.query}
        onInput={({ currentTarget }) => set({ query: currentTarget.value })}
      />
      <Choice
        label="State"
        value={filter.status}
        options={FILTER_WORDS}
        onPick={(status) => set({ status: status as Filter['status'] })}
      />
      <Choice
        label="Locale"
        value={filter.locale}
        options={[
          ['', 'All languages'],
          ...data.targets.map((one) => [one, languageName(one)] as const),
        ]}
        onPick={(locale) => set({ locale })}
      />
      <Choice
        label="File"
        value={filter.file}
        options={[['', 'All files'], ...data.sources.map((one) => [one, one] as const)]}
        onPick={(file) => set({ file })}
      />
    </form>
  );
}

/** Moves focus from the search to its results, where shortcuts work. */
function toList(): void {
  const [first] = listed.value;
  if (first !== undefined && selected.value === undefined) act({ do: 'select', row: first });
  document.querySelector<HTMLElement>('.list')?.focus();
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly onPick: (value: string) => void;
}

function Choice({ label, value, options, onPick }: ChoiceProps): JSX.Element {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onPick(currentTarget.value)}
    >
      {options.map(([one, name]) => (
        <option key={one} value={one}>
          {pageText(name)}
        </option>
      ))}
    </select>
  );
}

/** Steps in the last saved patch. */
let savedSteps: State['steps'] = [];

/** Whether something exists only on this page. */
function hasUnsaved(): boolean {
  const { drafts, steps } = state.value;
  const isTyped = [...drafts.values()].some(({ text, from }) => text !== from);
  const isInFile = theHome()?.kind === 'file';
  return isTyped || (isInFile && steps.length > 0 && steps !== savedSteps);
}

function SaveEdits(): JSX.Element {
  const { steps } = state.value;
  const save = (): void => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([patchText()], { type: 'application/json' }));
    link.download = 'locale-sync-edits.json';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    savedSteps = steps;
    act({
      do: 'say',
      text: 'Saved. Apply them with: locale-sync review --apply locale-sync-edits.json',
    });
  };
  return (
    <button type="button" id="save" disabled={steps.length === 0} onClick={save}>
      Save the edits ({steps.length})
    </button>
  );
}

function Help(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-label="Keys" onClose={() => (isHelpOpen.value = false)}>
      <h2>Keys</h2>
      <table>
        <tbody>
          {KEYS.map((action) => (
            <tr key={action.does}>
              <th scope="row">
                {action.keys.map((key) => (
                  <kbd key={key}>{key.replace('ArrowDown', '↓').replace('ArrowUp', '↑')}</kbd>
                ))}
              </th>
              <td>
                <button type="button" class="link" onClick={() => runAction(action)}>
                  {action.does}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <form method="dialog">
        <button>Close</button>
      </form>
    </dialog>
  );
}

function App(): JSX.Element {
  return isLoaded.value ? (
    <Page />
  ) : (
    <p role="status">{pageText(state.value.said?.text ?? 'Loading …')}</p>
  );
}

const root = document.getElementById('page');
const start = JSON.parse(document.getElementById('start')?.textContent ?? '{}') as Start;
if (root !== null) {
  root.textContent = '';
  render(<App />, root);
  addEventListener('keydown', onKey);
  addEventListener('beforeunload', (event) => {
    if (hasUnsaved()) event.preventDefault();
  });
  begin(openHome(start), start).catch((error: unknown) => {
    act({ do: 'say', text: error instanceof Error ? error.message : String(error), isError: true });
  });
}
