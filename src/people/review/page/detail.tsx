import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import type { ReviewCheck, ReviewFinding, ReviewRange, ReviewRow } from '../../../model/index.js';
import { pageText, editPlace, reviewId } from '../../../model/index.js';
import { Comments } from './comments.js';
import { Editor, Previews } from './editor.js';
import type { Checked } from './editor.js';
import { isUnitAt, neighborsOf, sameTexts } from './row.js';
import { Diff, lineOf, Name, ShownText } from './shown-text.js';
import { act, approve, ask, dismiss, edit, guest, screens, selected, state } from './store.js';
import { takeSuggestion, theHome } from './store.js';
import { languageName, LEVEL_WORDS, taskOf } from './words.js';

/** Milliseconds that a text is selected before the rules are asked about it. */
const PAUSE = 60;

/** What the rules say of the selected text, once they have. */
function useAbout(row: ReviewRow | undefined): Checked | undefined {
  const about = useSignal<(Checked & { readonly id: string }) | undefined>(undefined);
  const id = row && reviewId(row);
  useEffect(() => {
    if (row === undefined || id === undefined) return undefined;
    const timer = setTimeout(() => {
      const { target } = row;
      theHome()
        ?.check({ ...editPlace(row), text: target })
        .then(
          (check) => check && (about.value = { id, text: target, check }),
          // The text is shown without what helps to edit it.
          () => undefined,
        );
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [id, row?.seen.target, row?.seen.source]);
  return about.value?.id === id && about.value?.text === row?.target ? about.value : undefined;
}

/** Everything about the selected unit. */
export function Detail(): JSX.Element {
  const row = selected.value;
  const box = useRef<HTMLElement>(null);
  const about = useAbout(row);
  const id = row && reviewId(row);
  useLayoutEffect(() => box.current?.scrollTo(0, 0), [id]);
  if (row === undefined)
    return (
      <section class="detail">
        <p>No text is selected.</p>
      </section>
    );
  const { data } = state.value;
  const { more, note } = row;
  const { proposal, comments = [] } = more;
  const hasSuggestion = comments.some(({ kind }) => kind === 'suggestion');
  const { codes = [], terms = [] } = about?.check ?? {};
  const marks = (side: 'source' | 'target'): readonly ReviewRange[] =>
    (more.findings ?? []).flatMap((one) =>
      one.level !== 'settled' && one.marks?.in === side ? one.marks.ranges : [],
    );
  return (
    <section class="detail" aria-label="Selected text" ref={box}>
      <h2>
        <Name text={row.key.join('.')} />
      </h2>
      <p class="place">
        <span class={`tag ${row.status}`}>{taskOf(row)}</span> <Name text={row.file} /> from{' '}
        <Name text={`${row.sourceFile}:${row.line}`} />
        {row.target === '' ? '' : row.isPersons ? ' · by a person' : ' · by a machine'}
        {more.trust === undefined ? '' : ` · trust ${more.trust} of 100`}
      </p>
      <h3>{languageName(data.source)}</h3>
      <ShownText text={row.source} lang={data.source} ranges={marks('source')} codes={codes} />
      {more.former === undefined ? null : (
        <section>
          <h3>What changed in the source</h3>
          <Diff before={more.former} after={row.source} lang={data.source} />
        </section>
      )}
      {note.note === undefined ? null : (
        <p class="aside">
          <strong>Note</strong> <span lang={data.source}>{pageText(note.note)}</span>
        </p>
      )}
      {note.limit === undefined ? null : (
        <p class="aside">
          <strong>At most</strong> {note.limit} characters
        </p>
      )}
      {terms.length === 0 ? null : (
        <p class="aside">
          <strong>Glossary</strong>{' '}
          {terms.map(([from, to], at) => (
            <span key={from}>
              {at === 0 ? '' : ' · '}
              {pageText(from)} → <span lang={row.locale}>{pageText(to)}</span>
            </span>
          ))}
        </p>
      )}
      <h3>{languageName(row.locale)}</h3>
      {state.value.isEditing ? (
        <Editor key={reviewId(row)} row={row} about={about} />
      ) : (
        <Target row={row} ranges={marks('target')} check={about?.check} />
      )}
      <Comments row={row} codes={codes} />
      <Findings findings={more.findings ?? []} />
      {proposal === undefined || guest.value?.may === 'suggest' ? null : (
        <section>
          <h3>Proposal</h3>
          <ShownText text={proposal} lang={row.locale} codes={codes} />
          <button type="button" onClick={() => void takeSuggestion({ text: proposal })}>
            Take it {hasSuggestion ? null : <kbd>t</kbd>}
          </button>
        </section>
      )}
      {isUnitAt(data, row.row, row) ? <Around row={row} /> : null}
    </section>
  );
}

function Target({
  row,
  ranges,
  check,
}: {
  readonly row: ReviewRow;
  readonly ranges: readonly ReviewRange[];
  readonly check: ReviewCheck | undefined;
}): JSX.Element {
  const { target, locale, more } = row;
  const mayOnlySuggest = guest.value?.may === 'suggest';
  return (
    <>
      {target === '' ? (
        <p class="none">There is no translation yet.</p>
      ) : (
        <ShownText text={target} lang={locale} ranges={ranges} codes={check?.codes ?? []} />
      )}
      {more.fixed === undefined ? null : <p>{pageText(more.fixed)}</p>}
      {state.value.drafts.has(reviewId(row)) ? (
        <p class="none">You started to edit this text. Edit continues where you left off.</p>
      ) : null}
      <p class="actions">
        {mayOnlySuggest || target === '' ? null : (
          <button type="button" class="main" onClick={() => void approve()}>
            Approve <kbd>a</kbd>
          </button>
        )}
        <button
          type="button"
          class={mayOnlySuggest || target === '' ? 'main' : ''}
          disabled={more.fixed !== undefined}
          onClick={edit}
        >
          {mayOnlySuggest ? 'Suggest' : target === '' ? 'Translate' : 'Edit'} <kbd>e</kbd>
        </button>
        <button type="button" onClick={ask}>
          Ask <kbd>q</kbd>
        </button>
      </p>
      <Previews check={check} lang={locale} />
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
      <h3>Remarks of the rules</h3>
      {findings.map((one, at) => (
        <p key={at} class={`finding ${one.level}`}>
          <strong>{one.rule ?? one.code}</strong> ({LEVEL_WORDS[one.level]}):{' '}
          {pageText(one.message)}{' '}
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

function Around({ row }: { readonly row: ReviewRow }): JSX.Element {
  const { data } = state.value;
  const others = sameTexts(data, row, 8);
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
      <Screens row={row} />
      {others.length === 0 ? null : (
        <Rows title="The same text elsewhere" rows={others} beside={row} />
      )}
      <Rows title="Neighbours" rows={neighborsOf(data, row.row, 2)} beside={row} />
    </>
  );
}

/** The most pictures of a text. */
const PICTURES = 3;

/** Where the app shows the text: in the row's language, or else in another one. */
function Screens({ row }: { readonly row: ReviewRow }): JSX.Element | null {
  const { files, sources } = state.value.data;
  const paths = new Set(
    files.flatMap((one) => (sources[one.source] === row.sourceFile ? one.path : [])),
  );
  const key = row.key.join('\0');
  const found = screens.value.flatMap((screen) => {
    const texts = screen.texts.filter(({ unit: [, file, ...own] }) => {
      return own.join('\0') === key && (file === row.sourceFile || paths.has(file));
    });
    return texts.length === 0 ? [] : [{ screen, texts, isOwn: texts[0]?.unit[0] === row.locale }];
  });
  const own = found.filter(({ isOwn }) => isOwn);
  const shown = (own.length === 0 ? found : own).slice(0, PICTURES);
  if (shown.length === 0) return null;
  return (
    <section>
      <h3>In the app</h3>
      {shown.map(({ screen, texts }) => (
        <figure key={screen.name}>
          <img src={screen.image} alt={`The text on ${screen.name}`} loading="lazy" />
          {texts.map(({ box: [x, y, width, height] }, at) => (
            <span
              key={at}
              style={{
                left: `${(100 * x) / screen.width}%`,
                top: `${(100 * y) / screen.height}%`,
                width: `${(100 * width) / screen.width}%`,
                height: `${(100 * height) / screen.height}%`,
              }}
            />
          ))}
        </figure>
      ))}
    </section>
  );
}

function Rows({
  title,
  rows,
  beside,
}: {
  readonly title: string;
  readonly rows: readonly ReviewRow[];
  readonly beside: ReviewRow;
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
