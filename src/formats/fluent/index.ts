import { treeCodec } from '../kit/tree-codec.js';
import type { TreeFormat } from '../kit/tree.js';
import { about } from './about.js';
import { read, type FluentFile } from './read.js';
import { insertItem, landAt, setValue } from './write.js';

/** Mozilla's Fluent: messages, terms and attributes, each of them a pattern. */
const format: TreeFormat<FluentFile> = {
  ...about,
  read,
  set: setValue,
  rename: (name) => name,
  insert: insertItem,
  land: landAt,
};

export const fluent = treeCodec(format);
