import { isMap, isScalar, type CST, type ParsedNode, type YAMLMap, type YAMLSeq } from 'yaml';
import { startOfLine } from './lines.js';

/** A pair or item of a collection with its offsets, the same for all four kinds of collections. */
export interface Item {
  readonly name: string;
  readonly node: ParsedNode | null;
  readonly start: number;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly keyAnchor: string | undefined;
  readonly slot: number;
  readonly hasColon: boolean;
}

export function itemsOf(node: YAMLMap.Parsed | YAMLSeq.Parsed, source: string): readonly Item[] {
  return isMap(node) ? pairsOf(node, source) : elementsOf(node);
}

function pairsOf(map: YAMLMap.Parsed, source: string): readonly Item[] {
  return map.items.map(({ key, value, srcToken }) => {
    const { start = [], sep = [] } = srcToken ?? {};
    const [keyStart, keyEnd] = placeOf(key, start, sep);
    return {
      name: keyName(key, source),
      node: value,
      start: firstOffset(start) ?? keyStart,
      keyStart,
      keyEnd,
      keyAnchor: anchorOf(key),
      slot: lastEnd(sep) ?? keyEnd,
      hasColon: sep.some(({ type }) => type === 'map-value-ind'),
    };
  });
}

/**
 * Corrects the place of an empty key (`: text`), which the parser puts at the end of the previous
 * entry.
 */
function placeOf(
  { range }: ParsedNode,
  start: readonly CST.SourceToken[],
  sep: readonly CST.SourceToken[],
): readonly [start: number, end: number] {
  const colon = range[0] === range[1] && !start.some(isSignificant) ? firstOffset(sep) : undefined;
  return colon === undefined ? [range[0], range[1]] : [colon, colon];
}

/** 0-based column of the items of a block collection. */
export function columnOf(
  { range, srcToken }: YAMLMap.Parsed | YAMLSeq.Parsed,
  [first]: readonly Item[],
  source: string,
): number {
  const hasNoKey = first !== undefined && first.keyStart === first.keyEnd && first.keyStart >= 0;
  // The parser assigns a tag or an anchor before an empty key to the whole mapping.
  if (hasNoKey && srcToken?.type === 'block-map') return srcToken.indent;
  const start = first?.start ?? range[0];
  return start - startOfLine(source, start);
}

/** A key's segment: the text of a scalar, the source of anything else. */
export function keyName(key: ParsedNode, source: string): string {
  if (isScalar(key)) return typeof key.value === 'string' ? key.value : key.source;
  return source.slice(key.range[0], key.range[1]);
}

function anchorOf(node: ParsedNode): string | undefined {
  return 'anchor' in node ? node.anchor : undefined;
}

function elementsOf(seq: YAMLSeq.Parsed): readonly Item[] {
  const token = seq.srcToken;
  const sources = token !== undefined && 'items' in token ? token.items.filter(isElement) : [];
  return seq.items.map((node, index) => {
    const start = sources[index]?.start ?? [];
    const begin = firstOffset(start) ?? node.range[0];
    return {
      name: String(index),
      node,
      start: begin,
      keyStart: -1,
      keyEnd: -1,
      keyAnchor: undefined,
      slot: lastEnd(start) ?? begin,
      hasColon: true,
    };
  });
}

/** False for what the composer skips: comments and commas after the last item. */
function isElement({ start, key, sep, value }: CST.CollectionItem): boolean {
  return Boolean(value ?? key ?? sep) || start.some(isSignificant);
}

function isSignificant({ type }: CST.SourceToken): boolean {
  return type !== 'space' && type !== 'newline' && type !== 'comment' && type !== 'comma';
}

function firstOffset(tokens: readonly CST.SourceToken[]): number | undefined {
  return tokens.find(isSignificant)?.offset;
}

function lastEnd(tokens: readonly CST.SourceToken[]): number | undefined {
  const token = tokens.findLast(isSignificant);
  return token && token.offset + token.source.length;
}
