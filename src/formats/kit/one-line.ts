import type { Node } from './tree.js';

interface Bracketed extends Node {
  /** The offset of its closing bracket. */
  readonly close?: number;
}

/** Whether containers beside a new one stand in one line each: the nearest that has values decides. */
export function areInOneLine(text: string, near: readonly (Bracketed | undefined)[]): boolean {
  const like = near.find((node) => node?.close !== undefined && (node.children ?? []).length > 0);
  return like !== undefined && !/[\n\r]/.test(text.slice(like.inside, like.close));
}
