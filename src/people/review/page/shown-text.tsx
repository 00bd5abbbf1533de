import type { JSX } from 'preact';
import { pageText } from '../../../model/index.js';
import type { ReviewRange } from '../../../model/index.js';
import { wordDiff, markedParts } from './word-diff.js';

/** Longer texts are truncated for display. UTF-16 code units. */
const LONGEST = 20_000;

interface TextProps {
  readonly text: string;
  readonly lang: string;
  readonly ranges?: readonly ReviewRange[];
}

/** A text as it is: never as markup, with invisible characters made visible. */
export function ShownText({ text, lang, ranges = [] }: TextProps): JSX.Element {
  const cut = text.slice(0, LONGEST);
  return (
    <p class="text" dir="auto" lang={lang}>
      {markedParts(cut, ranges).map(({ text: part, isMarked }, at) =>
        isMarked ? <mark key={at}>{pageText(visible(part))}</mark> : pageText(part),
      )}
      {text.length > LONGEST ? <em> … {text.length - LONGEST} characters more</em> : null}
    </p>
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
    <p class="text" dir="auto" lang={lang}>
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
