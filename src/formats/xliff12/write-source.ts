import type { Splice } from '../kit/splices.js';
import { fill } from '../kit/xliff/places.js';
import { setNamespaces } from '../kit/xml/attributes.js';
import { gapBefore, gapStart } from '../kit/xml/layout.js';
import { prefixOf, withPrefix } from '../kit/xml/names.js';
import { missingDeclarations } from '../kit/xml/scope.js';
import { originalOf, rawOf, textOf, type Part } from './parts.js';

import type { Tag, Tree, UnitNode } from './tree.js';

/** Today's source of a unit, in its own file. */
export interface Origin {
  readonly part: Part;
  readonly tree: Tree;
  readonly showsTargets: boolean;
}

/**
 * Whether the source beside a target has changed. One that repeats its keyword's text is up to date
 * as well.
 */
export function changedSource(part: Part, origin: Origin, tree: Tree): boolean {
  const { part: now, tree: from, showsTargets } = origin;
  const own = textOf(part.source, tree.text);
  return ![now.source, originalOf(now, showsTargets)].some((tag) => textOf(tag, from.text) === own);
}

/** Updates the `<source>` beside a target, and its segments. */
export function writeSource(unit: UnitNode, { part, tree: from }: Origin, tree: Tree): Splice[] {
  const now = part.unit;
  if (unit.source === undefined || now.source === undefined) return [];
  const inner = moved(rawOf(now.source, from.text), from, tree);
  const splices = [fill(unit.source, inner, tree.text)];
  const declared = missingDeclarations(inner, now.scope, unit.scope);
  if (declared !== '') splices.push(setNamespaces(unit, declared));
  const { segSource } = unit;
  const segments = now.segSource && moved(slice(now.segSource, from), from, tree);
  if (segSource !== undefined) {
    const start = segments === undefined ? gapStart(tree.text, segSource.start) : segSource.start;
    splices.push({ start, end: segSource.end, text: segments ?? '' });
  } else if (segments !== undefined) {
    const at = unit.source.end;
    splices.push({ start: at, end: at, text: gapBefore(tree.text, unit.source.start) + segments });
  }
  return splices;
}

function slice({ start, end }: Tag, { text }: Tree): string {
  return text.slice(start, end);
}

function moved(raw: string, from: Tree, to: Tree): string {
  const text = withPrefix(raw, prefixOf(from.root.name), prefixOf(to.root.name));
  return from.newline === to.newline ? text : text.replace(/\r\n|\r|\n/g, to.newline);
}
