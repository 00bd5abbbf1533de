import { hasOpenFindings } from '../../../model/index.js';
import type { ReviewFinding, ReviewStatus, ReviewRow } from '../../../model/index.js';
import type { Filter } from './filter.js';

/** What has to be done about a text, by state: people read this instead of the state's name. */
export const STATE_WORDS: Readonly<Record<ReviewStatus, string>> = {
  current: 'Done',
  edited: 'Done by hand',
  review: 'Source changed',
  stale: 'To translate again',
  missing: 'Not translated',
  invalid: 'Needs a fix',
};

/** What has to be done about a text. */
export function taskOf({ status, isPersons, more }: ReviewRow): string {
  const { comments = [] } = more;
  if (comments.some(({ kind }) => kind === 'suggestion')) return 'Suggestion';
  if (comments.length > 0)
    return comments.some(({ answer }) => answer === '') ? 'Question' : 'Answered';
  const isDone = status === 'current' || status === 'edited';
  if (isDone && hasOpenFindings(more)) return 'To check';
  return status === 'current' && !isPersons ? 'To read' : STATE_WORDS[status];
}

export const FILTER_WORDS: readonly (readonly [value: Filter['status'], words: string])[] = [
  ['yours', 'Waiting for you'],
  ['', 'All texts'],
  ['open', 'Not done'],
  ['invalid', STATE_WORDS.invalid],
  ['review', STATE_WORDS.review],
  ['machine', 'Machine texts to read'],
  ['found', 'With a remark'],
  ['said', 'Suggestions and questions'],
  ['missing', STATE_WORDS.missing],
  ['stale', STATE_WORDS.stale],
  ['drifted', 'Made under other options'],
  ['edited', STATE_WORDS.edited],
  ['current', STATE_WORDS.current],
];

/** How much a remark of the rules matters. */
export const LEVEL_WORDS: Readonly<Record<ReviewFinding['level'], string>> = {
  error: 'needs a fix',
  warn: 'to check',
  settled: 'settled',
};

const NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** `German · de`; the code alone where the language has no English name. */
export function languageName(locale: string): string {
  try {
    const name = NAMES.of(locale.replaceAll('_', '-'));
    return name === undefined ? locale : `${name} · ${locale}`;
  } catch {
    return locale;
  }
}

/** Scripts that are written from right to left. */
const FROM_RIGHT = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg', 'Mand']);

/** The direction of a text of a locale; a choice of plural forms is read as the code that it is. */
export function directionOf(locale: string, text = ''): 'ltr' | 'rtl' {
  if (/^\{\s*\w+\s*,\s*(?:plural|select)/.test(text)) return 'ltr';
  try {
    const { script = '' } = new Intl.Locale(locale.replaceAll('_', '-')).maximize();
    return FROM_RIGHT.has(script) ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}
