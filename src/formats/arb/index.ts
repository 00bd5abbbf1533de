import { jsonCodec } from '../json/codec.js';
import { about } from './about.js';

/** Flutter's Application Resource Bundles: JSON, with `@key` beside `key`. */
export const arb = jsonCodec(about, { isArb: true });
