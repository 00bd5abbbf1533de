import { isMap, isScalar, type ParsedNode, type YAMLSeq } from 'yaml';
import { ID, isUsableId, namesById, TRANSLATION, type Listed } from '../kit/id-lists.js';
import { keyName, type Item } from './items.js';
import type { Collection, Entry } from './outline.js';
import { isRaw } from './resolve.js';

/** The items of a sequence by the ids of its elements; undefined if they are keyed by index. */
export function itemsById(
  seq: YAMLSeq.Parsed,
  items: readonly Item[],
  source: string,
): readonly Item[] | undefined {
  if (!items.some(({ node }) => isMap(node))) return undefined;
  const names = namesById(seq.items.map((element) => listed(element, source)));
  return names && items.map((item, index) => ({ ...item, name: names[index] ?? item.name }));
}

/** Whether an entry is the id by which its element is keyed. */
export function isId({ name, parent }: Entry): boolean {
  return name === ID && isElement(parent);
}

/** Whether a mapping is an element that is keyed by id. */
export function isElement({ kind, owner }: Collection): boolean {
  return kind === 'map' && owner?.parent.byId === true;
}

function listed(element: ParsedNode, source: string): Listed {
  let id: string | undefined;
  let isText = false;
  const texts: string[] = [];
  for (const { key, value } of isMap(element) ? element.items : []) {
    const name = keyName(key, source);
    if (name === ID) {
      id = isScalar(value) ? idOf(value) : undefined;
      isText = id !== undefined && isTextScalar(value);
    } else if (name === TRANSLATION || holdsText(value)) texts.push(name);
  }
  return { id, isText, texts };
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
