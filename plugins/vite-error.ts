import type { Told } from './text.js';

/** What is told as Rollup, Rolldown and Vite's overlay take it. */
export interface RollupError {
  readonly message: string;
  readonly id?: string;
  readonly loc?: { readonly file: string; readonly line: number; readonly column: number };
}

export function viteError({ text, place }: Told): RollupError {
  return place === undefined ? { message: text } : { message: text, id: place.file, loc: place };
}
