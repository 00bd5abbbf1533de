import type { Terms } from '../terms/index.js';
import type { Known, MetPart, Part } from './known.js';

/** Something that a service may have several times under one name. */
interface Made {
  readonly created: string;
  readonly id: string;
}

/** Orders by creation time, so that all runners choose the same one. */
export function byAge(one: Made, other: Made): number {
  return `${one.created} ${one.id}` < `${other.created} ${other.id}` ? -1 : 1;
}

/**
 * Shards start together, and each may create what none has found. All continue with the one created
 * first; the others are deleted.
 * @param own id of the one that this run created
 * @param making `isLike`: whether another runner created it from the same file
 * @returns id of the one to use
 */
export async function firstMade<T extends Made>(
  own: string,
  making: {
    readonly list: () => Promise<readonly T[]>;
    readonly isLike: (one: T) => boolean | Promise<boolean>;
    readonly remove: (id: string) => Promise<void>;
  },
): Promise<string> {
  for (const one of [...(await making.list())].sort(byAge)) {
    if (one.id === own) break;
    if (!(await making.isLike(one))) continue;
    await making.remove(own);
    return one.id;
  }
  return own;
}

/** The service's copy of a file. */
export interface Copy {
  /** As recorded in the lock. */
  readonly ids: readonly CopyId[];
  /** Target languages in the copy. */
  readonly languages: ReadonlySet<string>;
  /** Whether it contains only parts in these languages. */
  readonly holdsOnly: (languages: ReadonlySet<string>) => boolean;
  /** Whether the lock has its id, for a language if each has its own id. */
  readonly isNamed: (language: string) => boolean;
  /** Ids of others with its name, if the lock has none of them; for a language, as above. */
  readonly rivals: (language: string) => readonly string[];
  /** Its content for one language. @throws TranslatorError */
  read(part: Part): Promise<Terms>;
  /**
   * Updates the copy to the parts' results. Returns all of its ids.
   * @throws TranslatorError
   */
  write(known: Known, writing: Writing): Promise<readonly CopyId[]>;
}

/** The lock's record of a copy. */
export interface CopyId {
  readonly id: string;
  /** For a style list with the language in front: `de product`. */
  readonly name: string;
}

export interface Writing {
  readonly parts: readonly MetPart[];
  /** Called for each part as soon as the service has it; others may follow. */
  readonly onWritten: (language: string) => void;
}

/** The service's glossaries, or its styles. */
export interface Shelf {
  /**
   * Finds a copy by id if it was applied before, otherwise by name. @throws EngineError,
   * TranslatorError
   */
  find(known: Known): Promise<Copy | undefined>;
  /** Creates the copy of a file that has none. Returns its ids. @throws TranslatorError */
  write(known: Known, writing: Writing): Promise<readonly CopyId[]>;
  /** From now on, requests that name the file are sent with the copy. */
  use(known: Known, ids: readonly CopyId[]): Promise<void>;
}
