import { isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { Document, Node } from 'yaml';
import { locate } from '../model/index.js';
import { syntaxError } from './document.js';
import type { ConfigDocument, ConfigPath } from './document.js';

/** @throws ConfigError 'syntax' */
export function readYamlDocument(file: string, text: string): ConfigDocument {
  const place = (offset: number) => {
    const { line, column } = locate(text, offset);
    return { line, column };
  };
  let document: Document;
  let value: unknown;
  try {
    document = parseDocument(text, { merge: true, prettyErrors: false });
    const problem = document.errors[0] ?? document.warnings[0];
    if (problem !== undefined) {
      throw syntaxError(file, `not valid YAML: ${problem.message}`, {
        place: place(problem.pos[0]),
        cause: problem,
      });
    }
    value = document.toJS();
  } catch (error) {
    if (error instanceof RangeError) throw syntaxError(file, 'nested too deeply', { cause: error });
    // An alias without its anchor, or aliases that multiply beyond measure.
    if (error instanceof ReferenceError) throw syntaxError(file, error.message, { cause: error });
    throw error;
  }
  return {
    value,
    locate: (path, part) => {
      const offset = offsetOf(document, path, part);
      return offset === undefined ? undefined : place(offset);
    },
  };
}

function offsetOf(document: Document, path: ConfigPath, part: 'key' | 'value'): number | undefined {
  let node: unknown = document.contents;
  let offset = isNode(node) ? node.range?.[0] : undefined;
  for (const [index, segment] of path.entries()) {
    const inside: unknown = isAlias(node) ? node.resolve(document) : node;
    const last = index === path.length - 1;
    if (isSeq(inside) && typeof segment === 'number') {
      node = inside.items[segment];
      if (!isNode(node)) return offset;
      offset = node.range?.[0] ?? offset;
    } else if (isMap(inside)) {
      const pair = inside.items.find(({ key }) => isScalar(key) && String(key.value) === segment);
      if (pair === undefined) return offset;
      if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
      // A step inside goes by the key; a value that is left out has no place of its own.
      if (last && part === 'value' && isNode(node)) offset = node.range?.[0] ?? offset;
    } else {
      return offset;
    }
  }
  return offset;
}

function isNode(value: unknown): value is Node {
  return isScalar(value) || isMap(value) || isSeq(value) || isAlias(value);
}
