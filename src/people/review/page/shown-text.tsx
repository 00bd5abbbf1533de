import type { JSX } from 'preact';
import { pageText } from '../../../model/index.js';
import type { ReviewRange, TextCode } from '../../../model/index.js';
import { chipsIn } from './typing.js';
import { wordDiff, markedParts } from './word-diff.js';
import { directionOf } from './words.js';

/** Longer texts are truncated for display. UTF-16 code units. */
const LONGEST = 20_000;

interface TextProps {
  readonly text: string;
  readonly lang: string;
  readonly ranges?: readonly ReviewRange[];
  /** Its placeholders and tags. */
  readonly codes?: readonly TextCode[];
}

/** A text as it is: never as markup, with invisible characters made visible. */
export function ShownText({ text, lang, ranges = [], codes = [] }: TextProps): JSX.Element {
  const cut = text.slice(0, LONGEST);
  return (
    <p class="text" dir={directionOf(lang, text)} lang={lang}>
      {markedParts(cut, ranges).map(({ text: part, isMarked }, at) =>
        isMarked ? (
          <mark key={at}>{pageText(visible(part))}</mark>
        ) : (
          <Chips key={at} text={part} codes={codes} />
        ),
      )}
      {text.length > LONGEST ? <em> … {text.length - LONGEST} characters more</em> : null}
    </p>
  );
}

function Chips({ text, codes }: Pick<TextProps, 'text'> & Required<Pick<TextProps, 'codes'>>) {
  return (
    <>
      {markedParts(text, chipsIn(text, codes)).map(({ text: part, isMarked }, at) =>
        isMarked ? (
          <span class="chip" key={at}>
            {pageText(part)}
          </span>
        ) : (
          pageText(part)
        ),
      )}
    </>
  );
}

/** Makes white space visible that a finding is about. */
function visible(part: string): string {
  return part.trim() === '' ? part.replaceAll(' ', '␣').replaceAll('\n', '⏎\n') : part;
}

interface DiffProps {
  readonly before: string;
  readonly after: string;
  readonly lang: string;
}

export function Diff({ before, after, lang }: DiffProps): JSX.Element {
  const parts = wordDiff(before.slice(0, LONGEST), after.slice(0, LONGEST));
  return (
    <p class="text" dir={directionOf(lang)} lang={lang}>
      {parts.map(({ kind, text }, at) => {
        const shown = pageText(text);
        if (kind === 'same') return shown;
        return kind === 'added' ? <ins key={at}>{shown}</ins> : <del key={at}>{shown}</del>;
      })}
    </p>
  );
}

/** A text as one line of a list. */
export function lineOf(text: string): string {
  return pageText(text.slice(0, 300)).replace(/\s+/g, ' ');
}

/** A path or key that may be broken at its signs, but not inside a word. */
export function Name({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {pageText(text)
        .split(/(?<=[/._:-])/)
        .flatMap((part, at) => [part, <wbr key={at} />])}
    </>
  );
}
