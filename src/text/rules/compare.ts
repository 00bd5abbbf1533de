import type { ProblemCode } from '../../model/index.js';
import type { TextProblem } from '../types.js';

/** Number of occurrences of each name, in order of first occurrence. */
export type Bag = ReadonlyMap<string, number>;

export function bagOf(names: Iterable<string>): Bag {
  const bag = new Map<string, number>();
  for (const name of names) bag.set(name, (bag.get(name) ?? 0) + 1);
  return bag;
}

/** Each name once, for messages whose arms may repeat it. */
export function once(bag: Bag): Bag {
  return new Map([...bag.keys()].map((name) => [name, 1]));
}

const SHOWN = 5;

/**
 * The names that the target lacks, and those that it has in addition; undefined if there are none.
 */
export function difference(source: Bag, target: Bag, code: ProblemCode): TextProblem | undefined {
  const missing = surplus(source, target);
  const extra = surplus(target, source);
  if (missing.length === 0 && extra.length === 0) return undefined;
  const parts = [
    ...(missing.length === 0 ? [] : [`missing ${list(missing)}`]),
    ...(extra.length === 0 ? [] : [`${list(extra)} not in the source`]),
  ];
  return { code, message: parts.join('; ') };
}

function surplus(of: Bag, over: Bag): string[] {
  return [...of].flatMap(([name, times]) => {
    const more = times - (over.get(name) ?? 0);
    return more > 0 ? [more === 1 ? name : `${name} (${more} times)`] : [];
  });
}

function list(names: readonly string[]): string {
  const shown = names
    .slice(0, SHOWN)
    .map((name) => (name.length > 80 ? `${name.slice(0, 80)}…` : name));
  const rest = names.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
