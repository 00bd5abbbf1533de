import { useLayoutEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ReviewCheck } from '../../model/review.js';
import { pageText } from '../../sinks/html.js';
import { isUnitAt } from './row.js';
import type { Row } from './row.js';
import { openDraft } from './state.js';
import { act, save, state, theHome } from './store.js';

/** Milliseconds after the last keystroke before the text is checked. */
const PAUSE = 80;

interface Checked {
  readonly text: string;
  readonly check: ReviewCheck;
}

/** The text that is being typed. It is part of the page's state, so no answer can change it. */
export function Editor({ row }: { readonly row: Row }): JSX.Element | null {
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
