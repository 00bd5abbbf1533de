import type { Terms } from '../terms/index.js';
import type { Known, MetPart, Part } from './known.js';

/** The service's copy of a file. */
export interface Copy {
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
  /**
   * Updates the copy to the parts' results. Returns all of its ids.
   * @throws TranslatorError
   */
  write(known: Known, copy: Copy | undefined, writing: Writing): Promise<readonly CopyId[]>;
  /** The ids of a copy. */
  idsOf(known: Known, copy: Copy): readonly CopyId[];
  /** From now on, requests that name the file are sent with the copy. */
  use(known: Known, ids: readonly CopyId[]): Promise<void>;
}
