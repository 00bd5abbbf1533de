import { extname } from 'node:path';
import type { ResolvedCatalog } from '../../src/config/resolved.js';
import type { FilePair, TargetFile } from '../../src/engine/load/index.js';
import type { ScanPair } from '../../src/engine/load/scan/placement.js';
import type { RealPath, RealPaths } from '../../src/engine/load/scan/real-paths.js';
import { codecFor } from '../../src/formats/public.js';
import type { Codec, Document, ParseOptions } from '../../src/model/index.js';

/** A catalog with `files:`, or with its own `target` pattern. */
export function catalogOf(source: string, options: Partial<ResolvedCatalog> = {}): ResolvedCatalog {
  return {
    source,
    target: source,
    exclude: [],
    targets: ['de', 'fr'],
    messages: 'auto',
    excludedKeys: [],
    empty: 'auto',
    reuseExcluded: [],
    translate: {},
    ...options,
  };
}

/**
 * `en.json → de.json, fr.json?`; `?` marks files that do not exist. A path's real path is the path
 * itself, or as in `links`.
 */
export function placed(
  line: string,
  { links = {}, catalog = catalogOf('{locale}.json') }: PlacedOptions = {},
): ScanPair {
  const [source = '', targets = ''] = line.split(' → ');
  const real = (path: string): string => links[path] ?? path;
  return {
    catalog,
    source,
    realSource: real(source),
    targets: targets.split(', ').map((name) => {
      const path = name.replace('?', '');
      const locale = catalog.targets.find((one) => path.includes(one)) ?? '';
      return { locale, path, exists: !name.endsWith('?'), real: real(path) };
    }),
  };
}

interface PlacedOptions {
  readonly links?: Readonly<Record<string, string>>;
  readonly catalog?: ResolvedCatalog;
}

/**
 * A file system with these entries: `link` is a link to nothing usable, all others are their own
 * real path.
 */
export function realPathsOf(
  entries: Readonly<Record<string, 'file' | 'folder' | 'link'>>,
): RealPaths {
  return {
    entry: (path) => entries[path] ?? 'nothing',
    resolve: (path, entry): RealPath =>
      entry === 'link' ? { ok: false, reason: 'is a broken symbolic link' } : { ok: true, path },
  };
}

export function documentOf(path: string, text: string, options: ParseOptions = {}): Document {
  return codecOf(path).parse(text, options);
}

function codecOf(path: string): Codec {
  const codec = codecFor(path);
  if (codec === undefined) throw new Error(`no codec for ${extname(path)}`);
  return codec;
}

/** A pair whose source has this text; `messages` of the catalog is its syntax. */
export function pairOf(
  path: string,
  text: string,
  { catalog = catalogOf(path), targets = [] }: PairOptions = {},
): FilePair {
  const { messages } = catalog;
  const syntax = messages === 'auto' || typeof messages !== 'string' ? 'icu' : messages;
  const document = documentOf(path, text, { role: 'source', locale: 'en' });
  const { capabilities } = codecOf(path);
  const source = { path, hash: '', document, capabilities, syntax, exceptions: new Map() };
  return { catalog, source, targets };
}

interface PairOptions {
  readonly catalog?: ResolvedCatalog;
  readonly targets?: readonly TargetFile[];
}
