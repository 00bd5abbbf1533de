import type { StoredGlossary } from '../../model/index.js';

/** Something that a service may have several times under one name. */
type Made = Pick<StoredGlossary, 'created' | 'id'>;

/** Orders by creation time, so that all runners choose the same one. */
export function byAge(one: Made, other: Made): number {
  return `${one.created} ${one.id}` < `${other.created} ${other.id}` ? -1 : 1;
}

export interface Making<T extends Made> {
  readonly list: () => Promise<readonly T[]>;
  /** Whether another runner created it from the same file. */
  readonly isLike: (one: T) => boolean | Promise<boolean>;
  readonly remove: (id: string) => Promise<void>;
}

/**
 * Shards start together, and each may create what none has found. All continue with the one created
 * first; the others are deleted.
 * @param own id of the one that this run created
 * @returns id of the one to use
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
