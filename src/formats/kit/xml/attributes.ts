import type { Splice } from '../splices.js';
import { readAttributes } from './tokens.js';

/** A start tag, by its position in the text. */
export interface StartTag {
  readonly name: string;
  readonly start: number;
  readonly openEnd: number;
}

/** Sets an attribute in its existing quotes, or adds it after another one. */
export function setAttribute(
  tag: StartTag,
  {
    name,
    value,
    after,
  }: { readonly name: string; readonly value: string; readonly after?: string },
  text: string,
): Splice {
  const attributes = readAttributes(text.slice(tag.start, tag.openEnd));
  const old = attributes.find((attribute) => attribute.name === name);
  if (old !== undefined)
    return { start: tag.start + old.valueStart, end: tag.start + old.valueEnd, text: value };
  const neighbour = attributes.find((attribute) => attribute.name === after) ?? attributes.at(-1);
  const quote = neighbour?.quote ?? '"';
  const at = tag.start + (neighbour?.end ?? tag.name.length + 1);
  return { start: at, end: at, text: ` ${name}=${quote}${value}${quote}` };
}

/** Adds namespace declarations, as returned by `missingDeclarations`, to a start tag. */
export function setNamespaces(tag: StartTag, declared: string): Splice {
  const at = tag.start + tag.name.length + 1;
  return { start: at, end: at, text: declared };
}

export function dropAttribute(tag: StartTag, name: string, text: string): Splice {
  const attributes = readAttributes(text.slice(tag.start, tag.openEnd));
  const old = attributes.find((attribute) => attribute.name === name);
  const end = tag.start + (old?.end ?? 0);
  return { start: old === undefined ? end : tag.start + old.start, end, text: '' };
}
