import { treeCodec } from '../kit/tree-codec.js';
import type { TreeFormat } from '../kit/tree.js';
import { about } from './about.js';
import { inQuotes } from './literals.js';
import { read, type PhpFile } from './read.js';
import { enclose, insertItem, land, setValue } from './write.js';

/** PHP files with arrays of texts and no code: Laravel, Symfony, CodeIgniter. */
const format: TreeFormat<PhpFile> = {
  ...about,
  read,
  replaces: true,
  set: setValue,
  rename: (name, written) => inQuotes(name, written.charAt(0)),
  insert: insertItem,
  isElement: ({ name }) => name === '',
  land,
  enclose,
};

export const php = treeCodec(format);
