export { localeIn } from './csv/columns.js';
export { cellOf, delimiterOf, scanRows } from './csv/scan.js';
export type { Cell, Row } from './csv/scan.js';
export { decode } from './decode.js';
export {
  aboutOf,
  FORMAT_NAMES,
  formatOf,
  isMultilingual,
  KNOWN_ENDINGS,
  lookInto,
  nestsLocales,
  servesAsTemplate,
} from './endings.js';
export {
  ARRAY as JSON_ARRAY,
  OBJECT as JSON_OBJECT,
  scan as scanJson,
  type Tree as JsonTree,
} from './json/tree.js';
export { decodeAs, decodeText, encode, firstLacking, withEscapes } from './kit/encoding.js';
export type { Decoded, DecodeOptions } from './kit/encoding.js';
export { detectNewline } from './kit/layout.js';
export { withLocales } from './kit/locales.js';
export { positions } from './kit/positions.js';
export { applySplices } from './kit/splices.js';
export type { Splice } from './kit/splices.js';
export { rejectUnusable } from './kit/unusable.js';
export { decodeUtf8, failAtBadByte } from './kit/utf8.js';
export { loadCodec } from './load.js';
export { localeNamesOf, OLD_CODES, OTHER_CODES } from './locale-names.js';
export { formats } from './public.js';
export { escape as escapePo } from './po/escapes.js';
export { codecFor } from './registry.js';
export { srt } from './srt/index.js';
export { readTmx, TMX_END, tmxStart, tmxUnit } from './tmx.js';
export type { TmxText, TmxUnit } from './tmx.js';
export { attributeOf, i18nBlocks } from './vue/blocks.js';
export type { I18nBlock } from './vue/blocks.js';
export { xliff } from './xliff/index.js';
export { yaml } from './yaml/index.js';
