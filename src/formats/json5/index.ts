import { MESSAGE_SYNTAXES } from '../../model/index.js';
import { ENDINGS } from '../endings.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { TreeFormat } from '../kit/tree.js';
import { read, type Json5File } from './read.js';
import { unicodeEscape } from './strings.js';
import { enclose, insertItem, setValue } from './write.js';

/** JSON5: quotes, bare keys, comments and commas as they are found. */
const format: TreeFormat<Json5File> = {
  name: 'json5',
  extensions: ENDINGS.json5,
  capabilities: {
    arrays: true,
    sourceDecides: false,
    bilingual: false,
    syntaxes: MESSAGE_SYNTAXES,
    onlyTexts: false,
    takesNewKeys: true,
  },
  read,
  set: setValue,
  insert: insertItem,
  enclose,
  escape: unicodeEscape,
};

export const json5 = treeCodec(format);
