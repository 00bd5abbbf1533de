import { about } from './about.js';
import { jsonCodec } from './codec.js';

/** JSON, with comments and trailing commas where a file has them; WebExtension catalogs. */
export const json = jsonCodec(about, { isArb: false });
