import type { Codec, FormatName } from '../model/index.js';

/** Codecs by name, each loaded when a file of its format is met: a project of JSON files never loads a YAML parser. */
const loaders = {
  json: async () => (await import('./json/index.js')).json,
  yaml: async () => (await import('./yaml/index.js')).yaml,
  xliff: async () => (await import('./xliff/index.js')).xliff,
  srt: async () => (await import('./srt/index.js')).srt,
} satisfies Record<FormatName, () => Promise<Codec>>;

const ENDINGS: Readonly<Record<string, keyof typeof loaders>> = {
  json: 'json',
  jsonc: 'json',
  arb: 'json',
  yaml: 'yaml',
  yml: 'yaml',
  xlf: 'xliff',
  xliff: 'xliff',
  xlf2: 'xliff',
  srt: 'srt',
};

/** The format of a file name, by its ending. Undefined: not a locale format. */
export function formatOf(path: string): FormatName | undefined {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined;
}

/** The codec for a file name. */
export async function loadCodec(path: string): Promise<Codec | undefined> {
  const name = formatOf(path);
  return name === undefined ? undefined : loaders[name]();
}

/** How the names of locale files end, as the codecs say it. */
export async function knownEndings(): Promise<readonly string[]> {
  const codecs: readonly Codec[] = await Promise.all(Object.values(loaders).map((load) => load()));
  return codecs.flatMap(({ extensions }) => extensions);
}
