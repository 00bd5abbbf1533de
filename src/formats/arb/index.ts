import type { Codec } from '../../model/index.js';
import { jsonCodec } from '../json/codec.js';
import { about } from './about.js';

const codec = jsonCodec(about, { isArb: true });

/** Flutter's Application Resource Bundles: JSON with `@key` beside `key`. */
export const arb: Codec = {
  ...codec,
  // Flutter refuses a file whose `@@locale` is not spelled with underscores, whatever its name is.
  derive: (source, edits, options) =>
    codec.derive(source, edits, { ...options, locale: options.locale.replaceAll('-', '_') }),
};
