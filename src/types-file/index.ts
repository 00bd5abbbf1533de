export { declarationOf } from './declaration.js';
export { TypesError, makeTypes, writeTypes } from './write-types.js';
export type { MadeTypes, TypesOptions, WrittenTypes } from './write-types.js';
