import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readRegularText } from '../disk/regular-file.js';
import { ExtractError, readable } from './error.js';
import { notesIn } from './notes.js';
import type { CodeKey } from './types.js';
import { STATE_FOLDER } from '../state/names.js';

/** What we read of i18next-parser, whose own declarations say nothing of it. */
interface ParserModule {
  readonly parser: new (options: Readonly<Record<string, unknown>>) => {
    parse(content: string, filename: string): readonly ParsedKey[];
  };
}

interface ParsedKey {
  readonly key?: unknown;
  readonly namespace?: unknown;
  readonly ns?: unknown;
  readonly defaultValue?: unknown;
  readonly count?: unknown;
  readonly ordinal?: unknown;
  readonly context?: unknown;
}

interface ReadFile {
  readonly mtime: number;
  readonly size: number;
  readonly keys: readonly CodeKey[];
}

/**
 * Code files with the keys that were found in them; one that has not changed is not parsed again.
 */
export class CodeFiles {
  #known = new Map<string, ReadFile>();

  /**
   * Every key that the code files ask for, in the order of files and lines.
   * @throws ExtractError 'no-parser'
   */
  async findKeys(root: string, globs: readonly string[]): Promise<readonly CodeKey[]> {
    const { parser: Parser } = await loadParser(root);
    const { default: glob } = await import('fast-glob');
    const ignore = ['**/node_modules/**', '**/.git/**', `**/${STATE_FOLDER}/**`];
    const files = (await glob([...globs], { cwd: root, ignore })).sort();
    const read = files.map((file): readonly [string, ReadFile] => {
      const { mtimeMs: mtime, size } = statSync(join(root, file));
      const known = this.#known.get(file);
      if (known?.mtime === mtime && known.size === size) return [file, known];
      const code = readable(file, () => readRegularText(join(root, file)));
      // A parser keeps what it met in one file; each file gets its own.
      const parsed = new Parser({}).parse(code, file);
      const noteOf = notesIn(code);
      return [file, { mtime, size, keys: parsed.flatMap((entry) => codeKey(entry, file, noteOf)) }];
    });
    this.#known = new Map(read);
    return read.flatMap(([, { keys }]) => keys);
  }
}

/**
 * The package as it is found from here, or from the project: some package managers part the two.
 */
async function loadParser(root: string): Promise<ParserModule> {
  try {
    const loaded: unknown = await import('i18next-parser').catch(
      (): Promise<unknown> => import(parserOf(root)),
    );
    return loaded as ParserModule;
  } catch (cause) {
    throw new ExtractError('no-parser', 'The package i18next-parser is not installed.', {
      cause,
      hint: 'npm install --save-dev i18next-parser',
    });
  }
}

/** @throws of Node where the project does not have it either */
function parserOf(root: string): string {
  const { resolve } = createRequire(join(root, 'package.json'));
  return pathToFileURL(resolve('i18next-parser')).href;
}

function codeKey(
  entry: ParsedKey,
  file: string,
  noteOf: (key: string) => string | undefined,
): readonly CodeKey[] {
  if (typeof entry.key !== 'string' || entry.key === '') return [];
  const colon = entry.key.indexOf(':');
  // `ns:key`; a text with spaces that stands as its own key is no namespace.
  const prefix =
    colon > 0 && !/\s/.test(entry.key.slice(0, colon)) ? entry.key.slice(0, colon) : '';
  const namespace = prefix === '' ? (entry.namespace ?? entry.ns) : prefix;
  const { defaultValue: text } = entry;
  return [
    {
      key: prefix === '' ? entry.key : entry.key.slice(colon + 1),
      namespace: typeof namespace === 'string' ? namespace : undefined,
      text: typeof text === 'string' && text !== '' ? text : undefined,
      count: entry.count !== undefined,
      ordinal: entry.ordinal !== undefined && entry.ordinal !== false,
      context: entry.context !== undefined,
      note: noteOf(entry.key),
      file,
    },
  ];
}
