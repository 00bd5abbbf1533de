import type { Codec } from '../model/index.js';
import { formatOf, type KnownFormat } from './endings.js';

/** Each codec is loaded with the first file of its format: JSON files never load a YAML parser. */
const loaders = {
  json: async () => (await import('./json/index.js')).json,
  yaml: async () => (await import('./yaml/index.js')).yaml,
  xliff: async () => (await import('./xliff/index.js')).xliff,
  srt: async () => (await import('./srt/index.js')).srt,
  vtt: async () => (await import('./vtt/index.js')).vtt,
  csv: async () => (await import('./csv/index.js')).csv,
  properties: async () => (await import('./properties/index.js')).properties,
  php: async () => (await import('./php/index.js')).php,
  android: async () => (await import('./android/index.js')).android,
  strings: async () => (await import('./strings/index.js')).strings,
  xcstrings: async () => (await import('./xcstrings/index.js')).xcstrings,
  po: async () => (await import('./po/index.js')).po,
  stringsdict: async () => (await import('./stringsdict/index.js')).stringsdict,
  resx: async () => (await import('./resx/index.js')).resx,
  qt: async () => (await import('./qt/index.js')).qt,
  toml: async () => (await import('./toml/index.js')).toml,
  markdown: async () => (await import('./markdown/index.js')).markdown,
  json5: async () => (await import('./json5/index.js')).json5,
  fluent: async () => (await import('./fluent/index.js')).fluent,
} satisfies Record<KnownFormat, () => Promise<Codec>>;

/**
 * The codec for a file name, or of a format that is said. Undefined: not a locale format.
 * @param format name of a format, which goes before the ending
 */
export async function loadCodec(path: string, format?: string): Promise<Codec | undefined> {
  const name = formatOf(path, format);
  return name === undefined ? undefined : loaders[name]();
}
