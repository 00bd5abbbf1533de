import type {
  DeriveOptions,
  Document,
  Edit,
  FormatFacts,
  InsertEdit,
  Key,
  ParseOptions,
  Problem,
  Range,
  RemoveEdit,
  SetEdit,
  Unit,
} from '../../model/index.js';
import type { Splice } from './splices.js';

/** A value or container of a file, as read by its format. */
export interface Node {
  /** Path in its file; empty for the root. */
  readonly key: Key;
  /** The lines removed with it, including its own comments. */
  readonly block: Range;
  /** Its value. Absent: a container, or something that never changes. */
  readonly unit?: Unit;
  /** In file order, including duplicates. */
  readonly children?: readonly Node[];
  /**
   * Offset of its key, in a file whose lines contain the texts of several locales. Default: that of
   * its value.
   */
  readonly keyAt?: number;
  /** Range of the last name of its key, in a format that can `rename`. */
  readonly named?: Range | undefined;
  /**
   * No value of its own, but removed with one: the sibling with this index, such as the text that
   * it describes; -1: its container.
   */
  readonly goesWith?: number;
  /** Where to insert a first child. Default: the end of its block. */
  readonly inside?: number;
  /**
   * The comma after it, in a comma-separated container; empty, at the comma's place, if it has
   * none. Absent: items are separated only by lines.
   */
  readonly comma?: Range;
}

/**
 * A node or unit that is still being read. Optional fields are set one by one, because spreading
 * objects took more time than the rest of parsing a TOML file.
 */
export type Growing<T> = { -readonly [K in keyof T]: T[K] };

/** A file as read by its format. */
export interface TreeFile<N extends Node = Node> {
  readonly text: string;
  readonly root: N;
  /**
   * Line end of the file, if a lone carriage return does not end a line. Default: the first line
   * end.
   */
  readonly newline?: string;
  /** Problems other than duplicate keys, which the kit finds. Default: none. */
  readonly problems?: readonly Problem[];
  /** Other facts for the document. */
  readonly facts?: Partial<Document>;
}

/** A new value, or a container that new values need. */
export interface NewNode {
  readonly key: Key;
  readonly edit?: InsertEdit;
  readonly children: readonly NewNode[];
}

/** The place of new lines. */
export interface Place<F extends TreeFile = TreeFile> {
  readonly file: F;
  readonly newline: string;
  readonly parent: F['root'];
  /** The neighbours, whose style new lines follow. */
  readonly before: F['root'] | undefined;
  readonly after: F['root'] | undefined;
  /** The first child after it that is not removed. */
  readonly next: F['root'] | undefined;
  /** The parent's children that are not removed. */
  readonly staying: () => readonly F['root'][];
  /** Its neighbours share a line: new values are inserted between them, without their own lines. */
  readonly isInLine: boolean;
  /**
   * Everything after it is removed, and the last of that has no comma: the last new node gets none
   * either.
   */
  readonly endsBare: boolean;
  /** All new nodes at this place, in order. */
  readonly run: readonly NewNode[];
  /** Index in `run` of the node to write. */
  readonly at: number;
  /** The value at a key of the unchanged file, such as `InsertEdit.movedFrom`. */
  readonly leafAt: (key: Key) => F['root'] | undefined;
}

/** The container for a new value, and the index of the child that it follows. */
export interface Landing<N extends Node = Node> {
  readonly parent: N;
  /** -1: before all others. */
  readonly behind: number;
}

/** The node at a key, with a value or with children. */
export type Finder<F extends TreeFile> = (key: Key) => F['root'] | undefined;

/**
 * The format-specific part of a codec: the answers to five questions, of which most formats answer
 * four. The kit does the rest: units and duplicate keys, which edits are possible and in which
 * order, what is removed with values, commas, and the last line of a file without a final line end.
 */
export interface TreeFormat<F extends TreeFile = TreeFile> extends FormatFacts {
  // 1. What does a file contain?

  /** @throws FormatError */
  readonly read: (text: string, options: ParseOptions) => F;

  /** A key replaces everything at and below an earlier occurrence of the same key. */
  readonly replaces?: true;
  /** The tool that refuses a file with duplicate keys. Absent: readers use the last one. */
  readonly refusedBy?: string;

  // 2. How is a text replaced?

  /** Not called if the text is unchanged, unless `keeps` returns false. */
  readonly set: (edit: SetEdit, node: F['root'], file: F) => readonly Splice[];
  /** False: a value is set even if it has the same text, for a flag or a state. */
  readonly keeps?: (edit: SetEdit, node: F['root'], file: F) => boolean;
  /** An escape for a character that the file's encoding lacks. Absent: there are none. */
  readonly escape?: (character: string, file: string) => string;

  /** A name written in the style of another. Absent: a renamed value is written anew. */
  readonly rename?: (name: string, written: string, file: F) => string;

  // 3. How is a new value written?

  /** The lines of a new value or container, including the last line end. */
  readonly insert: (item: NewNode, place: Place<F>) => string;
  /** Surrounds the first lines of a container without children. Default: nothing. */
  readonly enclose?: (lines: string, place: Place<F>) => string;

  // 4. Where does it go? Into the innermost existing container, after its neighbour, unless:

  /** A container's values are keyed by position: a new one goes to the end, in order. */
  readonly isList?: (parent: F['root'], file: F) => boolean;
  /** A container is keyed by its position, though its parent's other children are not. */
  readonly isElement?: (child: F['root']) => boolean;
  /** It goes elsewhere. */
  readonly land?: (edit: InsertEdit, landing: Landing<F['root']>, file: F) => Landing<F['root']>;
  /** New lines go below the blank lines of the next node, if these belong to them. */
  readonly below?: (
    lines: string,
    place: Place<F>,
  ) => { readonly offset: number; readonly lines: string } | undefined;
  /** A value does not block a longer key: other keys may continue its own. */
  readonly keysGoOn?: true;

  // 5. What is removed with values? The blocks of their nodes, unless:

  /** A value stays although the source dropped it, and `beside` marks it in the file. */
  readonly stays?: (edit: RemoveEdit, node: F['root'], file: F) => boolean;
  /** Other lines are removed than those of neighbours that are removed together. */
  readonly removed?: (lines: Range, file: F, added: readonly Splice[]) => Range;

  // What else changes?

  /** Called once for all edits: changes to what several values share. Default: nothing. */
  readonly beside?: (edits: readonly Edit[], file: F, find: Finder<F>) => readonly Splice[];
  /** Changes in a new target made from its source, such as its language. Default: nothing. */
  readonly derived?: (file: F, options: DeriveOptions) => readonly Splice[];
}

/** What a format answers for edits of a file that is read already. */
export type EditFormat<F extends TreeFile> = Omit<TreeFormat<F>, 'read' | keyof FormatFacts>;
