import type { Codec } from '../../model/index.js';
import { about } from './about.js';
import { deriveYaml } from './derive.js';
import { editYaml } from './edit.js';
import { parseYaml } from './parse.js';

/**
 * YAML 1.2 locale files, with the root key of Rails. Texts are written so that YAML 1.1 readers
 * read the same. In a file with several non-empty documents, the document's index is the first
 * segment of keys.
 */
export const yaml: Codec = {
  ...about,
  parse: parseYaml,
  edit: editYaml,
  derive: deriveYaml,
};
