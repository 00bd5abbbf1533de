import { formatKey, keyId } from '../../model/index.js';
import { plainText } from './fragment.js';
import {
  hasSource,
  type Code,
  type Content,
  type Tree,
  type UnitNode,
  type Warning,
} from './tree.js';
import { segmentsOf, unitsIn } from './units.js';

/**
 * Warnings about inline codes whose original data (`<data id="d1">%s</data>`) has changed in the
 * source, while the target still has that of its own `<source>`. Data is not part of texts, so such
 * a translation counts as current.
 */
export function oldDataOf(tree: Tree, source: Tree): readonly Warning[] {
  const warnings: Warning[] = [];
  for (const file of tree.root.files)
    for (const unit of unitsIn(file)) {
      const now = source.files.get(file.key)?.units.get(unit.id);
      if (unit.originalData === undefined || now?.originalData === undefined || now.broken)
        continue;
      warnings.push(...oldDataIn({ unit, text: tree.text }, { unit: now, text: source.text }));
    }
  return warnings;
}

interface Place {
  readonly unit: UnitNode;
  readonly text: string;
}

function oldDataIn(own: Place, source: Place): readonly Warning[] {
  const warnings: Warning[] = [];
  const segments = new Map(segmentsOf(source.unit).map(({ key, part }) => [keyId(key), part]));
  for (const { key, part } of segmentsOf(own.unit)) {
    const now = segments.get(keyId(key));
    if (!hasSource(part) || part.target === undefined || !hasSource(now)) continue;
    const [before, written] = [dataOf(part.source, own), dataOf(part.target, own)];
    for (const [name, data] of dataOf(now.source, source)) {
      const old = before.get(name);
      if (old === undefined || old === data || written.get(name) !== old) continue;
      const message = `${formatKey(key)}: the source has changed the data of ${name} from "${old}" to "${data}". Change it in <originalData> here, too.`;
      warnings.push({ message, offset: part.target.start });
    }
  }
  return warnings;
}

const REFERENCES = ['dataRef', 'dataRefStart', 'dataRefEnd'] as const;

/** Original data of each code, by the code's name; white space counts as one space. */
function dataOf({ codes }: Content, { unit, text }: Place): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const code of codes)
    for (const reference of REFERENCES) {
      const data = unit.originalData?.data.get(code.attributes[reference] ?? '');
      if (data === undefined) continue;
      const content = plainText(text.slice(data.openEnd, data.closeStart));
      found.set(nameOf(code, reference), content.replace(/\s+/g, ' ').trim());
    }
  return found;
}

function nameOf({ local, attributes }: Code, reference: (typeof REFERENCES)[number]): string {
  const { id, startRef } = attributes;
  const name = id === undefined ? `startRef="${startRef ?? ''}"` : `id="${id}"`;
  const side = reference === 'dataRefEnd' ? ' (end)' : '';
  return `<${local} ${name}>${side}`;
}
