import { dirname, join, relative, resolve, sep } from 'node:path';
import { languageTag } from '../config/index.js';
import type { ResolvedConfig } from '../config/index.js';
import { readRegularText } from '../disk/regular-file.js';
import { readSources } from '../engine/load/index.js';
import { quoted } from '../model/index.js';
import type { MessageLibrary, Problem } from '../model/index.js';
import { STATE_FOLDER, writeFileAtomic } from '../state/index.js';
import { TYPES_MARK } from '../model/types-mark.js';
import { declarationOf } from './declaration.js';
import type { Declaration } from './declaration.js';
import { TypesError } from './error.js';
import { libraryOf } from './library-of.js';
import { listsIn } from './lists.js';

export interface TypesOptions {
  /** Declaration file, relative to the root or absolute. Default: `types.out` of the config. */
  readonly out?: string | undefined;
  /** Default: the config's `types.library`. `auto`: detected from package.json. */
  readonly library?: MessageLibrary | 'auto' | undefined;
  /** Writes nothing. Default: false. */
  readonly check?: boolean | undefined;
}

export interface WrittenTypes {
  /** Relative to the root, with `/`. */
  readonly file: string;
  readonly library: MessageLibrary;
  readonly keys: number;
  /** Whether the file was written, or would be with `check`. */
  readonly changed: boolean;
}

export interface MadeTypes extends Declaration {
  readonly library: MessageLibrary;
}

/**
 * Generates the declarations of the source catalogs without writing them.
 * @throws TypesError 'invalid-source', ScanError
 */
export async function makeTypes(
  config: ResolvedConfig,
  { library: asked = config.types?.library ?? 'auto' }: TypesOptions = {},
): Promise<MadeTypes> {
  const library = asked === 'auto' ? libraryOf(config.root) : asked;
  const { sources, problems } = await readSources(config);
  const [broken] = problems;
  if (broken !== undefined) throw invalidSource(broken);
  const typed = sources.map(({ document, ...source }) => ({
    ...source,
    units: document.units,
    lists: listsIn(document),
  }));
  const options = {
    library,
    namespaces: config.types?.namespaces,
    language: languageTag(config.source),
    locales: [config.source, ...config.targets],
  };
  return { library, ...declarationOf(typed, options) };
}

/**
 * Writes the declarations atomically, and only if they differ from the existing file.
 * @throws TypesError, ScanError, WriteError
 */
export async function writeTypes(
  config: ResolvedConfig,
  options: TypesOptions = {},
): Promise<WrittenTypes> {
  const { root, types } = config;
  const out = options.out ?? types?.out;
  if (out === undefined) {
    throw new TypesError('no-types', 'The config has no "types.out".', {
      hint: 'Name the file to write:\n  types: { out: src/locale-sync.d.ts }',
    });
  }
  const path = resolve(root, out);
  const file = relative(root, path).split(sep).join('/');
  if (!/\.d\.[cm]?ts$/.test(path)) {
    throw new TypesError('no-declaration', `${quoted(file)} is no declaration file.`, {
      hint: 'Let its name end in .d.ts: src/locale-sync.d.ts',
    });
  }
  const { text, library, keys } = await makeTypes(config, options);
  const result = { file, library, keys };
  const before = textIn(path);
  if (before !== undefined && before !== '' && !before.includes(TYPES_MARK))
    throw somebodyElses(file);
  // Git may have changed the file's line endings.
  const changed = before?.replaceAll('\r\n', '\n') !== text;
  if (options.check === true || !changed) return { ...result, changed };
  // Only the caller may name a path outside the root, not the config.
  const isOutside = options.out !== undefined && file.startsWith('../');
  const state = join(root, STATE_FOLDER);
  writeFileAtomic(path, text, { root: isOutside ? dirname(path) : root, state });
  return { ...result, changed };
}

function textIn(path: string): string | undefined {
  try {
    return readRegularText(path);
  } catch {
    // Missing or not a regular file: the write reports it.
    return undefined;
  }
}

function somebodyElses(file: string): TypesError {
  const message = `${quoted(file)} was not written by locale-sync and is left as it is.`;
  return new TypesError('not-ours', message, { hint: 'Name another file, or remove this one.' });
}

function invalidSource({ file = '', line, column, message }: Problem): TypesError {
  const place = [file, line, column].filter((part) => part !== undefined && part !== '').join(':');
  return new TypesError('invalid-source', `${place === '' ? '' : `${place}: `}${message}`, {
    hint: 'Fix the source catalog. The declarations stay as they are until it can be read.',
  });
}
