export { extract, lookForKeys } from './extract/apply.js';
export type { ExtractedKey, Extraction, UnusedKey } from './extract/apply.js';
export { CodeFiles } from './extract/code-files.js';
export type { ExtractOptions } from './extract/extract.js';
export { readKeyPlaces } from './extract/key-places.js';
export { describeTaken, findParserConfig } from './extract/settings.js';
export { makeTypes, writeTypes } from './types/write-types.js';
export type { TypesOptions, WrittenTypes } from './types/write-types.js';
