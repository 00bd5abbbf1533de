import type { Node } from '../kit/tree.js';

/** A member of an object, or an element of an array. */
export interface Json5Node extends Node {
  /** White space before it on its line; undefined if it does not start its line. */
  readonly indent: string | undefined;
  /** Whether a blank line above is part of it. */
  readonly isSpaced: boolean;
  /** Its key as written; '' for an element. */
  readonly name: string;
  /** Text between key and value: `: `. */
  readonly colon: string;
  readonly children?: readonly Json5Node[];
  /** Offset of the closing bracket of an object or array. */
  readonly close?: number;
}
