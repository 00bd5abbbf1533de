import { loadCodec } from '../formats/index.js';
import type { Document, Problem, ReviewData, Selection } from '../model/index.js';
import type { Compared } from './compared.js';
import { loadAndCompare } from './load-and-compare.js';
import { parseVersion } from './load/index.js';
import { planOffline } from './planning.js';
import { inconsistencies } from './report/index.js';
import { formerTexts, formerWanted, reviewData, withFormer } from './review/index.js';
import type { FormerText, FormerWanted, Revision } from './review/index.js';
import type { RunContext } from './session/index.js';

export interface ReviewOptions {
  /** Where the code uses a key. Default: not searched. */
  readonly usesOf?: (source: string, key: readonly string[]) => readonly string[];
  /** Older revisions of a source file, newest first. Default: none. */
  readonly revisionsOf?: (path: string) => Promise<readonly Revision[]>;
}

/** Compares every unit, ignoring what earlier runs remember. */
export function compareEvery(selection: Selection, run: RunContext): Promise<Compared> {
  const onCompared = (): void => undefined;
  return loadAndCompare({ settled: true, ...selection }, run, { isForSending: false, onCompared });
}

/** All units as plain data. */
export async function lookAt(
  all: Compared,
  run: RunContext,
  { usesOf, revisionsOf, former }: ReviewOptions & { readonly former: FormerCache },
): Promise<ReviewData> {
  const { files } = planOffline(all, run);
  const { source, targets } = run.config;
  const odd = inconsistencies(files);
  const problems = all.loaded.problems.filter(({ severity }) => severity === 'error');
  const data = reviewData({
    ...{ source, targets, files, odd },
    problems: problems.map(problemLine),
    ...(usesOf === undefined ? {} : { usesOf }),
  });
  if (revisionsOf === undefined) return data;
  return addFormer(data, all, { former, revisionsOf });
}

/** Adds the source texts that translations were made for. */
export async function addFormer(
  data: ReviewData,
  all: Compared,
  {
    former,
    revisionsOf,
  }: Required<Pick<ReviewOptions, 'revisionsOf'>> & {
    readonly former: FormerCache;
  },
): Promise<ReviewData> {
  return withFormer(data, await formerOf(all, former, revisionsOf));
}

export function problemLine({ file, line, column, message }: Problem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return place === '' ? message : `${place}: ${message}`;
}

/** Former texts found in older revisions. Each revision is read only once. */
export class FormerCache {
  readonly #asked = new Map<string, Set<string>>();
  readonly #found = new Map<string, Map<string, FormerText>>();

  /** Former texts of a source file by `keyId`. */
  of(path: string): ReadonlyMap<string, FormerText> {
    return this.#found.get(path) ?? new Map<string, FormerText>();
  }

  /** The part of `wanted` that has not been searched for yet. */
  unasked(path: string, wanted: FormerWanted): FormerWanted {
    const asked = this.#asked.get(path) ?? new Set();
    this.#asked.set(path, asked);
    const left = [...wanted].filter(([id, hashes]) => {
      const names = [...hashes].map((hash) => `${hash} ${id}`);
      const isNew = names.some((name) => !asked.has(name));
      for (const name of names) asked.add(name);
      return isNew;
    });
    return new Map(left);
  }

  add(path: string, texts: ReadonlyMap<string, FormerText>): void {
    this.#found.set(path, new Map([...this.of(path), ...texts]));
  }
}

/** Former texts by source file. */
async function formerOf(
  { locales, loaded }: Compared,
  cache: FormerCache,
  revisionsOf: NonNullable<ReviewOptions['revisionsOf']>,
): Promise<ReadonlyMap<string, ReadonlyMap<string, FormerText>>> {
  const found = new Map<string, ReadonlyMap<string, FormerText>>();
  const compareds = locales.flatMap(({ files }) => files);
  for (const pair of loaded.pairs) {
    const { path } = pair.source;
    const all = formerWanted(compareds.filter((file) => file.pair === pair));
    const wanted = cache.unasked(path, all);
    const codec = wanted.size === 0 ? undefined : await loadCodec(path, pair.catalog.format);
    if (codec !== undefined) {
      const role = pair.source.isTemplate === true ? 'template' : 'source';
      const options = { role, file: path, encoding: pair.catalog.encoding } as const;
      const parse = (bytes: Buffer): Document | undefined => parseVersion(bytes, codec, options);
      cache.add(path, await formerTexts(wanted, await revisionsOf(path), parse));
    }
    if (all.size > 0 && cache.of(path).size > 0) found.set(path, cache.of(path));
  }
  return found;
}
