export { declarationOf } from './declaration.js';
export { TypesError } from './error.js';
export { makeTypes, writeTypes } from './write-types.js';
export type { MadeTypes, TypesOptions, WrittenTypes } from './write-types.js';
