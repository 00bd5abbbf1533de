import type { Terms } from '../../resources/index.js';
import type { Known, MetPart, Part } from './known.js';

/** What the service has of one file. */
export interface Copy {
  /** Target languages that it has. */
  readonly languages: ReadonlySet<string>;
  /** Whether nothing but parts of these languages is in it. */
  readonly holdsOnly: (languages: ReadonlySet<string>) => boolean;
  /** Whether the lock names it by its id: of one language, where each has an id of its own. */
  readonly isNamed: (language: string) => boolean;
  /**
   * Ids of others of its name, where the lock names none of them: of one language, as above.
   */
  readonly rivals: (language: string) => readonly string[];
  /** What it says of one language. @throws TranslatorError */
  read(part: Part): Promise<Terms>;
}

/** What the lock keeps to find a copy again. */
export interface CopyId {
  readonly id: string;
  /** Of a style list with its language before it: `de product`. */
  readonly name: string;
}

export interface Writing {
  readonly parts: readonly MetPart[];
  /** Called for each part as soon as the service has it, where others may follow. */
  readonly onWritten: (language: string) => void;
}

/** The glossaries, or the styles, of the service. */
export interface Shelf {
  /** By id where it was applied before, else by name. @throws EngineError, TranslatorError */
  find(known: Known): Promise<Copy | undefined>;
  /**
   * Makes the copy what the parts result in. Gives all of its ids.
   * @throws TranslatorError
   */
  write(known: Known, copy: Copy | undefined, writing: Writing): Promise<readonly CopyId[]>;
  /** The ids of a copy. */
  idsOf(known: Known, copy: Copy): readonly CopyId[];
  /** From now on, requests that name the file are sent with it. */
  use(known: Known, ids: readonly CopyId[]): Promise<void>;
}
