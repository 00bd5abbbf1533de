import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { languageTag } from '../config/index.js';
import type { ResolvedConfig } from '../config/index.js';
import { readRegularFile } from '../disk/regular-file.js';
import { decode, encode, withEscapes } from '../formats/kit/encoding.js';
import { loadCodec } from '../formats/load.js';
import { isPlain, REDACTED } from '../model/index.js';
import { changeCatalog } from './change.js';
import { CodeFiles } from './code-keys.js';
import { nameFlaw } from '../model/portable-name.js';
import { ExtractError, readable } from './error.js';
import type { CatalogChange, CodeKey } from './types.js';
import { writeNotes } from './write-notes.js';

const NAMESPACE = '{namespace}';
/** i18next's name for the namespace that nobody named. */
const DEFAULT_NAMESPACE = 'translation';

export interface ExtractOptions {
  /** Whether keys that no code asks for are taken out. Default: false. */
  readonly prune?: boolean;
  /** Code as it was read before: files that have not changed are not parsed again. */
  readonly files?: CodeFiles;
}

/**
 * Reads the code that `extract:` names and says what its keys mean for the source catalogs. Writes
 * nothing.
 * @throws ExtractError, and FormatError for a catalog that cannot be read
 */
export async function extractKeys(
  config: ResolvedConfig,
  { prune = false, files = new CodeFiles() }: ExtractOptions,
): Promise<readonly CatalogChange[]> {
  const { extract, root } = config;
  if (extract === undefined) {
    throw new ExtractError('no-extract', 'The config has no "extract".', {
      hint: 'Name code and catalog:\n  extract: { code: ["src/**/*.{ts,tsx}"], catalog: locales/en/{namespace}.json }',
    });
  }
  const keys = await files.findKeys(root, extract.code);
  const options = { language: languageTag(config.source), locale: config.source, prune };
  const changes: CatalogChange[] = [];
  for (const [file, wanted] of await byCatalog(root, extract.catalog, keys)) {
    changes.push(await changeOf(root, file, { wanted, ...options }));
  }
  return changes;
}

/** Keys by the catalog they belong to; catalogs that are there without a key in code included. */
async function byCatalog(
  root: string,
  pattern: string,
  keys: readonly CodeKey[],
): Promise<ReadonlyMap<string, readonly CodeKey[]>> {
  const catalogs = new Map<string, CodeKey[]>();
  const { default: glob } = await import('fast-glob');
  const known = glob.sync(
    pattern
      .split(NAMESPACE)
      .map((part) => glob.escapePath(part))
      .join('*'),
    {
      cwd: root,
    },
  );
  for (const file of known.sort()) catalogs.set(file, []);
  for (const key of keys) {
    const file = pattern.replaceAll(NAMESPACE, () => key.namespace ?? DEFAULT_NAMESPACE);
    const wanted = catalogs.get(file);
    if (wanted === undefined) catalogs.set(file, [key]);
    else wanted.push(key);
  }
  return catalogs;
}

interface Wanted {
  readonly wanted: readonly CodeKey[];
  readonly language: string;
  readonly locale: string;
  readonly prune: boolean;
}

async function changeOf(
  root: string,
  file: string,
  { wanted, locale, ...options }: Wanted,
): Promise<CatalogChange> {
  const codec = await loadCodec(file);
  if (codec?.capabilities.takesNewKeys !== true) {
    throw new ExtractError(
      'no-format',
      `Keys cannot be added to ${isPlain(file) ? file : REDACTED}.`,
      {
        hint: 'extract.catalog names JSON or YAML files.',
      },
    );
  }
  const path = join(root, file);
  const before = existsSync(path) ? readable(file, () => readRegularFile(path)) : undefined;
  if (before === undefined) refuseUnportable(file);
  const { capabilities } = codec;
  const bytes = before ?? new TextEncoder().encode('{}\n');
  const { text, encoding } = decode(bytes, { file, capabilities });
  const parsing = { role: 'source', locale, file, encoding } as const;
  const document = codec.parse(text, parsing);
  const { edits, ...change } = changeCatalog(document, wanted, options);
  if (edits.length === 0) return { file, before, after: undefined, ...change };
  const edited = codec.edit(document, edits);
  const noted = writeNotes(edited, change.notes, { codec, options: parsing });
  const { escape } = codec;
  const fitting = escape === undefined ? noted.text : withEscapes(noted.text, encoding, escape);
  return { file, before, after: encode(fitting, encoding), ...change };
}

/** @throws ExtractError for a catalog that would be made, from a namespace such as `con` */
function refuseUnportable(file: string): void {
  const flaw = nameFlaw(file);
  if (flaw === undefined) return;
  throw new ExtractError('unusable-name', `${flaw.path} ${flaw.reason}; it is not made.`, {
    hint: 'Give the namespace in your code another name.',
  });
}
