import { oneLine } from '../../model/index.js';
import { amount } from './amounts.js';
import type { Style } from './style.js';

interface ShownSuggestion {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly key: string;
  readonly source: string;
  readonly suggestion: string;
  readonly reason: string;
}

interface ShownImprovements {
  readonly ok: boolean;
  readonly suggestions: readonly object[];
  readonly applied: number;
  readonly dismissed: number;
  readonly kept: number;
  readonly requests: number;
  readonly texts: number;
  readonly characters: number;
}

/** Suggestions as a diff by key. */
export function suggestionsText(
  suggestions: readonly ShownSuggestion[],
  { colors }: Style,
): string {
  return suggestions
    .map(({ file, line, column, key, source, suggestion, reason }) => {
      const place = `${oneLine(file)}:${line}:${column}`;
      const head = `${colors.dim(place)}  ${colors.bold(oneLine(key))}  (${reason.replace('-', ' ')})`;
      const was = linesOf(source).map((one) => colors.red(`- ${one}`));
      const is = linesOf(suggestion).map((one) => colors.green(`+ ${one}`));
      return `${[head, ...was, ...is].join('\n')}\n\n`;
    })
    .join('');
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').map((line) => oneLine(line, Infinity));
}

/** What was found and done, in one line. */
export function improvementsText(result: ShownImprovements): string {
  const { ok, suggestions, applied, dismissed, kept, requests, texts, characters } = result;
  const none = ok ? 'Nothing to improve' : 'No suggestions';
  const found = suggestions.length === 0 ? none : amount(suggestions.length, 'suggestion');
  const done = [
    ...(applied > 0 ? [`${applied} applied`] : []),
    ...(kept > 0 ? [`translations of ${amount(kept, 'text')} kept`] : []),
    ...(dismissed > 0 ? [`${dismissed} dismissed`] : []),
  ];
  const sent =
    requests === 0
      ? 'nothing sent'
      : `${amount(texts, 'text')} in ${amount(requests, 'request')}, ${amount(characters, 'character')} billed`;
  const isOpen = suggestions.length > applied + dismissed && applied + dismissed === 0;
  const next = isOpen ? ' --apply writes them, --dismiss discards them.' : '';
  return `${[found, ...done, sent].join(' · ')}.${next}\n`;
}
