import { parseTree, type Node, type ParseError } from 'jsonc-parser';
import { keyId } from '../../../src/model/index.js';

/**
 * Every scalar of a JSON text as read by jsonc-parser, by path; the last of duplicate keys.
 * Elements of lists in which all have an id are named by it, and the ids themselves are left out.
 */
export function readJson(text: string): Map<string, string> {
  const values = new Map<string, string>();
  const walk = (node: Node, path: readonly string[]): void => {
    if (node.children === undefined) values.set(keyId(path), String(node.value));
    const isElement = node.parent?.type === 'array' && idsOf(node.parent) !== undefined;
    for (const [key, child] of membersOf(node))
      if (!isElement || key !== 'id') walk(child, [...path, key]);
  };
  walk(readTree(text), []);
  return values;
}

export function readTree(text: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text.replace(/^\ufeff/, ''), errors, { allowTrailingComma: true });
  if (errors.length > 0 || root === undefined)
    throw new Error(`jsonc-parser refuses it: ${JSON.stringify(errors[0])}\n${text}`);
  return root;
}

export function membersOf(node: Node): Map<string, Node> {
  const members = new Map<string, Node>();
  const ids = node.type === 'array' ? idsOf(node) : undefined;
  for (const [i, child] of (node.children ?? []).entries()) {
    const [key, value] = child.children ?? [];
    if (node.type === 'array') members.set(ids?.[i] ?? String(i), child);
    else if (key !== undefined && value !== undefined) members.set(String(key.value), value);
  }
  return members;
}

function idsOf({ children = [] }: Node): readonly string[] | undefined {
  const ids = children.map((child): unknown =>
    child.type === 'object' ? membersOf(child).get('id')?.value : undefined,
  );
  return ids.every((id) => typeof id === 'string') ? ids : undefined;
}
