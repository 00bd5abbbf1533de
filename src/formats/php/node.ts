import type { Node } from '../kit/tree.js';

/** An item of an array, or an assignment. */
export interface PhpNode extends Node {
  readonly isStatement: boolean;
  /** White space before it on its line; undefined if it does not start its line. */
  readonly indent: string | undefined;
  /** Whether a blank line above is part of its block. */
  readonly isSpaced: boolean;
  /** Its key as written: `'a'`, `$lang['a']`; '' for an element of a list. */
  readonly name: string;
  /** Text between key and value: ` => `, ` = `. */
  readonly arrow: string;
  readonly children?: readonly PhpNode[];
  /** Offset of an array's closing bracket. */
  readonly close?: number;
}

/** An array that has not got a key yet. */
export interface ArrayBody {
  readonly children: readonly PhpNode[];
  readonly inside: number;
  readonly close: number;
  readonly isLong: boolean;
}
