export { extract } from './apply.js';
export type { ExtractedKey, Extraction } from './apply.js';
export type { ExtractOptions } from './extract.js';
export { CodeFiles } from './code-keys.js';
