import { isDeepStrictEqual } from 'node:util';
import { scan } from '../../../src/formats/xliff/scan.js';
import { FormatError } from '../../../src/model/index.js';

/** What is read without the parser is what the parser reads: the tree, or the error in its words. */
export function readsAlike(text: string): boolean {
  return isDeepStrictEqual(outcome(text, false), outcome(text, true));
}

function outcome(text: string, whole: boolean): unknown {
  try {
    return scan(text, { whole });
  } catch (error) {
    if (error instanceof FormatError) return `${error.code} ${error.message}`;
    throw error;
  }
}
