export type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** A copy without the properties that are undefined. */
export function defined<T extends object>(input: T): Defined<T> {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}
