import { treeCodec } from '../kit/tree-codec.js';
import type { TreeFormat } from '../kit/tree.js';
import { about } from './about.js';
import { read, type TomlFile } from './read.js';
import { enclose, insertItem, isArray, keyText, land, setValue } from './write.js';

/** TOML 1.1: among others, catalogs of go-i18n and Hugo. */
const format: TreeFormat<TomlFile> = {
  ...about,
  read,
  set: setValue,
  rename: (name, written) => keyText([name], written),
  insert: insertItem,
  enclose,
  isList: isArray,
  isElement: ({ kind }) => kind === 'element',
  land,
};

export const toml = treeCodec(format);
