import type { PluralCategory } from '../../model/index.js';

/** CLDR's forms by their number, for files of other tools. */
const BY_COUNT: Readonly<Record<number, readonly PluralCategory[]>> = {
  1: ['other'],
  2: ['one', 'other'],
  3: ['one', 'few', 'other'],
  4: ['one', 'few', 'many', 'other'],
  5: ['one', 'two', 'few', 'many', 'other'],
  6: ['zero', 'one', 'two', 'few', 'many', 'other'],
};
/** Languages whose third form is for millions. */
const MILLIONS = /^(?:ca|es|fr|it|pt)\b/;

interface Language {
  /** The language's forms in Qt. */
  readonly known: readonly PluralCategory[];
  readonly language: string | undefined;
}

/**
 * The plural forms of a file's messages: those of its language in Qt, unless most of its messages
 * have another number of forms.
 *
 * @param counts number of forms of each message; 0 for one without texts
 */
export function formsOf(
  counts: readonly number[],
  { known, language = '' }: Language,
): readonly PluralCategory[] {
  const times = new Map<number, number>();
  for (const count of counts) if (count > 0) times.set(count, (times.get(count) ?? 0) + 1);
  const [usual] = [...times].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  if (usual === undefined || usual === known.length || usual === 1) return known;
  if (usual === 3 && MILLIONS.test(language.replace('_', '-'))) return ['one', 'many', 'other'];
  return BY_COUNT[usual] ?? known;
}
