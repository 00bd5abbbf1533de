import type { Splice } from '../kit/splices.js';
import { fill } from '../kit/xliff/places.js';
import { setNamespaces } from '../kit/xml/attributes.js';
import { gapBefore, indentIn } from '../kit/xml/layout.js';
import { prefixOf } from '../kit/xml/names.js';
import { readItems, writeItems } from './fragment.js';
import { escapeText, styleOf } from '../kit/xml/escape.js';
import { reindent } from '../kit/xml/reindent.js';
import { LAYOUT } from './schema.js';
import { missingDeclarations } from '../kit/xml/scope.js';
import type { OriginalData, Part, SourcedPart, Tree, UnitNode } from './tree.js';
import { writingOf } from './write-content.js';

export interface SourceChange {
  readonly part: SourcedPart;
  /** Today's source, in its own file. */
  readonly now: SourcedPart;
  readonly from: Tree;
}

/** Updates the `<source>` beside a target, with the original data that its codes refer to. */
export function writeSource({ part, now, from }: SourceChange, tree: Tree): Splice[] {
  const raw = from.text.slice(now.source.openEnd, now.source.closeStart);
  const writing = writingOf(tree);
  const inner =
    prefixOf(from.root.name) === writing.prefix
      ? raw.replace(/\r\n|\r|\n/g, writing.newline)
      : writeItems(readItems(raw), (text) => escapeText(text, writing), {
          ...writing,
          style: styleOf(raw),
        });
  const splices = [fill(part.source, inner, tree.text)];
  const declared = missingDeclarations(inner, now.unit.scope, part.unit.scope);
  if (declared !== '') splices.push(setNamespaces(part.unit, declared));
  return splices;
}

/**
 * Original data of a unit with a changed source: the source's, and what other segments still refer
 * to.
 */
export function writeOriginalData(
  unit: UnitNode,
  {
    now,
    from,
    tree,
    stale,
  }: {
    readonly now: UnitNode;
    readonly from: Tree;
    readonly tree: Tree;
    /** Segments whose source is being rewritten. */
    readonly stale: ReadonlySet<Part>;
  },
): Splice[] {
  const { originalData } = now;
  if (originalData === undefined || sameData(unit.originalData, originalData, { from, tree }))
    return [];
  const kept = keptData(unit, stale).filter((id) => !originalData.data.has(id));
  const old = unit.originalData;
  const extra = kept.map((id) => {
    const data = old?.data.get(id);
    return data === undefined
      ? ''
      : gapBefore(tree.text, data.start) + tree.text.slice(data.start, data.end);
  });
  const first = unit.parts[0];
  const gap = gapBefore(tree.text, (old ?? first)?.start ?? unit.closeStart);
  const raw = reindent(from.text.slice(originalData.start, originalData.end), {
    from: {
      base: indentIn(gapBefore(from.text, originalData.start)),
      ...{ step: from.indent, newline: from.newline },
    },
    to: { base: indentIn(gap), step: tree.indent, newline: tree.newline },
    holders: LAYOUT,
  });
  const end = raw.slice(0, raw.lastIndexOf('</')).trimEnd().length;
  const text = raw.slice(0, end) + extra.join('') + raw.slice(end);
  if (old !== undefined) return [{ start: old.start, end: old.end, text }];
  const at = first === undefined ? unit.closeStart : first.start;
  return [{ start: at, end: at, text: text + gap }];
}

function sameData(
  old: OriginalData | undefined,
  now: OriginalData,
  { from, tree }: { readonly from: Tree; readonly tree: Tree },
): boolean {
  return [...now.data].every(([id, data]) => {
    const mine = old?.data.get(id);
    return (
      mine !== undefined &&
      tree.text.slice(mine.openEnd, mine.closeStart) ===
        from.text.slice(data.openEnd, data.closeStart)
    );
  });
}

/** Ids of original data that unchanged contents refer to. */
function keptData(unit: UnitNode, stale: ReadonlySet<Part>): readonly string[] {
  const ids = new Set<string>();
  for (const part of unit.parts) {
    if (stale.has(part)) continue;
    for (const { attributes } of [...(part.source?.codes ?? []), ...(part.target?.codes ?? [])])
      for (const name of ['dataRef', 'dataRefStart', 'dataRefEnd']) {
        const id = attributes[name];
        if (id !== undefined) ids.add(id);
      }
  }
  return [...ids];
}
