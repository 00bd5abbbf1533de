import { Lexers } from '../../src/code/extract/lexers.js';
import { librariesIn } from '../../src/code/extract/libraries.js';
import { literalsIn } from '../../src/code/extract/literals.js';
import { readCodeFile } from '../../src/code/extract/reading/file-reader.js';
import { loadParser } from '../../src/code/extract/reading/syntax.js';
import type { CodeFile } from '../../src/code/extract/types.js';
import { wantedOf } from '../../src/code/extract/wanted.js';
import type { Wanted } from '../../src/code/extract/wanted.js';

/** Code in which `t` is the translator of react-i18next. */
export const HOOK =
  "import { useTranslation } from 'react-i18next';\nconst { t } = useTranslation();\n";

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
  const { functions = [], components = [] } = more;
  const separators = { namespace: ':', key: '.', plural: '_', context: '_' };
  const lexers = new Lexers({ root: '.' }, { lexers: {}, functions, separators });
  const files: CodeFile[] = [];
  for (const [file, code] of Object.entries(written)) {
    const lexed = lexers.wants(file, code) ? await lexers.read(file, code) : undefined;
    const { uses, exported, errors } = readCodeFile(file, code, {
      functions,
      components,
      keySeparator: separators.key,
    });
    if (errors[0] !== undefined) throw errors[0];
    files.push({
      file,
      uses: [...uses, ...(lexed?.uses ?? [])],
      exported,
      literals: literalsIn(file, code),
      libraries: librariesIn(code),
    });
  }
  return wantedOf(
    {
      files,
      libraries: new Set(files.flatMap(({ libraries }) => libraries)),
      packages: [],
      outside: [],
      leftOut: { built: [], quiet: [] },
    },
    { separators, namespace: 'translation' },
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
