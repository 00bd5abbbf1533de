import type { MessageSyntax } from '../../model/index.js';
import type { TypedMessage, TypedUnit } from '../messages-of.js';

/** What the types of a library are made of. */
export interface LibraryInput {
  /** Names of the catalogs: namespaces, or the one name that stands for all files. */
  readonly catalogs: readonly string[];
  /** Whether most messages are ICU. */
  readonly isIcu: boolean;
}

/** How an i18n library learns which messages there are. */
export interface Library {
  /** What it reads a text as that shows no syntax. */
  readonly usual: MessageSyntax;
  /** The name of the only catalog, where files are no namespaces. */
  readonly catalog: string;
  /** Whether each file is a namespace of its own. */
  readonly hasNamespaces: boolean;
  /** Between namespace and key in what code asks for. */
  readonly separator: string;
  /** Whether a dot in a key is the same as a level. */
  readonly splitsKeys: boolean;
  /** Type of a message in `Catalogs`. Default: `string`. */
  readonly leaf?: (unit: TypedUnit) => string;
  /** Type of the values of a message. Default: an object of its parameters. */
  readonly values?: (message: TypedMessage) => string;
  /** `type Translate` and what it needs; declarations that the library reads. */
  readonly declarations: (input: LibraryInput) => string;
}
