import { keyId, type Key } from '../../model/index.js';
import { show } from './inline.js';
import type { KeyNames } from './keys.js';
import { isEmptyTag } from '../kit/xliff/nodes.js';
import { unitsIn, type Content, type Tag, type Tree, type UnitNode } from './tree.js';

/** The part of the document that forms a unit: a `<trans-unit>`, or one of its segments. */
export interface Part {
  readonly key: Key;
  readonly unit: UnitNode;
  /** `mid` of the segment; undefined: the whole trans-unit. */
  readonly mid: string | undefined;
  readonly source: Tag;
  /** The element with its translation, if there is one. */
  readonly target: Tag | undefined;
}

/** Units of a file by key, in file order. Warns of those that are left out. */
export function partsOf(tree: Tree, names: KeyNames): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  for (const file of tree.root.files)
    for (const unit of unitsIn(file)) {
      const base = unit.broken ? undefined : names.of(unit);
      if (base === undefined) {
        if (!unit.broken) leaveOut(unit, 'a unit without an id or resname.', tree);
        continue;
      }
      for (const part of partsOfUnit(unit, base, { tree, isWhole: names.isWhole(unit) })) {
        const id = keyId(part.key);
        const twin = parts.get(id);
        if (twin !== undefined) {
          const message = `another <${twin.unit.name}> with the key "${base.at(-1) ?? ''}" follows.`;
          leaveOut(twin.unit, message, tree);
          parts.delete(id);
        }
        parts.set(id, part);
      }
    }
  return parts;
}

function leaveOut(unit: UnitNode, message: string, { warnings }: Tree): void {
  unit.broken = true;
  warnings.push({ message, offset: unit.start, unit });
}

interface Cutting {
  readonly tree: Tree;
  /** The unit counts as one text, even if it has segments. */
  readonly isWhole: boolean;
}

function partsOfUnit(unit: UnitNode, base: Key, { tree, isWhole }: Cutting): readonly Part[] {
  const { source, segSource, target } = unit;
  if (source === undefined) return [];
  const whole = { key: base, unit, mid: undefined, source, target };
  const marks = segSource?.marks ?? [];
  const [only] = marks;
  if (only === undefined) return [whole];
  if (marks.length === 1) {
    const isAlone = target?.marks.length === 1 && !hasTextOutside(target, tree.text);
    return isAlone ? [{ ...whole, target: target.marks[0] }] : [whole];
  }
  if (isWhole) return [whole];
  if (target !== undefined && target.marks.length === 0 && !isBlank(target, tree.text)) {
    leaveOut(unit, '<seg-source> has segments, but <target> has none.', tree);
    return [];
  }
  return marks.map((mark, index) => {
    const mid = mark.attributes['mid'] ?? String(index + 1);
    const translation = target?.marks.find(({ attributes }) => attributes['mid'] === mid);
    return { key: [...base, mid], unit, mid, source: mark, target: translation };
  });
}

function isBlank(content: Content, text: string): boolean {
  return text.slice(content.openEnd, content.closeStart).trim() === '';
}

function hasTextOutside({ marks, openEnd, closeStart }: Content, text: string): boolean {
  const [mark] = marks;
  if (mark === undefined) return true;
  return text.slice(openEnd, mark.start).trim() + text.slice(mark.end, closeStart).trim() !== '';
}

/** The text to translate: the source's, or that of a target that replaces it. */
export function originalOf({ source, target }: Part, showsTargets: boolean): Tag {
  return showsTargets && target !== undefined && target.openEnd < target.closeStart
    ? target
    : source;
}

export function rawOf({ openEnd, closeStart }: Tag, text: string): string {
  return text.slice(openEnd, closeStart);
}

export function textOf(tag: Tag, text: string): string {
  return show(rawOf(tag, text)).text;
}

/** The range between the tags; all of `<target/>`. */
export function rangeOf(tag: Tag): { start: number; end: number } {
  return isEmptyTag(tag)
    ? { start: tag.start, end: tag.end }
    : { start: tag.openEnd, end: tag.closeStart };
}
