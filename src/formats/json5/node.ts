import type { Node } from '../kit/tree.js';

/** A member of an object, or an element of an array. */
export interface Json5Node extends Node {
  /** White space before it in its line; undefined where it does not begin its line. */
  readonly indent: string | undefined;
  /** Whether a blank line above is part of it. */
  readonly isSpaced: boolean;
  /** Its key as it is written; '' for an element. */
  readonly name: string;
  /** Between key and value: `: `. */
  readonly colon: string;
  readonly children?: readonly Json5Node[];
  /** The offset of its closing bracket, for an object or array. */
  readonly close?: number;
}
