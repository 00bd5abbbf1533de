import { isMap, isScalar, type ParsedNode, type YAMLSeq } from 'yaml';
import { isTranslation, isUsableId, mayName, namesOf } from '../kit/id-lists.js';
import type { Listed } from '../kit/id-lists.js';
import { keyName, type Item } from './items.js';
import type { Collection, Entry } from './outline.js';
import { isRaw } from './resolve.js';

/**
 * The items of a sequence by a member of its elements, and its name; undefined if they are keyed by
 * index.
 */
export function itemsById(
  seq: YAMLSeq.Parsed,
  items: readonly Item[],
  source: string,
): { readonly by: string; readonly items: readonly Item[] } | undefined {
  if (!items.some(({ node }) => isMap(node))) return undefined;
  const found = namesOf(seq.items.map((element) => listed(element, source)));
  if (found === undefined) return undefined;
  const { by, names } = found;
  return { by, items: items.map((item, index) => ({ ...item, name: names[index] ?? item.name })) };
}

/** Whether an entry is the id by which its element is keyed. */
export function isId({ name, parent }: Entry): boolean {
  return namerOf(parent) === name;
}

/** The member that names a mapping, if it is an element of such a list. */
export function namerOf({ kind, owner }: Collection): string | undefined {
  return kind === 'map' ? owner?.parent.namedBy : undefined;
}

function listed(element: ParsedNode, source: string): Listed {
  const ids = new Map<string, { id: string; isText: boolean }>();
  const texts: string[] = [];
  for (const { key, value } of isMap(element) ? element.items : []) {
    const name = keyName(key, source);
    const id = mayName(name) && isScalar(value) ? idOf(value) : undefined;
    if (id !== undefined) ids.set(name, { id, isText: isTextScalar(value) });
    if (isTranslation(name) || holdsText(value)) texts.push(name);
  }
  return { ids, texts };
}

function idOf({ value, range }: ParsedNode & { value: unknown }): string | undefined {
  if (typeof value !== 'string' || range[0] === range[1] || value === 'null') return undefined;
  return isUsableId(value) ? value : undefined;
}

function isTextScalar(node: ParsedNode | null): boolean {
  if (!isScalar(node) || typeof node.value !== 'string') return false;
  const plain = node.type === 'PLAIN';
  return !isRaw({ value: node.value, plain, tag: node.tag, yaml11: false });
}

function holdsText(value: ParsedNode | null): boolean {
  if (value === null) return false;
  if ('items' in value) return value.items.length > 0;
  return isTextScalar(value);
}
