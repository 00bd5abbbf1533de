import type { ResolvedConfig } from '../../config/index.js';
import { LocaleSyncError } from '../../model/index.js';
import type { Key } from '../../model/index.js';
import { CodeFiles } from './code-files.js';
import { keySign } from './separators.js';
import { readParts } from './owners.js';
import type { ExtractSettings } from './settings.js';
import type { CodeKey } from './types.js';

/** The most places shown per key. */
const MOST = 8;

/** Where code uses a key of a source file: `src/cart.ts:12`. */
export type KeyPlaces = (source: string, key: Key) => readonly string[];

/**
 * Reads the code that `extract:` names; undefined if the config has none.
 * @throws ExtractError 'unreadable'
 */
export async function readKeyPlaces(
  config: ResolvedConfig,
  files = new CodeFiles(),
): Promise<KeyPlaces | undefined> {
  if (config.extract === undefined) return undefined;
  const parts = await readParts(config, files).catch((error: unknown) => {
    // What is wrong with the settings, `extract` reports.
    if (error instanceof LocaleSyncError && error.code !== 'unreadable') return undefined;
    throw error;
  });
  if (parts === undefined) return undefined;
  const all = parts.map(({ asking, extract }) => keyPlaces(asking.keys, extract));
  return (source, key) =>
    [...new Set(all.flatMap((placesOf) => placesOf(source, key)))].slice(0, MOST);
}

/** Finds plural and context forms by the key in code. Pure. */
export function keyPlaces(
  keys: readonly CodeKey[],
  { separators, namespace: usual }: Pick<ExtractSettings, 'separators' | 'namespace'>,
): KeyPlaces {
  const byKey = new Map<string, CodeKey[]>();
  for (const key of keys) {
    const known = byKey.get(key.key);
    if (known === undefined) byKey.set(key.key, [key]);
    else known.push(key);
  }
  const dot = keySign(separators.key);
  return (source, key) => {
    const find = (one: Key): readonly CodeKey[] =>
      namesOf(one, dot)
        .map((name) => byKey.get(name))
        .find((found) => found !== undefined) ?? [];
    const own = find(key).filter(({ namespace }) => isNamed(source, namespace));
    if (own.length === 0) {
      // The first part may be the namespace.
      const [group, ...rest] = key;
      own.push(...find(rest).filter(({ namespace = usual }) => namespace === group));
    }
    const places = own.map(({ file, line }) => (line === undefined ? file : `${file}:${line}`));
    return [...new Set(places)].slice(0, MOST);
  };
}

function namesOf(key: Key, dot: string): readonly string[] {
  const whole = key.join(dot);
  const last = key.at(-1) ?? '';
  const isForm = /^(?:zero|one|two|few|many|other)$/.test(last);
  const bare = whole.replace(/_(?:ordinal_)?(?:zero|one|two|few|many|other|plural)$/, '');
  return [
    whole,
    bare,
    bare.replace(/_[^_.]+$/, ''),
    ...(isForm ? [key.slice(0, -1).join(dot)] : []),
  ];
}

/** Whether a source is the namespace: a file or folder with its name. */
function isNamed(source: string, namespace: string | undefined): boolean {
  if (namespace === undefined) return true;
  const parts = source.split('/').map((part) => part.replace(/\.[^.]*$/, ''));
  return parts.some((part) => part === namespace.split('/').at(-1)) || !source.includes('/');
}
