import type { Codec } from '../../model/index.js';
import { about } from './about.js';
import { deriveYaml } from './derive.js';
import { editYaml } from './edit.js';
import { parseYaml } from './parse.js';

/**
 * YAML 1.2 locale files, with the root key of Rails. Texts are written so that YAML 1.1 readers see
 * the same. A file of several documents with content has the document's index as the first segment
 * of its keys.
 */
export const yaml: Codec = {
  ...about,
  parse: parseYaml,
  edit: editYaml,
  derive: deriveYaml,
};
