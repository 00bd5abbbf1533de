export { extractKeys } from './extract.js';
export type { CatalogChange } from './types.js';
