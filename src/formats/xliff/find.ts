import { keyId } from '../../model/index.js';
import type { Document, Key } from '../../model/index.js';
import { Readings } from '../kit/documents.js';
import type { Reading } from '../kit/xliff/nodes.js';
import { scan } from './scan.js';
import type { FileNode, Part, Tree, UnitNode } from './tree.js';
import { segmentsOf } from './units.js';

/** Facts kept for a parsed document; a copy is read again. */
interface Memo {
  readonly tree: Tree;
  readonly reading: Reading;
  /** As spelled in file names. */
  readonly locale: string | undefined;
  /** In a target: the ids of new `<file>`s, by the source's. */
  readonly ids: ReadonlyMap<FileNode, string>;
}

export const memos = new Readings<Memo>();

export function recall(document: Document): Memo {
  return memos.of(document, ({ text, encoding, units }) => {
    // A document read as target has the source beside every unit, and every file has units.
    const role = units[0]?.source === undefined ? 'source' : 'target';
    const reading = { role, showsTargets: false } as const;
    return { tree: scan(text, { encoding }), reading, locale: undefined, ids: NO_IDS };
  });
}

export const NO_IDS: ReadonlyMap<FileNode, string> = new Map();

/** The segment at a key. */
export function findPart(tree: Tree, key: Key): Part | undefined {
  const [file = '', unit = ''] = key;
  const node = tree.files.get(file)?.units.get(unit);
  if (node === undefined || node.broken) return undefined;
  let parts = partsOf.get(node);
  if (parts === undefined) {
    parts = new Map(segmentsOf(node).map(({ key: own, part }) => [keyId(own), part]));
    partsOf.set(node, parts);
  }
  return parts.get(keyId(key));
}

/** The segments of each unit, by key, cached on lookup. */
const partsOf = new WeakMap<UnitNode, ReadonlyMap<string, Part>>();
