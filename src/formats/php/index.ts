import { MESSAGE_SYNTAXES } from '../../model/index.js';
import { ENDINGS } from '../endings.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { TreeFormat } from '../kit/tree.js';
import { read, type PhpFile } from './read.js';
import { enclose, insertItem, setValue } from './write.js';

/** A file that returns an array, or assigns texts to the keys of one. */
const CATALOG =
  /^\uFEFF?<\?(?:php)?(?=\s)(?:\s*|[^]*?[\n\r])(?:return\s*(?:\[|array\s*\()|\$\w+\s*(?:\[[^\]\n]+\]\s*)*=\s*(?:['"[]|array\s*\())/i;

/** PHP files that hold arrays of texts and no code: Laravel, Symfony, CodeIgniter. */
const format: TreeFormat<PhpFile> = {
  name: 'php',
  extensions: ENDINGS.php,
  capabilities: {
    arrays: true,
    sourceDecides: false,
    bilingual: false,
    syntaxes: MESSAGE_SYNTAXES,
    onlyTexts: false,
    takesNewKeys: true,
    signature: CATALOG,
  },
  read,
  set: setValue,
  insert: insertItem,
  enclose,
};

export const php = treeCodec(format);
