import { dirname, join, relative, resolve, sep } from 'node:path';
import { languageTag } from '../../facts/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import { readRegularText } from '../../disk/index.js';
import { readSources } from '../../engine/index.js';
import { quoted, LocaleSyncError, keyId, TYPES_MARK } from '../../model/index.js';
import type { MessageLibrary, Problem, ErrorDetails, Document } from '../../model/index.js';
import { STATE_FOLDER } from '../../lock/index.js';
import { writeFileAtomic } from '../../state/index.js';
import { declarationOf } from './declaration.js';
import type { Declaration } from './declaration.js';

type TypesErrorCode =
  /** A source file cannot be read, so its keys would be missing from the declarations. */
  | 'invalid-source'
  /** Neither the config nor the call names a file to write. */
  | 'no-types'
  /** TypeScript reads no declarations from files with this extension. */
  | 'no-declaration'
  /** The existing file was not written by locale-sync. */
  | 'not-ours';

/** The declarations of an app's messages cannot be generated. */
export class TypesError extends LocaleSyncError {
  override readonly name = 'TypesError';
  readonly code: TypesErrorCode;

  constructor(code: TypesErrorCode, message: string, details: ErrorDetails) {
    super(message, details);
    this.code = code;
  }
}

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
 * Packages that identify a library. Packages built on others come first, because a project may
 * depend on both.
 */
const PACKAGES: readonly (readonly [name: string, library: MessageLibrary])[] = [
  ['next-intl', 'next-intl'],
  ['use-intl', 'use-intl'],
  ['react-intl', 'formatjs'],
  ['@formatjs/intl', 'formatjs'],
  ['@nuxtjs/i18n', 'vue-i18n'],
  ['vue-i18n', 'vue-i18n'],
  ['svelte-i18n', 'svelte-i18n'],
  ['i18next', 'i18next'],
  ['react-i18next', 'i18next'],
  ['next-i18next', 'i18next'],
];

/** The library that the `package.json` beside the config depends on; `plain` if it names none. */
function libraryOf(root: string): MessageLibrary {
  const known = dependenciesIn(root);
  return PACKAGES.find(([name]) => known.has(name))?.[1] ?? 'plain';
}

const KINDS = ['dependencies', 'devDependencies', 'peerDependencies'] as const;

function dependenciesIn(root: string): ReadonlySet<string> {
  try {
    const found = JSON.parse(readRegularText(join(root, 'package.json'))) as Partial<
      Record<(typeof KINDS)[number], unknown>
    >;
    return new Set(KINDS.flatMap((kind) => Object.keys(Object(found[kind]) as object)));
  } catch {
    // No package.json, or an unreadable one: the app's package manager reports that.
    return new Set();
  }
}

/** Ends the name of a member before its value: `"0": …`, `0 = …`, `'0' => …`. */
const NAME_END = /[:=>]\s*$/;
/** The most white space that is looked back over. */
const BACK = 200;

/**
 * The lists of a file, as `keyId`s. Their elements are numbered from 0, and a text in them has no
 * name before it.
 */
export function listsIn({ text, units }: Pick<Document, 'text' | 'units'>): ReadonlySet<string> {
  const numbers = new Map<string, Set<string>>();
  const named = new Set<string>();
  for (const { key, range } of units) {
    for (const [at, name] of key.entries()) {
      if (!/^\d+$/.test(name)) continue;
      const group = keyId(key.slice(0, at));
      numbers.set(group, (numbers.get(group) ?? new Set()).add(name));
      const before = text.slice(Math.max(0, range.start - BACK), range.start);
      if (at === key.length - 1 && NAME_END.test(before)) named.add(group);
    }
  }
  const isList = ([group, found]: readonly [string, ReadonlySet<string>]): boolean =>
    !named.has(group) && [...found.keys()].every((_, index) => found.has(String(index)));
  return new Set([...numbers].filter(isList).map(([group]) => group));
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
      hint: 'Set the file to write:\n  types: { out: src/locale-sync.d.ts }',
    });
  }
  const path = resolve(root, out);
  const file = relative(root, path).split(sep).join('/');
  if (!/\.d\.[cm]?ts$/.test(path)) {
    throw new TypesError('no-declaration', `${quoted(file)} is not a declaration file.`, {
      hint: 'Use a name that ends in .d.ts, such as src/locale-sync.d.ts',
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
  const message = `${quoted(file)} was not generated by locale-sync, so it was not changed.`;
  return new TypesError('not-ours', message, { hint: 'Name another file, or remove this one.' });
}

function invalidSource({ file = '', line, column, message }: Problem): TypesError {
  const place = [file, line, column].filter((part) => part !== undefined && part !== '').join(':');
  return new TypesError('invalid-source', `${place === '' ? '' : `${place}: `}${message}`, {
    hint: 'Fix the source catalog. The declarations do not change until it can be read.',
  });
}
