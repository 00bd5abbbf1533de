import type { Codec } from '../model/index.js';
import { formatOf } from './endings.js';
import * as formats from './lists/codecs.js';

/** All formats by name. */
export { formats };

/** The codec for a file name, by its extension. Undefined: not a locale format. */
export function codecFor(path: string): Codec | undefined {
  const name = formatOf(path);
  return name === undefined ? undefined : formats[name];
}
