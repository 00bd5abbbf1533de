import type { Codec, FormatName } from '../model/index.js';
import { json } from './json/index.js';
import { srt } from './srt/index.js';
import { xliff } from './xliff/index.js';
import { yaml } from './yaml/index.js';

/** Every format, by name. */
export const formats = { json, yaml, xliff, srt } satisfies Record<FormatName, Codec>;

const codecs: readonly Codec[] = Object.values(formats);

/** The codec for a file name, by its ending. Undefined: not a format that is known. */
export function codecFor(path: string): Codec | undefined {
  const name = path.toLowerCase();
  return codecs.find((codec) => codec.extensions.some((ending) => name.endsWith(ending)));
}
