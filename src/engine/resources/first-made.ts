import type { StoredGlossary } from '../../model/index.js';

/** What a service has several of by one name. */
type Made = Pick<StoredGlossary, 'created' | 'id'>;

/** So that all runners mean the same one. */
export function byAge(one: Made, other: Made): number {
  return `${one.created} ${one.id}` < `${other.created} ${other.id}` ? -1 : 1;
}

export interface Making<T extends Made> {
  readonly list: () => Promise<readonly T[]>;
  /** Whether another runner made it of the same file. */
  readonly isLike: (one: T) => boolean | Promise<boolean>;
  readonly remove: (id: string) => Promise<void>;
}

/**
 * Shards start together, and each may make what none has found. All go on with the one that was
 * made first; the others are deleted again.
 * @param own id of what this run made
 */
export async function firstMade<T extends Made>(own: string, making: Making<T>): Promise<string> {
  for (const one of [...(await making.list())].sort(byAge)) {
    if (one.id === own) break;
    if (!(await making.isLike(one))) continue;
    await making.remove(own);
    return one.id;
  }
  return own;
}
