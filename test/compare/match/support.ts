import { compareTexts, fileOf, settledTexts } from '../../support/comparison.js';
import type { Comparison, ComparisonInput, FileInput } from '../../support/comparison.js';
import type { LockRow, Who } from '../../support/lock-rows.js';

/** A tree of texts, as JSON. */
export type Texts = readonly string[] | { readonly [key: string]: string | Texts };

export interface Sources {
  readonly [file: string]: Texts;
}

export interface Change {
  /** Sources of the files (`en/NAME.json`) at the last run, all translated: "One" as "one". */
  readonly before: Sources;
  /** Today's sources. Absent files were deleted. */
  readonly now: Sources;
  /** Source texts whose translation a person wrote. */
  readonly people?: readonly string[];
  /** Who wrote these. Default: person. */
  readonly as?: Who;
  /** Target texts that differ from the translation of `before`. */
  readonly targets?: Sources;
}

/** The keys of a tree with their texts, in order. */
export function leaves(texts: Texts, at = ''): readonly (readonly [string, string])[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [[`${at}${name}`, value] as const] : leaves(value, `${at}${name}.`),
  );
}

function translated(texts: Texts): Texts {
  const json = JSON.stringify(texts, (_, value: unknown) =>
    typeof value === 'string' ? value.toLowerCase() : value,
  );
  return JSON.parse(json) as Texts;
}

export async function compareChange(
  { before, now, people = [], as = 'person', targets = {} }: Change,
  rest: Partial<ComparisonInput> = {},
): Promise<Comparison> {
  const lock = Object.entries(before).flatMap(([file, texts]) =>
    leaves(texts).map(([key, text]): LockRow => {
      const who = people.includes(text) ? as : 'machine';
      return [`${file}#${key}`, text, text.toLowerCase(), who];
    }),
  );
  const names = [...new Set([...Object.keys(now), ...Object.keys(before)])];
  const files = names.map((name): readonly [string, FileInput] => {
    const former = before[name];
    const target = targets[name] ?? (former === undefined ? undefined : translated(former));
    return [name, { source: now[name], target }];
  });
  return compareTexts({ ...rest, files: Object.fromEntries(files), lock });
}

/** The content of each of today's files once texts are in their places (see `settledTexts`). */
export async function settled(
  change: Change,
  rest: Partial<ComparisonInput> = {},
): Promise<object> {
  const comparison = await compareChange(change, rest);
  return Object.fromEntries(
    Object.keys(change.now).map((name) => [
      name,
      settledTexts(fileOf(comparison, `de/${name}.json`)),
    ]),
  );
}
