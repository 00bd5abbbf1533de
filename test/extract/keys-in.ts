import { resolveExtract } from '../../src/config/resolve-extract.js';
import { librariesIn } from '../../src/extract/libraries.js';
import { literalsIn } from '../../src/extract/literals.js';
import { readCodeFile } from '../../src/extract/reading/file-reader.js';
import { loadParser } from '../../src/extract/reading/syntax.js';
import { wantedOf } from '../../src/extract/wanted.js';
import type { Wanted } from '../../src/extract/wanted.js';

export interface More {
  readonly functions?: string[];
  readonly components?: string[];
}

/** What one file asks for. */
export async function wantedIn(file: string, code: string, more: More = {}): Promise<Wanted> {
  return wantedInAll({ [file]: code }, more);
}

async function wantedInAll(written: Readonly<Record<string, string>>, more: More): Promise<Wanted> {
  await loadParser();
  const settings = resolveExtract({ code: ['**'], catalog: 'en.json', ...more });
  const { functions, components, separators } = settings;
  const files = Object.entries(written).map(([file, code]) => {
    const { uses, exported, errors } = readCodeFile(file, code, {
      functions,
      components,
      keySeparator: separators.key,
    });
    if (errors[0] !== undefined) throw errors[0];
    return {
      file,
      uses,
      exported,
      literals: literalsIn(file, code),
      libraries: librariesIn(code),
    };
  });
  return wantedOf(
    {
      files,
      libraries: new Set(files.flatMap(({ libraries }) => libraries)),
      packages: [],
      outside: [],
      leftOut: { built: [], quiet: [] },
    },
    settings,
  );
}

/** `namespace:key` of each key that is added, and `a*b` for patterns. */
export async function keysIn(file: string, code: string, more?: More): Promise<readonly string[]> {
  return keysInAll({ [file]: code }, more);
}

/** The same of several files. */
export async function keysInAll(
  files: Readonly<Record<string, string>>,
  more: More = {},
): Promise<readonly string[]> {
  const { keys, patterns } = await wantedInAll(files, more);
  const named = keys
    .filter(({ asks }) => asks !== true)
    .map(({ namespace, key }) => (namespace === undefined ? key : `${namespace}:${key}`));
  return [...new Set([...named, ...patterns.map(({ parts }) => parts.join('*'))])].sort();
}
