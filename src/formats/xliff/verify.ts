import { EditError, FormatError, formatKey, type Key } from '../../model/index.js';
import { applySplices, shifted, type Splice } from '../kit/splices.js';
import { isEmptyTag } from '../kit/xliff/nodes.js';
import { containersOf } from './find.js';
import type { Insertion } from './insert.js';
import { scan, type ScanOptions } from './scan.js';
import type { Container, RootNode, Tag, Tree, UnitNode } from './tree.js';

export interface VerifierOptions {
  readonly tree: Tree;
  /** Splices of the `<xliff>` tag. */
  readonly head: readonly Splice[];
  readonly insertions: readonly Insertion[];
  readonly removed: ReadonlySet<UnitNode>;
  /** Files that texts are taken from. */
  readonly origins: Iterable<Tree>;
}

/**
 * Checks new pieces of a document as if they were in a separate document with the same enclosing
 * tags.
 */
export class Verifier {
  readonly #tree: Tree;
  readonly #root: string;
  readonly #removed: ReadonlySet<UnitNode>;
  /** Existing problems, which may stay. */
  readonly #excused: ReadonlySet<string>;
  /** Unit ids of every file after the edit. */
  readonly #known = new Map<string, ReadonlySet<string>>();

  constructor({ tree, head, insertions, removed, origins }: VerifierOptions) {
    this.#tree = tree;
    this.#excused = new Set([tree, ...origins].flatMap(messagesOf));
    this.#removed = removed;
    const { root } = tree;
    this.#root = applySplices(
      tree.text.slice(root.start, root.openEnd),
      shifted(head, -root.start),
    );
    const anyFlows = root.files.some(({ flows }) => flows.length > 0) || insertions.length > 0;
    if (!anyFlows) return;
    for (const file of root.files) {
      const ids = new Set(file.units.keys());
      for (const unit of removed) if (unit.file === file) ids.delete(unit.id);
      this.#known.set(file.id, ids);
    }
    for (const { unitIds } of insertions)
      for (const [file, added] of unitIds)
        this.#known.set(file, new Set([...(this.#known.get(file) ?? []), ...added]));
  }

  /** A unit with its changes. */
  unit(unit: UnitNode, splices: readonly Splice[], key: Key): void {
    const raw = applySplices(
      this.#tree.text.slice(unit.start, unit.end),
      shifted(splices, -unit.start),
    );
    this.#check(containersOf(unit), raw, key);
  }

  insertion({ into, text, key, unitIds }: Insertion): void {
    const tree = this.#check(into.kind === 'xliff' ? [] : containersOf(into), text, key);
    for (const [file, ids] of unitIds)
      for (const id of ids)
        if ((tree.files.get(file) ?? tree.root.files[0])?.units.has(id) !== true)
          throw new EditError('not-writable', key, `${formatKey(key)} would not be a unit there.`);
  }

  /** Checks that codes of remaining units refer to no removed unit. */
  flows(): void {
    if (this.#removed.size === 0) return;
    for (const file of this.#tree.root.files)
      for (const { unit, ids } of file.flows) {
        const gone = ids.find((id) => this.#known.get(file.id)?.has(id) === false);
        if (gone !== undefined && !this.#removed.has(unit))
          throw new EditError(
            'not-writable',
            [file.key, gone],
            `The unit "${gone}" is a sub-flow of "${unit.id}" and cannot be removed without it.`,
          );
      }
  }

  #check(around: readonly Container[], raw: string, key: Key): Tree {
    const { text } = this.#tree;
    const open = around.map((node) => openTag(node, text));
    const close = around.toReversed().map(({ name }) => `</${name}>`);
    const document = [this.#root, ...open, raw, ...close, `</${this.#tree.root.name}>`].join('');
    const tree = readAgain(document, { known: this.#known, key });
    const wrong = messagesOf(tree).find((message) => !this.#excused.has(message));
    if (wrong !== undefined) throw unwritable(key, wrong);
    return tree;
  }
}

/** The problems of a file, without positions. */
function messagesOf({ warnings }: Tree): readonly string[] {
  return warnings.map(({ message }) => message);
}

function readAgain(text: string, { known, key }: Pick<ScanOptions, 'known'> & { key: Key }): Tree {
  try {
    return scan(text, { known });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw unwritable(key, error.detail);
  }
}

function unwritable(key: Key, why: string): EditError {
  return new EditError(
    'not-writable',
    key,
    `${formatKey(key)} cannot be written like this: ${why}`,
  );
}

function openTag(tag: Tag | RootNode, text: string): string {
  const open = text.slice(tag.start, tag.openEnd);
  return isEmptyTag(tag) ? open.replace(/\s*\/>$/, '>') : open;
}
