import { getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import { locate, quoted } from '../model/index.js';
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
  const place = (offset: number) => {
    const { line, column } = locate(text, offset);
    return { line, column };
  };
  const bom = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text.slice(bom), errors, { allowTrailingComma: true });
    const problem = errors[0];
    if (problem !== undefined || root === undefined) {
      const name = problem === undefined ? 'ValueExpected' : printParseErrorCode(problem.error);
      const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
      throw syntaxError(file, `not valid JSON: ${words}`, {
        place: place(bom + (problem?.offset ?? 0)),
      });
    }
    const config = prefix.reduce<Node | undefined>(child, root);
    refuseDuplicates(config, (key, offset) =>
      syntaxError(file, `the key ${quoted(key)} appears twice`, { place: place(bom + offset) }),
    );
    return {
      value: config === undefined ? undefined : getNodeValue(config),
      locate: (path, part) => {
        const offset = config === undefined ? undefined : offsetOf(config, path, part);
        return offset === undefined ? undefined : place(bom + offset);
      },
    };
  } catch (error) {
    if (error instanceof RangeError) throw syntaxError(file, 'nested too deeply', { cause: error });
    throw error;
  }
}

function offsetOf(root: Node, path: ConfigPath, part: 'key' | 'value'): number {
  let node = root;
  let offset = root.offset;
  for (const [index, segment] of path.entries()) {
    const next = child(node, segment);
    if (next === undefined) return offset;
    node = next;
    const key = next.parent?.type === 'property' ? next.parent : next;
    offset = index === path.length - 1 && part === 'value' ? next.offset : key.offset;
  }
  return offset;
}

function child(node: Node | undefined, segment: string | number): Node | undefined {
  if (node?.type === 'array') return node.children?.[Number(segment)];
  if (node?.type !== 'object') return undefined;
  const property = node.children?.find(({ children }) => children?.[0]?.value === segment);
  return property?.children?.[1];
}

/** Refuses duplicate keys: the first one would be lost silently. */
function refuseDuplicates(
  node: Node | undefined,
  refuse: (key: string, offset: number) => Error,
): void {
  const seen = new Set<string>();
  for (const inside of node?.children ?? []) {
    if (node?.type === 'object') {
      const key = String(inside.children?.[0]?.value);
      if (seen.has(key)) throw refuse(key, inside.offset);
      seen.add(key);
    }
    refuseDuplicates(inside, refuse);
  }
}
