import { JSON_ARRAY, JSON_OBJECT, type JsonTree, scanJson } from '../formats/index.js';
import { FormatError, locate, quoted } from '../model/index.js';
import { syntaxError } from './errors.js';
import type { ConfigDocument, ConfigPath } from './errors.js';

/**
 * Reads JSON with comments and trailing commas. `prefix`: path of the property that contains the
 * config.
 * @throws ConfigError 'syntax'
 */
export function readJsonDocument(
  file: string,
  text: string,
  prefix: readonly string[],
): ConfigDocument {
  const tree = treeOf(file, text);
  const place = (offset: number) => {
    const { line, column } = locate(text, offset);
    return { line, column };
  };
  let config: number | undefined = 0;
  for (const name of prefix) config = config === undefined ? undefined : tree.child(config, name);
  const root = config;
  if (root === undefined) return { value: undefined, locate: () => undefined };
  const value = valueOf(tree, root, (key, offset) =>
    syntaxError(file, `the key ${quoted(key)} appears twice`, { place: place(offset) }),
  );
  return { value, locate: (path, part) => place(offsetOf(tree, root, { path, part })) };
}

function treeOf(file: string, text: string): JsonTree {
  try {
    return scanJson(text, undefined);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { line, column, detail } = error;
    // What was found instead may be a key of the service, and so may the cause quote one.
    const [expected = ''] = detail.split(/, found |\.$/);
    throw syntaxError(file, `not valid JSON: ${expected}`, { place: { line, column } });
  }
}

/** Refuses duplicate keys: the first one would be lost silently. */
function valueOf(
  tree: JsonTree,
  node: number,
  refuse: (key: string, offset: number) => Error,
): unknown {
  const kind = tree.kind(node);
  if (kind === JSON_ARRAY) return tree.children(node).map((one) => valueOf(tree, one, refuse));
  if (kind !== JSON_OBJECT) return JSON.parse(tree.raw(node));
  const members = new Map<string, unknown>();
  for (const child of tree.children(node)) {
    const key = tree.key(child);
    if (members.has(key)) throw refuse(key, tree.keyStart(child));
    members.set(key, valueOf(tree, child, refuse));
  }
  return Object.fromEntries(members);
}

/** The place of a value, or of the deepest one above it that is there. */
function offsetOf(
  tree: JsonTree,
  root: number,
  { path, part }: { readonly path: ConfigPath; readonly part: 'key' | 'value' },
): number {
  let node = root;
  for (const segment of path) {
    const next = tree.isContainer(node) ? tree.child(node, String(segment)) : undefined;
    if (next === undefined) return node === root ? tree.start(root) : tree.memberStart(node);
    node = next;
  }
  return part === 'value' || node === root ? tree.start(node) : tree.memberStart(node);
}
