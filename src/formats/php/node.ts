import type { Node } from '../kit/tree.js';

/** An item of an array, or an assignment of a value. */
export interface PhpNode extends Node {
  readonly isStatement: boolean;
  /** White space before it in its line; undefined where it does not begin its line. */
  readonly indent: string | undefined;
  /** Whether a blank line above is part of its block. */
  readonly isSpaced: boolean;
  /** Its key as it is written: `'a'`, `$lang['a']`; '' for an element of a list. */
  readonly name: string;
  /** Between key and value: ` => `, ` = `. */
  readonly arrow: string;
  readonly children?: readonly PhpNode[];
  /** The offset of its closing bracket, for an array. */
  readonly close?: number;
}

/** An array before it has a key of its own. */
export interface ArrayBody {
  readonly children: readonly PhpNode[];
  readonly inside: number;
  readonly close: number;
  readonly isLong: boolean;
}
