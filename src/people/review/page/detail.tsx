import { useSignal, type Signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import type { ReviewFinding, ReviewCheck } from '../../../model/index.js';
import { pageText } from '../../../model/index.js';
import { isUnitAt, neighborsOf, SameTexts, unitId } from './row.js';
import type { Row } from './row.js';
import { Diff, lineOf, ShownText } from './shown-text.js';
import { openDraft } from './state.js';
import {
  act,
  approve,
  dismiss,
  edit,
  selected,
  state,
  takeProposal,
  save,
  theHome,
} from './store.js';

/** Everything about the selected unit. */
export function Detail(): JSX.Element {
  const row = selected.value;
  const box = useRef<HTMLElement>(null);
  const id = row && unitId(row);
  useLayoutEffect(() => box.current?.scrollTo(0, 0), [id]);
  if (row === undefined)
    return (
      <section class="detail">
        <p>No text is selected.</p>
      </section>
    );
  const { data } = state.value;
  const { more, note } = row;
  const marks = (side: 'source' | 'target'): readonly (readonly [number, number])[] =>
    (more.findings ?? []).flatMap((one) =>
      one.level !== 'settled' && one.marks?.in === side ? one.marks.ranges : [],
    );
  return (
    <section class="detail" aria-label="Selected text" ref={box}>
      <h2>{pageText(row.key.join('.'))}</h2>
      <p class="place">
        <span class={`tag ${row.status}`}>{row.status}</span> {row.locale} · {row.file} ·{' '}
        {row.sourceFile}:{row.line}
        {row.target === '' ? '' : row.isPersons ? ' · a person’s' : ' · a machine’s'}
        {more.trust === undefined ? '' : ` · trust ${more.trust} of 100`}
      </p>
      <h3>Source ({data.source})</h3>
      <ShownText text={row.source} lang={data.source} ranges={marks('source')} />
      {more.former === undefined ? null : (
        <section>
          <h3>What changed in the source</h3>
          <Diff before={more.former} after={row.source} lang={data.source} />
        </section>
      )}
      {note.note === undefined ? null : (
        <section>
          <h3>Author’s note</h3>
          <ShownText text={note.note} lang={data.source} />
        </section>
      )}
      <h3>Translation ({row.locale})</h3>
      {state.value.isEditing ? (
        <Editor key={unitId(row)} row={row} />
      ) : (
        <Target row={row} ranges={marks('target')} />
      )}
      <Findings findings={more.findings ?? []} />
      {more.proposal === undefined ? null : (
        <section>
          <h3>Proposal</h3>
          <ShownText text={more.proposal} lang={row.locale} />
          <button type="button" onClick={() => void takeProposal()}>
            Take it <kbd>t</kbd>
          </button>
        </section>
      )}
      {isUnitAt(data, row.row, row) ? <Around row={row} /> : null}
    </section>
  );
}

/** Milliseconds after the last keystroke before the text is checked. */
const PAUSE = 80;

interface Checked {
  readonly text: string;
  readonly check: ReviewCheck;
}

/** The text that is being typed. It is part of the page's state, so no answer can change it. */
function Editor({ row }: { readonly row: Row }): JSX.Element | null {
  const area = useRef<HTMLTextAreaElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const found = useSignal<Checked | undefined>(undefined);
  useLayoutEffect(() => {
    // Before the next key, which belongs to the text.
    area.current?.focus();
    void look(found);
    return () => clearTimeout(timer.current);
  }, []);
  const draft = openDraft(state.value);
  if (draft === undefined) return null;
  const { text, begun } = draft;
  const findings = found.value?.check.findings ?? [];
  const isSure =
    draft.refused === text &&
    found.value?.text === text &&
    findings.some(({ level }) => level === 'error');
  const label = draft.saving === undefined ? (isSure ? 'Save anyway' : 'Save') : 'Saving …';
  const isGone = !isUnitAt(state.value.data, row.row, row);
  const hasMoved =
    draft.saving === undefined &&
    (begun.seen.target !== row.seen.target || begun.seen.source !== row.seen.source);
  const typed = (value: string): void => {
    act({ do: 'type', text: value });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void look(found), PAUSE);
  };
  const keep = (): void => void save(isSure);
  const leave = (): void => act({ do: 'leave' });
  return (
    <div class="editor">
      <textarea
        ref={area}
        aria-label={`Translation, ${row.locale}`}
        dir="auto"
        lang={row.locale}
        rows={Math.min(12, Math.max(3, Math.ceil(row.target.length / 60)))}
        value={text}
        onInput={({ currentTarget }) => typed(currentTarget.value)}
        onKeyDown={(event) => {
          // Both keys also end what an input method is composing.
          if (event.isComposing) return;
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) keep();
          if (event.key === 'Escape') leave();
        }}
      />
      <p class="actions">
        <button type="button" onClick={keep}>
          {label} <kbd>Ctrl+Enter</kbd>
        </button>
        <button type="button" onClick={leave}>
          Leave <kbd>Esc</kbd>
        </button>
      </p>
      <div role="status">
        {isGone ? (
          <p class="error">
            No file contains this text any more, or its file cannot be read. Your input stays here.
          </p>
        ) : null}
        {hasMoved ? (
          <p class="error">
            The text was changed elsewhere in the meantime and was kept. Copy yours, leave, and
            compare.
          </p>
        ) : null}
        {theHome()?.kind === 'file' ? (
          <p>
            A file cannot run the rules, or show plural forms: they are checked when the edits are
            applied.
          </p>
        ) : null}
        {findings.map((one, at) => (
          <p key={at} class={`finding ${one.level}`}>
            {one.level}: {pageText(one.message)}
          </p>
        ))}
      </div>
      <Previews check={found.value?.check} lang={row.locale} />
    </div>
  );
}

/** Has the text in the editor checked. */
async function look(found: Signal<Checked | undefined>): Promise<void> {
  const draft = openDraft(state.value);
  if (draft === undefined) return;
  const { begun, text } = draft;
  const check = await theHome()
    ?.check({ ...begun, text })
    .catch(() => undefined);
  if (check !== undefined && openDraft(state.value)?.text === text) found.value = { text, check };
}

function Previews({
  check,
  lang,
}: {
  readonly check: ReviewCheck | undefined;
  readonly lang: string;
}): JSX.Element | null {
  const previews = check?.previews ?? [];
  if (previews.length === 0) return null;
  return (
    <table class="previews">
      <caption>As readers see it</caption>
      <tbody>
        {previews.map(({ form, number, text }) => (
          <tr key={form}>
            <th scope="row">
              {form} {number === undefined ? '' : `(${number})`}
            </th>
            <td dir="auto" lang={lang}>
              {pageText(text)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Target({
  row,
  ranges,
}: {
  readonly row: Row;
  readonly ranges: readonly (readonly [number, number])[];
}): JSX.Element {
  const { target, locale, more } = row;
  return (
    <>
      {target === '' ? (
        <p class="none">There is no translation yet.</p>
      ) : (
        <ShownText text={target} lang={locale} ranges={ranges} />
      )}
      {more.fixed === undefined ? null : <p>{pageText(more.fixed)}</p>}
      {state.value.drafts.has(unitId(row)) ? (
        <p class="none">You started to edit this text. Edit continues where you left off.</p>
      ) : null}
      <p class="actions">
        <button type="button" onClick={() => void approve()}>
          Approve <kbd>a</kbd>
        </button>
        <button type="button" disabled={more.fixed !== undefined} onClick={edit}>
          Edit <kbd>e</kbd>
        </button>
      </p>
    </>
  );
}

function Findings({
  findings,
}: {
  readonly findings: readonly ReviewFinding[];
}): JSX.Element | null {
  if (findings.length === 0) return null;
  return (
    <section>
      <h3>Findings</h3>
      {findings.map((one, at) => (
        <p key={at} class={`finding ${one.level}`}>
          <strong>{one.rule ?? one.code}</strong> ({one.level}): {pageText(one.message)}{' '}
          {one.level === 'settled' || one.rule === undefined ? null : (
            <button type="button" onClick={() => void dismiss(at)}>
              Dismiss <kbd>d</kbd>
            </button>
          )}
        </p>
      ))}
    </section>
  );
}

const same: { data: unknown; texts: SameTexts | undefined } = { data: undefined, texts: undefined };

function sameTexts(): SameTexts {
  const { data } = state.value;
  if (same.data !== data.texts || same.texts === undefined) {
    same.data = data.texts;
    same.texts = new SameTexts(data);
  }
  return same.texts;
}

function Around({ row }: { readonly row: Row }): JSX.Element {
  const { data } = state.value;
  const others = sameTexts().of(row, 8);
  const { uses = [] } = row.note;
  return (
    <>
      {uses.length === 0 ? null : (
        <section>
          <h3>In code</h3>
          <ul class="others">
            {uses.map((use) => (
              <li key={use}>
                <code>{pageText(use)}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
      {others.length === 0 ? null : (
        <Rows title="The same text elsewhere" rows={others} beside={row} />
      )}
      <Rows title="Neighbours" rows={neighborsOf(data, row.row, 2)} beside={row} />
    </>
  );
}

function Rows({
  title,
  rows,
  beside,
}: {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly beside: Row;
}): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul class="others">
        {rows.map((one) => (
          <li key={one.row}>
            <button type="button" class="link" onClick={() => act({ do: 'select', row: one.row })}>
              {lineOf(one.key.join('.'))}
            </button>{' '}
            {one.file === beside.file ? null : <span class="place">{lineOf(one.file)} </span>}
            <span dir="auto" lang={one.locale}>
              {lineOf(one.target === '' ? one.source : one.target)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
