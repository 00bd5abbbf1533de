export { extract, lookForKeys } from './apply.js';
export type { ExtractedKey, Extraction, UnusedKey } from './apply.js';
export type { ExtractOptions } from './extract.js';
export { describeTaken, findParserConfig } from './settings.js';
export type { TakenSettings } from './settings.js';
export { CodeFiles } from './code-files.js';
export { keyPlaces, readKeyPlaces } from './key-places.js';
export type { KeyPlaces } from './key-places.js';
