import { languageTag } from '../../config/languages.js';
import type { ResolvedConfig } from '../../config/resolved.js';
import type { ParsedLock } from '../../state/index.js';
import { unitHash } from '../../state/index.js';
import type { FilePair } from '../load/index.js';
import { keyMatcher } from '../key-glob.js';
import { compareFile } from './compare-file.js';
import { matchLocale } from './compare.js';
import type { LocaleComparison, OrphanTexts } from './compare.js';
import { Project } from './match/departed.js';
import type { UnitIdentity } from './match/departed.js';
import { languagePairs, OptionsTable } from './options.js';
import type { ResolvedNames } from '../request-names.js';
import { SourceUnits } from './source-units.js';
import { knownTexts } from './state.js';
import type { FileComparison } from './types.js';

export type { LocaleComparison } from './compare.js';
export type { ComparedUnit, DroppedUnit, FileComparison, Finding } from './types.js';

export interface CompareInput {
  readonly config: ResolvedConfig;
  readonly pairs: readonly FilePair[];
  readonly orphans: readonly OrphanFile[];
  readonly lock: Pick<ParsedLock, 'facts'>;
  /** False when the lock may be older than the files beside it. */
  readonly lockIsKnown: boolean;
  /** False where not every source file was read. */
  readonly isWhole: boolean;
}

/** A target file whose source is gone. */
export interface OrphanFile {
  readonly path: string;
  /** Where its source was. */
  readonly source: string;
  readonly locale: string;
  readonly units: FileComparison['extra'];
}

/** A target file beside its source, and the units that its source gives. */
interface Side {
  readonly pair: FilePair;
  readonly target: FilePair['targets'][number];
  readonly sources: SourceUnits;
}

/** What every unit of every target file is, locale by locale in the order in which files name them. Pure. */
export function compare(input: CompareInput, names: ResolvedNames): readonly LocaleComparison[] {
  const { config, lock } = input;
  const options = new OptionsTable(config, names);
  const languagesOf = languagePairs(config);
  return [...sidesByLocale(input)].map(([locale, sides]) => {
    const languages = languagesOf(locale);
    const units = function* (): Generator<UnitIdentity> {
      for (const { sources } of sides) yield* sources.expectedIn(languages.target);
    };
    const { isWhole, lockIsKnown } = input;
    const project = new Project({ facts: lock.facts, isWhole, locale, units });
    const files = sides.map(({ pair, target, sources }) =>
      compareFile(pair, target, {
        facts: lock.facts,
        lockIsKnown,
        rules: config.rules,
        message: { syntax: pair.source.syntax, ...languages },
        expected: sources.expectedIn(languages.target),
        project,
        optionsOf: (note) => options.of(pair.catalog, locale, note),
        isLookedAt: () => true,
      }),
    );
    return matchLocale(files, {
      locale,
      lockIsKnown,
      rules: config.rules,
      orphans: orphansIn(locale, input),
      // An older lock may know a text for a source that it was kept beyond.
      hasSource: (hash) => project.hasSource(hash),
    });
  });
}

function sidesByLocale({ pairs, config, lock }: CompareInput): ReadonlyMap<string, readonly Side[]> {
  const groups = new Map<string, Side[]>();
  for (const pair of pairs) {
    const sources = new SourceUnits(pair.source, {
      language: languageTag(config.source),
      facts: lock.facts,
      isExcluded: keyMatcher(pair.catalog.excludedKeys),
    });
    for (const target of pair.targets) {
      const group = groups.get(target.locale) ?? [];
      groups.set(target.locale, group);
      group.push({ pair, target, sources });
    }
  }
  return groups;
}

/** Texts of files whose source is gone, as far as the lock knows them. */
function orphansIn(locale: string, { orphans, lock }: CompareInput): readonly OrphanTexts[] {
  return orphans
    .filter((orphan) => orphan.locale === locale)
    .map(({ path, source, units }) => ({
      path,
      units: units.flatMap((unit) => {
        const id = unitHash(source, unit.key);
        const facts = knownTexts(lock.facts.get(id), locale);
        return facts.length === 0 ? [] : [{ unit, id, facts }];
      }),
    }));
}
