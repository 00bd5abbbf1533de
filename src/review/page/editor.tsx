import { useEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ReviewCheck, ReviewEdit } from '../../model/review.js';
import { pageText } from '../../sinks/html.js';
import { placeOf, unitId } from './row.js';
import type { Row } from './row.js';
import { act, save, theHome } from './store.js';

/** A text that was typed but neither saved nor discarded. */
interface Draft {
  readonly text: string;
  /** The unit when editing began: later changes are not overwritten. */
  readonly begun: ReviewEdit;
}

/** By unit, so that drafts survive switching to another text. */
const drafts = new Map<string, Draft>();

export function hasDrafts(): boolean {
  return drafts.size > 0;
}

export function hasDraft(row: Row): boolean {
  return drafts.has(unitId(row));
}

/** Milliseconds after the last keystroke before the text is checked. */
const PAUSE = 80;

export function Editor({ row }: { readonly row: Row }): JSX.Element {
  const id = unitId(row);
  const draft = useRef(drafts.get(id)).current;
  const text = useSignal(draft?.text ?? row.target);
  const found = useSignal<ReviewCheck | undefined>(undefined);
  const isSure = useSignal(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const begun = useRef(draft?.begun ?? placeOf(row)).current;
  const hasMoved = begun.seen.target !== row.seen.target || begun.seen.source !== row.seen.source;
  useEffect(() => {
    area.current?.focus();
    void look(text.value);
  }, []);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const look = async (typed: string): Promise<void> => {
    const check = await theHome()
      ?.check({ ...begun, text: typed })
      .catch(() => undefined);
    if (typed === text.value) found.value = check;
  };
  const typed = (value: string): void => {
    text.value = value;
    drafts.set(id, { text: value, begun });
    isSure.value = false;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void look(value), PAUSE);
  };
  const hasErrors = found.value?.findings.some(({ level }) => level === 'error') === true;
  const keep = async (): Promise<void> => {
    const kept = text.value;
    const isDone = await save(begun, kept, isSure.value);
    if (isDone && drafts.get(id)?.text === kept) drafts.delete(id);
    if (!isDone && hasErrors) isSure.value = true;
  };
  const leave = (): void => {
    drafts.delete(id);
    act({ do: 'edit', on: false });
  };
  return (
    <div class="editor">
      <textarea
        ref={area}
        aria-label={`Translation, ${row.locale}`}
        dir="auto"
        lang={row.locale}
        rows={Math.min(12, Math.max(3, Math.ceil(row.target.length / 60)))}
        value={text.value}
        onInput={({ currentTarget }) => typed(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void keep();
          if (event.key === 'Escape') leave();
        }}
      />
      <p class="actions">
        <button type="button" onClick={() => void keep()}>
          {isSure.value ? 'Save anyway' : 'Save'} <kbd>Ctrl+Enter</kbd>
        </button>
        <button type="button" onClick={leave}>
          Leave <kbd>Esc</kbd>
        </button>
      </p>
      <div role="status">
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
        {(found.value?.findings ?? []).map((one, at) => (
          <p key={at} class={`finding ${one.level}`}>
            {one.level}: {pageText(one.message)}
          </p>
        ))}
      </div>
      <Previews check={found.value} lang={row.locale} />
    </div>
  );
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
