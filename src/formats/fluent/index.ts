import { ENDINGS } from '../endings.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { TreeFormat } from '../kit/tree.js';
import { read, type FluentFile } from './read.js';
import { insertItem, landAt, setValue } from './write.js';

/** Mozilla's Fluent: messages, terms and attributes, each a pattern. */
const format: TreeFormat<FluentFile> = {
  name: 'fluent',
  extensions: ENDINGS.fluent,
  capabilities: {
    arrays: false,
    sourceDecides: false,
    bilingual: false,
    syntaxes: ['fluent'],
    onlyTexts: true,
    takesNewKeys: true,
  },
  read,
  set: setValue,
  insert: insertItem,
  land: landAt,
};

export const fluent = treeCodec(format);
