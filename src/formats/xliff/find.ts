import { keyId, type Document, type Key } from '../../model/index.js';
import { scan } from './scan.js';
import type { Container, Part, Tree, UnitNode } from './tree.js';
import { segmentsOf } from './units.js';

/** What a parsed document remembers; a copy of one is read again. */
export interface Memo {
  readonly tree: Tree;
  /** Tag for a `trgLang` that the file lacks. */
  readonly language: string | undefined;
}

const memos = new WeakMap<Document, Memo>();

export function remember(document: Document, memo: Memo): void {
  memos.set(document, memo);
}

export function recall(document: Document): Memo {
  return memos.get(document) ?? { tree: scan(document.text), language: undefined };
}

/** The segment that a key names. */
export function findPart(tree: Tree, key: Key): Part | undefined {
  const [file = '', unit = ''] = key;
  const node = tree.files.get(file)?.units.get(unit);
  if (node === undefined) return undefined;
  const id = keyId(key);
  return segmentsOf(node).find((segment) => keyId(segment.key) === id)?.part;
}

/** Files and groups around a unit, the file first. */
export function containersOf(node: UnitNode | Container): readonly Container[] {
  const path: Container[] = [];
  let at: Container | undefined = node.kind === 'unit' ? node.parent : node;
  while (at !== undefined) {
    path.push(at);
    at = at.kind === 'file' ? undefined : at.parent;
  }
  return path.toReversed();
}
