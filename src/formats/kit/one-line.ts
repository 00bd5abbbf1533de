import type { Node } from './tree.js';

interface Bracketed extends Node {
  /** Offset of its closing bracket. */
  readonly close?: number;
}

/** Whether containers beside a new one are on one line each: the nearest non-empty one decides. */
export function areInOneLine(text: string, near: readonly (Bracketed | undefined)[]): boolean {
  const like = near.find((node) => node?.close !== undefined && (node.children ?? []).length > 0);
  return like !== undefined && !/[\n\r]/.test(text.slice(like.inside, like.close));
}
