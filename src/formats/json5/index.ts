import { unicodeEscape } from '../kit/character-escapes.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { TreeFormat } from '../kit/tree.js';
import { about } from './about.js';
import type { Json5File } from './file.js';
import { read } from './read.js';
import { renamedRoot } from './root.js';
import { keyText } from './strings.js';
import { enclose, insertItem, isArray, setValue } from './write.js';

/** JSON5: keeps quotes, bare keys, comments and commas as they are. */
const format: TreeFormat<Json5File> = {
  ...about,
  read,
  replaces: true,
  set: setValue,
  rename: (name, written, { habits }) => keyText(name, /^['"]/.exec(written)?.[0] ?? '', habits),
  insert: insertItem,
  isList: isArray,
  enclose,
  derived: renamedRoot,
  escape: (character) => unicodeEscape(character),
};

export const json5 = treeCodec(format);
