export type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** A copy without the properties that are undefined. */
export function defined<T extends object>(input: T): Defined<T> {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}

/** Adds an item to the list of a name. */
export function pushTo<K, T>(lists: Map<K, T[]>, name: K, ...items: readonly T[]): void {
  const known = lists.get(name);
  if (known === undefined) lists.set(name, [...items]);
  else known.push(...items);
}
