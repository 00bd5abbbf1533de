import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import type { ReviewCheck, TextCode, TextFields, ReviewRow } from '../../../model/index.js';
import { pageText } from '../../../model/index.js';
import { isUnitAt } from './row.js';
import { openDraft } from './state.js';
import { act, guest, save, state, theHome } from './store.js';
import { aroundChips, chipBeside, chipsIn, joined } from './typing.js';
import { markedParts } from './word-diff.js';
import { directionOf, languageName, LEVEL_WORDS } from './words.js';

/** Milliseconds after the last keystroke before the text is checked. */
const PAUSE = 80;

/** What the rules say of a text. */
export interface Checked {
  readonly text: string;
  readonly check: ReviewCheck;
}

interface EditorProps {
  readonly row: ReviewRow;
  /** What the rules said of the text before it was edited. */
  readonly about: Checked | undefined;
}

/** The text that is being typed. It is part of the page's state, so no answer can change it. */
export function Editor({ row, about }: EditorProps): JSX.Element | null {
  const box = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const found = useSignal<Checked | undefined>(about);
  const typed = useSignal<TextFields | undefined>(undefined);
  const isWhole = useSignal(false);
  useLayoutEffect(() => {
    // Before the next key, which belongs to the text.
    box.current?.querySelector('textarea')?.focus();
    void look(found);
    return () => clearTimeout(timer.current);
  }, []);
  const draft = openDraft(state.value);
  if (draft === undefined) return null;
  const { text, begun } = draft;
  const { check } = found.value ?? {};
  const findings = found.value?.text === text ? (check?.findings ?? []) : [];
  const isSure =
    draft.refused === text &&
    found.value?.text === text &&
    findings.some(({ level }) => level === 'error');
  const verb = guest.value?.may === 'suggest' ? 'Suggest' : 'Save';
  const label = draft.saving === undefined ? (isSure ? `${verb} anyway` : verb) : 'Saving …';
  const isGone = !isUnitAt(state.value.data, row.row, row);
  const hasMoved =
    draft.saving === undefined &&
    (begun.seen.target !== row.seen.target || begun.seen.source !== row.seen.source);
  const type = (value: string): void => {
    act({ do: 'type', text: value });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void look(found), PAUSE);
  };
  const fields = isWhole.value ? undefined : fieldsNow(text, typed.value, found.value);
  const keep = (): void => void save(isSure);
  const leave = (): void => act({ do: 'leave' });
  const codes = check?.codes ?? [];
  const name = `Translation, ${languageName(row.locale)}`;
  return (
    <div
      class="editor"
      ref={box}
      onKeyDown={(event) => {
        // These keys also end what an input method is composing.
        if (event.isComposing) return;
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) keep();
        if (event.key === 'Escape') leave();
        const code = event.altKey ? codes[Number(event.code.replace('Digit', '')) - 1] : undefined;
        if (code === undefined) return;
        event.preventDefault();
        insert(box.current, code);
      }}
    >
      <Codes codes={codes} onPick={(code) => insert(box.current, code)} />
      {fields === undefined ? (
        <Area {...{ name, text, codes }} locale={row.locale} onType={type} />
      ) : (
        fields.map((part, at) => {
          if (typeof part === 'string') return null;
          // Words around the forms, or a text that is only one form of its own.
          const beside = fields.length === 1 ? '' : at === 0 ? 'before' : 'after';
          const form = part.form === '' ? beside : part.form;
          const examples = numbersText(part.numbers);
          return (
            <div class="form" key={at}>
              {form === '' ? null : (
                <span class="form-name">
                  {form} <small>{examples}</small>
                </span>
              )}
              <Area
                name={form === '' ? name : `${name}, ${form} ${examples}`}
                text={part.text}
                codes={codes}
                locale={row.locale}
                onType={(value) => {
                  const own = { ...part, text: value };
                  typed.value = fields.map((one, place) => (place === at ? own : one));
                  type(joined(typed.value));
                }}
              />
            </div>
          );
        })
      )}
      <p class="actions">
        <button type="button" class="main" onClick={keep}>
          {label} <kbd>Ctrl+Enter</kbd>
        </button>
        <button type="button" onClick={leave}>
          Leave <kbd>Esc</kbd>
        </button>
        {check?.fields === undefined || check.fields.length < 2 ? null : (
          <button
            type="button"
            aria-pressed={isWhole.value}
            onClick={() => {
              isWhole.value = !isWhole.value;
              typed.value = undefined;
            }}
          >
            As one text
          </button>
        )}
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
        {findings.map((one, at) => (
          <p key={at} class={`finding ${one.level}`}>
            {LEVEL_WORDS[one.level]}: {pageText(one.message)}
          </p>
        ))}
      </div>
      <Previews check={check} lang={row.locale} />
    </div>
  );
}

/** The fields of a text: as they were typed, or as the text was read. */
function fieldsNow(
  text: string,
  typed: TextFields | undefined,
  found: Checked | undefined,
): TextFields | undefined {
  if (typed !== undefined && joined(typed) === text) return typed;
  return found?.text === text ? found.check.fields : undefined;
}

function numbersText(numbers: readonly number[]): string {
  return numbers.length === 0 ? '' : `${numbers.join(', ')}${numbers.length > 4 ? ' …' : ''}`;
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

interface AreaProps {
  readonly name: string;
  readonly text: string;
  readonly codes: readonly TextCode[];
  readonly locale: string;
  readonly onType: (text: string) => void;
}

/**
 * A field in which placeholders and tags are chips: the cursor is never inside one, and a deletion
 * takes it as a whole. The chips are drawn below the field, on the same letters.
 */
function Area({ name, text, codes, locale, onType }: AreaProps): JSX.Element {
  const area = useRef<HTMLTextAreaElement>(null);
  const before = useRef(0);
  const chips = chipsIn(text, codes);
  const select = (to: readonly [number, number]): void => area.current?.setSelectionRange(...to);
  useEffect(() => {
    const own = area.current;
    // A click or another key may have put the cursor into a chip.
    const leaveChips = (): void => {
      if (own === null || document.activeElement !== own) return;
      const { selectionStart: start, selectionEnd: end } = own;
      const around = aroundChips({ start, end }, chipsIn(own.value, codes), before.current);
      before.current = around.start;
      if (around.start !== start || around.end !== end)
        own.setSelectionRange(around.start, around.end);
    };
    document.addEventListener('selectionchange', leaveChips);
    return () => document.removeEventListener('selectionchange', leaveChips);
  }, [codes]);
  const dir = directionOf(locale);
  return (
    <div class="area" dir={dir} lang={locale}>
      <div class="below" aria-hidden="true">
        {markedParts(text, chips).map(({ text: part, isMarked }, at) =>
          isMarked ? (
            <span class="chip" key={at}>
              {part}
            </span>
          ) : (
            part
          ),
        )}{' '}
      </div>
      <textarea
        ref={area}
        aria-label={name}
        {...{ dir, lang: locale, value: text }}
        rows={1}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
        onKeyDown={(event) => {
          const { key, currentTarget } = event;
          const { selectionStart: at, selectionEnd: end } = currentTarget;
          const isBack = key === 'Backspace' || key === 'ArrowLeft';
          if (at !== end || !(isBack || key === 'Delete' || key === 'ArrowRight')) return;
          const chip = chipBeside(at, chips, isBack ? 'before' : 'after');
          if (chip === undefined || event.shiftKey) return;
          // The browser deletes what is selected.
          if (key === 'Backspace' || key === 'Delete') select(chip);
          else {
            event.preventDefault();
            const to = isBack ? chip[0] : chip[1];
            select([to, to]);
          }
        }}
      />
    </div>
  );
}

/** Writes a placeholder where the cursor is; a pair of tags goes around what is selected. */
function insert(box: HTMLElement | null, { text, close }: TextCode): void {
  const focused = box?.querySelector<HTMLTextAreaElement>('textarea:focus');
  const area = focused ?? box?.querySelector('textarea');
  if (area === undefined || area === null) return;
  area.focus();
  const selected = area.value.slice(area.selectionStart, area.selectionEnd);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else keeps the browser's undo
  document.execCommand('insertText', false, close === undefined ? text : text + selected + close);
  if (close === undefined || selected !== '') return;
  const at = area.selectionStart - close.length;
  area.setSelectionRange(at, at);
}

function Codes({
  codes,
  onPick,
}: {
  readonly codes: readonly TextCode[];
  readonly onPick: (code: TextCode) => void;
}): JSX.Element | null {
  if (codes.length === 0) return null;
  return (
    <p class="actions codes" role="group" aria-label="Placeholders and tags to insert">
      {codes.map((code, at) => (
        <button
          type="button"
          key={code.text}
          class="chip"
          aria-keyshortcuts={at < 9 ? `Alt+${at + 1}` : undefined}
          // The field keeps its cursor.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(code)}
        >
          {pageText(code.text)}
          {code.close === undefined ? '' : ` ${pageText(code.close)}`}
          {at < 9 ? <kbd aria-hidden="true">Alt+{at + 1}</kbd> : null}
        </button>
      ))}
    </p>
  );
}

export function Previews({
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
            <td dir={directionOf(lang)} lang={lang}>
              {pageText(text)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
