import { about } from './about.js';
import { jsonCodec } from './codec.js';

/** JSON, with comments and trailing commas if a file has them, and WebExtension catalogs. */
export const json = jsonCodec(about, { isArb: false });
