import type { TreeFile } from '../kit/tree.js';
import type { Habits } from './habits.js';
import type { Json5Node } from './node.js';

export interface Json5File extends TreeFile<Json5Node> {
  readonly habits: Habits;
  /** A root key that the file is to get with its first text. */
  readonly newRootKey?: string;
}
