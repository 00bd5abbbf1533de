import type { Node } from '../kit/tree.js';

/** A pair, a table or an element of an array. */
export interface TomlNode extends Node {
  /** `element`: one table of an array of tables. `item`: part of an inline table or array. */
  readonly kind: 'pair' | 'table' | 'element' | 'item';
  /** White space before it on its line; undefined if it does not start its line. */
  readonly indent: string | undefined;
  /** Whether blank lines above are part of its block. */
  readonly isSpaced: boolean;
  /** Its key as written; '' for an element of an array. */
  readonly name: string;
  /** Text between key and value: ` = `. */
  readonly equals: string;
  readonly children?: readonly TomlNode[];
  /** Offset of the closing bracket of an array or inline table. */
  readonly close?: number;
}
