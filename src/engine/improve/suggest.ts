import { formatKey, locate } from '../../model/index.js';
import type { Problem } from '../../model/index.js';
import { prepareRephrase, shownLength } from '../../text/index.js';
import type { Rephrased, RephraseForm } from '../../text/index.js';
import type { Answers } from './answers.js';
import type { Improvable } from './improvable.js';
import { isMinor, kindOf } from './kind.js';
import type { SuggestionKind } from './kind.js';

/** A change that Write suggests for a source text. Lines and columns are 1-based. */
export interface Suggestion {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly key: string;
  readonly source: string;
  readonly suggestion: string;
  /** What it changes. Derived from the texts: the service gives no reason. */
  readonly reason: SuggestionKind;
  /** Whether only white space, punctuation or case changes, so that translations stay current. */
  readonly minor: boolean;
}

/** A suggestion, and the text that it is for. */
export interface Suggested {
  readonly of: Improvable;
  readonly shown: Suggestion;
}

/** Texts to request in one form. */
export interface Asking {
  readonly one: Improvable;
  readonly rephrased: Rephrased;
}

export function askingFor(
  improvable: readonly Improvable[],
  form: RephraseForm,
): readonly Asking[] {
  return improvable.flatMap((one) => {
    const rephrased = prepareRephrase(one.unit.text, one.message, form);
    return rephrased === undefined ? [] : [{ one, rephrased }];
  });
}

/**
 * The result of the answers: a text, or that it fails the checks. Undefined: an answer is missing.
 */
export function resultOf({ one, rephrased }: Asking, answers: Answers): ImproveResult | undefined {
  const texts = rephrased.texts.map((text) => answers.of(text));
  if (texts.some((text) => text === undefined)) return undefined;
  const text = rephrased.restore(texts.map((answer) => answer ?? ''));
  if (text === undefined || text.trim() === '') return { holds: false };
  const { maxLength } = one.unit;
  const isTooLong = maxLength !== undefined && shownLength(text, one.message) > maxLength;
  return isTooLong ? { holds: false } : { holds: true, text };
}

export type ImproveResult =
  { readonly holds: false } | { readonly holds: true; readonly text: string };

export function suggestionOf(one: Improvable, suggestion: string): Suggested | undefined {
  const { unit, file } = one;
  const source = unit.text;
  if (suggestion === source) return undefined;
  const reason = kindOf(source, suggestion);
  const { line, column } = locate(file.document.text, unit.range.start);
  const shown = {
    file: file.path,
    line,
    column,
    key: formatKey(unit.key),
    source,
    suggestion,
    reason,
    minor: isMinor(reason),
  };
  return { of: one, shown };
}

/** Problems for texts that the service refused. */
export function refusals(asked: readonly Asking[], answers: Answers): readonly Problem[] {
  return asked.flatMap(({ one, rephrased }): Problem[] => {
    const error = rephrased.texts
      .map((text) => answers.refused.get(text))
      .find((found) => found !== undefined);
    if (error === undefined) return [];
    const { unit, file } = one;
    const { line, column } = locate(file.document.text, unit.range.start);
    const place = { file: file.path, line, column, key: formatKey(unit.key) };
    return [{ code: 'service-rejected', severity: 'warning', ...place, message: error.message }];
  });
}
