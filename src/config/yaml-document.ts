import { Composer, isAlias, isMap, isScalar, isSeq, Parser, visit } from 'yaml';
import type { Document, Node, CST } from 'yaml';
import { locate, redacted } from '../model/index.js';
import { syntaxError, ConfigError } from './errors.js';
import type { ConfigDocument, ConfigPath } from './errors.js';

/** @throws ConfigError 'syntax' */
export function readYamlDocument(file: string, text: string): ConfigDocument {
  const place = (offset: number) => {
    const { line, column } = locate(text, offset);
    return { line, column };
  };
  let document: Document | undefined;
  let value: unknown;
  try {
    const [first, second] = compose(text);
    document = first;
    const problem = first.errors[0] ?? first.warnings[0];
    if (problem !== undefined) {
      // The error's own message may quote the line, so it is not used as cause either.
      throw syntaxError(file, invalid(problem), { place: place(problem.pos[0]) });
    }
    if (second !== undefined) {
      const message = 'a second document begins here; a config must be a single document';
      throw syntaxError(file, message, { place: place(second.range[0]) });
    }
    value = first.toJS();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if (error instanceof RangeError) throw syntaxError(file, 'nested too deeply', { cause: error });
    if (!(error instanceof Error)) throw error;
    // An alias without its anchor, aliases that expand without limit, or `<<` with a text.
    const offset = error instanceof ReferenceError ? lostAlias(document) : undefined;
    throw syntaxError(file, invalid(error), {
      place: offset === undefined ? undefined : place(offset),
    });
  }
  const read = document;
  return {
    value,
    locate: (path, part) => {
      const offset = offsetOf(read, path, part);
      return offset === undefined ? undefined : place(offset);
    },
  };
}

function invalid({ message }: Error): string {
  const next = 'Check the indentation there, and quote texts that contain ": " or " #".';
  return `not valid YAML: ${redacted(message).replace(/\.?$/, '.')} ${next}`;
}

/** Like `parseDocument`, with a check of the tokens before composing. */
function compose(text: string): [Document.Parsed, ...Document.Parsed[]] {
  const tokens = [...new Parser().parse(text)];
  refuseDeepYaml(tokens);
  // The document contains the warnings; `yaml` itself would print some of them.
  const documents = new Composer({ merge: true, prettyErrors: false, logLevel: 'error' });
  // `true` also returns a document for an empty text.
  return [...documents.compose(tokens, true, text.length)] as [
    Document.Parsed,
    ...Document.Parsed[],
  ];
}

/** The deepest nesting of a config. The YAML composer is recursive and could exhaust the stack. */
const MAX_DEPTH = 200;

/** @throws RangeError for YAML whose collections are nested too deeply */
function refuseDeepYaml(tokens: readonly CST.Token[]): void {
  let level = tokens.flatMap((token) => (token.type === 'document' ? (token.value ?? []) : []));
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new RangeError(`more than ${MAX_DEPTH} levels`);
    level = level.flatMap((token) => ('items' in token ? token.items.flatMap(inside) : []));
  }
}

function inside({ key, value }: CST.CollectionItem): readonly CST.Token[] {
  return [key, value].filter((token) => token !== undefined && token !== null);
}

function lostAlias(document: Document | undefined): number | undefined {
  if (document === undefined) return undefined;
  let offset: number | undefined;
  visit(document, {
    Alias: (_, alias) => {
      if (alias.resolve(document) !== undefined) return undefined;
      offset = alias.range?.[0];
      return visit.BREAK;
    },
  });
  return offset;
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
      // Only the last step may point at the value. An omitted value has no position.
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
