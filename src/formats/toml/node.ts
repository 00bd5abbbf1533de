import type { Node } from '../kit/tree.js';

/** A pair, a table or an element of an array. */
export interface TomlNode extends Node {
  /** `element`: one table of an array of tables. `item`: part of an inline table or array. */
  readonly kind: 'pair' | 'table' | 'element' | 'item';
  /** White space before it in its line; undefined where it does not begin its line. */
  readonly indent: string | undefined;
  /** Whether blank lines above are part of its block. */
  readonly isSpaced: boolean;
  /** Its key as it is written; '' for an element of an array. */
  readonly name: string;
  /** Between key and value: ` = `. */
  readonly equals: string;
  readonly children?: readonly TomlNode[];
  /** The offset of its closing bracket, for an array or an inline table. */
  readonly close?: number;
}
