import { useLayoutEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import { pageText, reviewId } from '../../../model/index.js';
import type { ReviewComment, TextCode, ReviewRow } from '../../../model/index.js';
import { ShownText } from './shown-text.js';
import { answering, guest, reply, send, takeSuggestion } from './store.js';

/** What people said about the selected text, and a field to ask or answer. */
export function Comments({
  row,
  codes,
}: {
  readonly row: ReviewRow;
  readonly codes: readonly TextCode[];
}): JSX.Element | null {
  const { comments = [] } = row.more;
  const open = answering.value?.id === reviewId(row) ? answering.value : undefined;
  if (comments.length === 0 && open === undefined) return null;
  return (
    <section>
      <h3>Suggestions and questions</h3>
      {comments.map((one, at) => (
        <Comment key={at} {...{ row, one, codes }} isFirst={one === firstSuggestion(row)} />
      ))}
      {open === undefined ? null : <Words key={`${open.id}\n${open.to ?? ''}`} to={open.to} />}
    </section>
  );
}

/** The suggestion that the key takes. */
function firstSuggestion({ more: { comments = [] } }: ReviewRow): ReviewComment | undefined {
  return comments.find(({ kind }) => kind === 'suggestion');
}

function Comment({
  row,
  one,
  codes,
  isFirst,
}: {
  readonly row: ReviewRow;
  readonly one: ReviewComment;
  readonly codes: readonly TextCode[];
  readonly isFirst: boolean;
}): JSX.Element {
  const { kind, text, answer, isOld } = one;
  const isSuggestion = kind === 'suggestion';
  const by = one.by === '' ? '' : ` by ${one.by.replace(/\s*<.*/, '')}`;
  const about = answering.value?.id === reviewId(row) && answering.value.to === text;
  return (
    <article class="comment">
      <p class="place">
        {isSuggestion ? 'Suggestion' : 'Question'}
        {pageText(by)}
        {isOld === true ? ', made for an older text' : ''}
      </p>
      {isSuggestion ? (
        <ShownText text={text} lang={row.locale} codes={codes} />
      ) : (
        <p dir="auto">{pageText(text)}</p>
      )}
      {answer === '' ? null : (
        <p dir="auto">
          <strong>Answer</strong> {pageText(answer)}
        </p>
      )}
      {guest.value?.may === 'suggest' || about ? null : (
        <p class="actions">
          {isSuggestion ? (
            <button type="button" onClick={() => void takeSuggestion(one)}>
              Take it {isFirst ? <kbd>t</kbd> : null}
            </button>
          ) : (
            <button
              type="button"
              onClick={() => (answering.value = { id: reviewId(row), to: text })}
            >
              Answer
            </button>
          )}
          <button type="button" onClick={() => void reply(row, text, '')}>
            {isSuggestion ? 'Reject' : 'Remove'}
          </button>
        </p>
      )}
    </article>
  );
}

/** A field for a question, or for the answer to one. */
function Words({ to }: { readonly to: string | undefined }): JSX.Element {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => area.current?.focus(), []);
  const name = to === undefined ? 'Question to the developers' : 'Answer';
  const leave = (): void => void (answering.value = undefined);
  const done = (): void => void send(area.current?.value.trim() ?? '');
  return (
    <div
      onKeyDown={(event) => {
        if (event.isComposing) return;
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) done();
        if (event.key === 'Escape') leave();
      }}
    >
      <textarea
        ref={area}
        rows={3}
        maxLength={10_000}
        dir="auto"
        aria-label={name}
        placeholder={name}
      />
      <p class="actions">
        <button type="button" class="main" onClick={done}>
          {to === undefined ? 'Ask' : 'Answer'} <kbd>Ctrl+Enter</kbd>
        </button>
        <button type="button" onClick={leave}>
          Leave <kbd>Esc</kbd>
        </button>
      </p>
    </div>
  );
}
