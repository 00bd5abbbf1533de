import { MESSAGE_SYNTAXES } from '../../model/index.js';
import { ENDINGS } from '../endings.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { TreeFormat } from '../kit/tree.js';
import { read, type TomlFile } from './read.js';
import { enclose, insertItem, land, setValue } from './write.js';

/** TOML 1.1: catalogs of go-i18n and Hugo among others. */
const format: TreeFormat<TomlFile> = {
  name: 'toml',
  extensions: ENDINGS.toml,
  capabilities: {
    arrays: true,
    sourceDecides: false,
    bilingual: false,
    syntaxes: MESSAGE_SYNTAXES,
    usualSyntax: 'go-i18n',
    onlyTexts: false,
    takesNewKeys: true,
  },
  read,
  set: setValue,
  insert: insertItem,
  enclose,
  land,
};

export const toml = treeCodec(format);
