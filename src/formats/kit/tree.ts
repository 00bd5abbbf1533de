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

/** A value or a container of a file, as the reader of its format finds it. */
export interface Node {
  /** Path in its file; the root's is empty. */
  readonly key: Key;
  /** What goes when it is removed: all of its lines, and the comments that are its own. */
  readonly block: Range;
  /** Its value. Absent: a container, or something that stays as it is. */
  readonly unit?: Unit;
  /** In file order, duplicates included. */
  readonly children?: readonly Node[];
  /** Where its key stands, in a file whose lines hold the texts of several locales. Default: its value. */
  readonly keyAt?: number;
  /** The last name of its key as it is written, in a format that can `rename`. */
  readonly named?: Range;
  /** Where a first child stands. Default: the end of its block. */
  readonly inside?: number;
  /**
   * The comma behind it, in a container whose items are separated; empty, at the place where one
   * would stand, if it has none. Absent: lines alone separate.
   */
  readonly comma?: Range;
}

/**
 * A node that its reader is still filling. A reader sets the optional fields one by one: spreading
 * objects took more time than the rest of parsing a TOML file.
 */
export type Growing<N extends Node> = { -readonly [K in keyof N]: N[K] };

/** A file as the reader of its format finds it. */
export interface TreeFile<N extends Node = Node> {
  readonly text: string;
  readonly root: N;
  /** What ends its lines, where a carriage return alone ends none. Default: the first line end. */
  readonly newline?: string;
  /** Without those of duplicate keys, which the kit finds. Default: none. */
  readonly problems?: readonly Problem[];
  /** What else its document says. */
  readonly facts?: Partial<Document>;
}

/** A value that a file is to get, or a container that it needs for new values. */
export interface NewNode {
  readonly key: Key;
  readonly edit?: InsertEdit;
  readonly children: readonly NewNode[];
}

/** Where new lines stand. */
export interface Place<F extends TreeFile = TreeFile> {
  readonly file: F;
  readonly newline: string;
  readonly parent: F['root'];
  /** The neighbours, whose looks new lines take over. */
  readonly before: F['root'] | undefined;
  readonly after: F['root'] | undefined;
  /** The first one behind that does not go. */
  readonly next: F['root'] | undefined;
  /** Its neighbours go on in the line: new values stand between them, without lines of their own. */
  readonly isInLine: boolean;
  /** All that is behind goes, and its last has no comma: the last new node has none either. */
  readonly endsBare: boolean;
  /** All new nodes that stand there, in order. */
  readonly run: readonly NewNode[];
  /** Index in `run` of the one that is written. */
  readonly at: number;
  /** The value at a key of the file as it was, such as `InsertEdit.movedFrom`. */
  readonly leafAt: (key: Key) => F['root'] | undefined;
}

/** The container that a new value goes to, and the index of the child that it stands behind. */
export interface Landing<N extends Node = Node> {
  readonly parent: N;
  /** -1: before all. */
  readonly behind: number;
}

/** The node at a key, with a value or with children. */
export type Finder<F extends TreeFile> = (key: Key) => F['root'] | undefined;

/**
 * What is a format's own: the answers to five questions, of which most formats are asked four. The
 * kit does the rest: units and duplicate keys, which edits are possible and in which order, what
 * goes with removed values, commas, the last line of a file that has no line end.
 */
export interface TreeFormat<F extends TreeFile = TreeFile> extends FormatFacts {
  // What is in a file?

  /** @throws FormatError */
  readonly read: (text: string, options: ParseOptions) => F;

  /** All that is at a key, and below it, is no longer read once the key stands there again. */
  readonly replaces?: true;
  /** What refuses a file in which a key stands twice. Absent: its readers take the last one. */
  readonly refusedBy?: string;

  // How is a text written in the place of another?

  /** Not called where the text is what is there, and `keeps` says nothing else. */
  readonly set: (edit: SetEdit, node: F['root'], file: F) => readonly Splice[];
  /** False: a value that has its text already is set all the same, for a flag or a state. */
  readonly keeps?: (edit: SetEdit, node: F['root'], file: F) => boolean;
  /** A character that the file's encoding lacks, as a value can say it. Absent: it cannot. */
  readonly escape?: (character: string, file: string) => string;

  /** A name, as it is written in the place of another. Absent: a renamed value is a new one. */
  readonly rename?: (name: string, written: string, file: F) => string;

  // How is a new value written?

  /** The lines of a new value or container, with a line end behind the last. */
  readonly insert: (item: NewNode, place: Place<F>) => string;
  /** What surrounds the first new lines of a container that has no children. Default: nothing. */
  readonly enclose?: (lines: string, place: Place<F>) => string;

  // Where does it stand? In the innermost container that there is, behind its neighbour, unless:

  /** The values of a container go by their place alone: a new one goes to its end, in its turn. */
  readonly isList?: (parent: F['root'], file: F) => boolean;
  /** It stands elsewhere. */
  readonly land?: (edit: InsertEdit, landing: Landing<F['root']>, file: F) => Landing<F['root']>;
  /** New lines stand below blank lines of the node that follows, if these are theirs. */
  readonly below?: (
    lines: string,
    place: Place<F>,
  ) => { readonly offset: number; readonly lines: string } | undefined;
  /** A value is no container in its way: the keys of others beside it go on from its key. */
  readonly keysGoOn?: true;

  // What goes when values go? The blocks of their nodes, unless:

  /** A value stays, though its source has it no more: `beside` says so in the file. */
  readonly stays?: (edit: RemoveEdit, node: F['root'], file: F) => boolean;
  /** Other lines go than those of neighbours that are removed together. */
  readonly removed?: (lines: Range, file: F, added: readonly Splice[]) => Range;

  // What changes beside?

  /** With edits, once for all of them: what several values share. Default: nothing. */
  readonly beside?: (edits: readonly Edit[], file: F, find: Finder<F>) => readonly Splice[];
  /** In a new target that is made of its source: its language. Default: nothing. */
  readonly derived?: (file: F, options: DeriveOptions) => readonly Splice[];
}
