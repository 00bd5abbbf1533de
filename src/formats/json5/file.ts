import type { TreeFile } from '../kit/tree.js';
import type { Habits } from './habits.js';
import type { Json5Node } from './node.js';

export interface Json5File extends TreeFile<Json5Node> {
  readonly habits: Habits;
  /** A root key to write with the file's first text. */
  readonly newRootKey?: string;
}
