import { languageTag } from '../config/languages.js';
import type { ResolvedConfig } from '../config/resolved.js';
import type { ParsedLock } from '../state/index.js';
import { diffTarget } from './diff.js';
import type { TargetDiff } from './diff.js';
import type { FilePair, TargetFile } from './load/index.js';
import { keyMatcher } from './key-glob.js';
import { languagePairs, OptionsTable } from './options.js';
import { ProjectView } from './project-view.js';
import type { ResolvedNames } from './request-names.js';
import { SourceUnits } from './source-units.js';
import type { SourceUnit } from './source-units.js';
import { earlierTarget } from './unchanged.js';
import type { EarlierRun } from './unchanged.js';

export interface ComparisonContext {
  readonly config: ResolvedConfig;
  readonly lock: ParsedLock;
  /** False when the lock may be older than the files beside it. */
  readonly lockIsKnown: boolean;
  /** False where not every source file was read. */
  readonly isWhole: boolean;
  readonly names: ResolvedNames;
  /** Of the same engine. */
  readonly earlier: EarlierRun | undefined;
}

interface Side {
  readonly files: FilePair;
  readonly sources: SourceUnits;
  readonly target: TargetFile;
}

/** All target files beside their sources, each compared when it is first asked for. */
export class Comparison {
  /** In the order in which files name them. */
  readonly locales: readonly string[];
  /** Target files. */
  readonly count: number;
  /** In the order of the pairs. */
  readonly #sides: readonly Side[];
  readonly #ofLocale: ReadonlyMap<string, readonly Side[]>;
  readonly #compare: (side: Side, earlier: EarlierRun | undefined) => TargetDiff;
  readonly #known = new Map<Side, TargetDiff>();
  #earlier: EarlierRun | undefined;
  #all: readonly TargetDiff[] | undefined;

  constructor(pairs: readonly FilePair[], context: ComparisonContext) {
    this.#sides = pairs.flatMap((files) => sidesOf(files, context));
    this.#ofLocale = byLocale(this.#sides);
    const project = new ProjectView({
      facts: context.lock.facts,
      isWhole: context.isWhole,
      unitsOf: unitsIn(this.#ofLocale, context.config),
    });
    this.#compare = comparer(context, project);
    this.#earlier = context.earlier;
    this.locales = [...this.#ofLocale.keys()];
    this.count = this.#sides.length;
  }

  /** Each compared when its turn comes. */
  *ofLocale(locale: string): Generator<TargetDiff> {
    for (const side of this.#ofLocale.get(locale) ?? []) yield this.#diff(side);
  }

  /** True where none of the locale's files is there. */
  isNew(locale: string): boolean {
    return (this.#ofLocale.get(locale) ?? []).every(({ target }) => target.document === undefined);
  }

  /** Length of the longest source text. */
  longestText(locale: string): number {
    let longest = 0;
    for (const { files } of this.#ofLocale.get(locale) ?? []) {
      for (const { text } of files.source.document.units) {
        if (text.length > longest) longest = text.length;
      }
    }
    return longest;
  }

  all(): readonly TargetDiff[] {
    this.#all ??= this.#sides.map((side) => this.#diff(side));
    // Or every run of a session would hold the one before.
    this.#earlier = undefined;
    return this.#all;
  }

  #diff(side: Side): TargetDiff {
    let diff = this.#known.get(side);
    if (diff === undefined) this.#known.set(side, (diff = this.#compare(side, this.#earlier)));
    return diff;
  }
}

function sidesOf(files: FilePair, { config, lock }: ComparisonContext): readonly Side[] {
  const sources = new SourceUnits(files.source, {
    language: languageTag(config.source),
    facts: lock.facts,
    isExcluded: keyMatcher(files.catalog.excludedKeys),
  });
  return files.targets.map((target) => ({ files, sources, target }));
}

function byLocale(sides: readonly Side[]): ReadonlyMap<string, readonly Side[]> {
  const groups = new Map<string, Side[]>();
  for (const side of sides) {
    const group = groups.get(side.target.locale);
    if (group === undefined) groups.set(side.target.locale, [side]);
    else group.push(side);
  }
  return groups;
}

function unitsIn(
  sides: ReadonlyMap<string, readonly Side[]>,
  config: ResolvedConfig,
): (locale: string) => readonly (readonly SourceUnit[])[] {
  const languagesOf = languagePairs(config);
  return (locale) => {
    const { target } = languagesOf(locale);
    return (sides.get(locale) ?? []).map(({ sources }) => sources.expectedIn(target));
  };
}

function comparer(
  { config, lock, lockIsKnown, names }: ComparisonContext,
  project: ProjectView,
): (side: Side, earlier: EarlierRun | undefined) => TargetDiff {
  const options = new OptionsTable(config, names);
  const languagesOf = languagePairs(config);
  return ({ files, sources, target }, earlier) =>
    diffTarget(files, target, {
      facts: lock.facts,
      lockIsKnown,
      rules: config.rules,
      languages: languagesOf(target.locale),
      sources,
      project,
      optionsOf: (note) => options.of(files.catalog, target.locale, note),
      earlier: earlierTarget(earlier, files, target),
    });
}
