import type { Codec } from '../model/index.js';
import { formatOf, type KnownFormat } from './endings.js';
import { csv } from './csv/index.js';
import { android } from './android/index.js';
import { fluent } from './fluent/index.js';
import { json } from './json/index.js';
import { markdown } from './markdown/index.js';
import { json5 } from './json5/index.js';
import { php } from './php/index.js';
import { po } from './po/index.js';
import { properties } from './properties/index.js';
import { qt } from './qt/index.js';
import { resx } from './resx/index.js';
import { srt } from './srt/index.js';
import { strings } from './strings/index.js';
import { stringsdict } from './stringsdict/index.js';
import { xcstrings } from './xcstrings/index.js';
import { vtt } from './vtt/index.js';
import { toml } from './toml/index.js';
import { xliff } from './xliff/index.js';
import { yaml } from './yaml/index.js';

/** Every format, by name. */
export const formats = {
  json,
  yaml,
  xliff,
  srt,
  vtt,
  properties,
  csv,
  php,
  android,
  strings,
  xcstrings,
  po,
  stringsdict,
  resx,
  qt,
  toml,
  markdown,
  json5,
  fluent,
} satisfies Record<KnownFormat, Codec>;

/** The codec for a file name, by its ending. Undefined: not a locale format. */
export function codecFor(path: string): Codec | undefined {
  const name = formatOf(path);
  return name === undefined ? undefined : formats[name];
}
