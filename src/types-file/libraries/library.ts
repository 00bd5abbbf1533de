import type { Key, MessageSyntax } from '../../model/index.js';
import type { TypedMessage, TypedUnit } from '../messages-of.js';

/** Input for a library's declarations. */
export interface LibraryInput {
  /** Names of the catalogs: the namespaces, or one name for all files. */
  readonly catalogs: readonly string[];
  /** Whether most messages are ICU. */
  readonly isIcu: boolean;
}

/** How an i18n library is told which messages exist. */
export interface Library {
  /** How it reads a text that shows no syntax. */
  readonly usual: MessageSyntax;
  /** The name of the only catalog if files are not namespaces. */
  readonly catalog: string;
  /** Whether each file is its own namespace. */
  readonly hasNamespaces: boolean;
  /** Separator between namespace and key in code. */
  readonly separator: string;
  /** Whether a dot in a key means nesting. */
  readonly splitsKeys: boolean;
  /** Type of a message in `Catalogs`. Default: `string`. */
  readonly leaf?: (unit: TypedUnit) => string;
  /** Type of a list in `Catalogs`. Default: an object with numbers as names. */
  readonly list?: (elements: readonly string[]) => string;
  /** Type of the values of a message. Default: an object of its parameters. */
  readonly values?: (message: TypedMessage) => string;
  /** How code spells a key; the first is with dots. Default: only that one. */
  readonly spellings?: (name: Key) => readonly string[];
  /** `type Translate` and the types it needs, and declarations that the library itself reads. */
  readonly declarations: (input: LibraryInput) => string;
}
