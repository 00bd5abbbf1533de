import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ResolvedConfig } from '../../config/index.js';
import { localePathsOf, createMatcher, fillPattern, pairPatterns } from '../../config/index.js';
import { readRegularFile } from '../../disk/index.js';
import { decodeAs, loadCodec } from '../../formats/index.js';
import { isPlain, REDACTED, nameFlaw } from '../../model/index.js';
import type { Codec, Document, ParseOptions } from '../../model/index.js';
import { ExtractError, readable } from './error.js';

/** A source catalog after reading. */
export interface OpenCatalog {
  readonly file: string;
  /** Undefined: it does not exist yet. */
  readonly before: Uint8Array | undefined;
  readonly codec: Codec;
  readonly parsing: ParseOptions & { readonly encoding: ReturnType<typeof decodeAs>['encoding'] };
  readonly document: Document;
}

/** A missing catalog is empty. @throws ExtractError, FormatError */
export async function openCatalog(config: ResolvedConfig, file: string): Promise<OpenCatalog> {
  const { root, source: locale } = config;
  const codec = await loadCodec(file);
  if (codec?.capabilities.takesNewKeys !== true) {
    throw new ExtractError(
      'no-format',
      `Keys cannot be added to ${isPlain(file) ? file : REDACTED}.`,
      {
        hint: 'Use JSON or YAML files for extract.catalog.',
      },
    );
  }
  const path = join(root, file);
  const before = existsSync(path) ? readable(file, () => readRegularFile(path)) : undefined;
  if (before === undefined) {
    refuseLost(config, file);
    refuseUnportable(file);
  }
  const { capabilities } = codec;
  const bytes = before ?? new TextEncoder().encode('{}\n');
  const { text, encoding } = decodeAs(bytes, { file, capabilities });
  const parsing = { role: 'source', locale, file, encoding } as const;
  return { file, before, codec, parsing, document: codec.parse(text, parsing) };
}

/** @throws ExtractError for a missing catalog that existed before */
function refuseLost(config: ResolvedConfig, file: string): void {
  const translation = translationOf(config, file);
  if (translation === undefined) return;
  const [source, target] = [file, translation].map((one) => (isPlain(one) ? one : REDACTED));
  throw new ExtractError(
    'lost-catalog',
    `${source} does not exist, but its translation ${target} does. No keys were written, to avoid starting from an empty file.`,
    {
      hint: 'Restore the file, for example with git. If it never existed, create it with the content {}.',
    },
  );
}

/**
 * A translation of a source catalog; undefined if there is none. A missing catalog with existing
 * translations was deleted, or git is just switching branches: it is not new.
 */
function translationOf(
  {
    root,
    source,
    targets,
    catalogs,
  }: Pick<ResolvedConfig, 'root' | 'source' | 'targets' | 'catalogs'>,
  file: string,
): string | undefined {
  const paths = catalogs.flatMap((catalog) =>
    pairPatterns(catalog.source, catalog.target, catalog.format).flatMap((pair) => {
      const { spellings } = localePathsOf(catalog, pair.target);
      const match = createMatcher(pair.source, spellings(source))(file);
      if (match === undefined) return [];
      const names = targets.flatMap((locale) => spellings(locale));
      return names.map((name) => fillPattern(pair.target, match, name));
    }),
  );
  return paths.find((path) => path !== file && existsSync(join(root, path)));
}

/**
 * @throws ExtractError for a new catalog with an unportable name, from a namespace such as `con`
 */
function refuseUnportable(file: string): void {
  const flaw = nameFlaw(file);
  if (flaw === undefined) return;
  throw new ExtractError('unusable-name', `${flaw.path} ${flaw.reason}; it was not created.`, {
    hint: 'Rename the namespace in your code.',
  });
}
