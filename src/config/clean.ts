import type { ConfigPath } from './document.js';

export interface CleanConfig {
  readonly value: unknown;
  /** Keys that must not get anywhere near an object of ours. */
  readonly refused: readonly ConfigPath[];
}

/**
 * A copy of plain data in which an empty section (`limits:` with nothing behind it) counts as left
 * out. `__proto__` is taken out and told. Module configs may hold anything: what is no plain data stays.
 * @throws RangeError for data that holds itself.
 */
export function cleanConfig(value: unknown): CleanConfig {
  const refused: ConfigPath[] = [];
  return { value: clean(value, [], refused), refused };
}

function clean(value: unknown, path: ConfigPath, refused: ConfigPath[]): unknown {
  if (Array.isArray(value)) return value.map((item, at) => clean(item, [...path, at], refused));
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, inside] of Object.entries(value)) {
    if (key === '__proto__') refused.push([...path, key]);
    else copy[key] = inside === null ? undefined : clean(inside, [...path, key], refused);
  }
  return copy;
}
