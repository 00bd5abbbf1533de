import { rulesOf, strictOf } from '../units/rule-levels.js';
import { keyId } from '../../model/index.js';
import type { GiveTurn } from '../../model/index.js';
import { languageTag } from '../../facts/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import { unitHash, ADOPTED, REVIEW } from '../../lock/index.js';
import type { ParsedLock, ArchivedTexts } from '../../lock/index.js';
import { doublesApostrophes, shownForms } from '../../text/index.js';
import type { MessageContext } from '../../text/index.js';
import type { Archive, FilePair, OrphanFile, ResourceFiles } from '../load/index.js';
import { keyMatcher } from '../units/key-glob.js';
import { compareFile } from './compare-file.js';
import type { FileContext } from './compare-file.js';
import { completed, matchLocale } from './compare.js';
import { Project } from './match/departed.js';
import { languagePairs, OptionsTable } from '../units/options.js';
import type { ResolvedNames } from '../units/request-names.js';
import type { KnownFindings } from '../units/findings.js';
import { SettledFindings } from '../units/settled-findings.js';
import { SourceUnits } from '../units/source-units.js';
import type { SourceUnit, UnitIdentity } from '../units/source-units.js';
import type {
  RememberedUnits,
  FileComparison,
  LocaleComparison,
  OrphanTexts,
  Arrival,
  Row,
} from '../units/row.js';
import { knownTexts, factsOfPerson } from '../units/known-texts.js';

export interface CompareInput {
  readonly config: ResolvedConfig;
  readonly pairs: readonly FilePair[];
  readonly orphans: readonly OrphanFile[];
  readonly lock: Pick<ParsedLock, 'facts' | 'factsOf' | 'hasSource' | 'isEmpty' | 'settled'>;
  /** Default: none. */
  readonly archive?: Archive;
  /** Default: none. */
  readonly resources?: ResourceFiles;
  /** False if the lock may be older than the files. */
  readonly lockIsKnown: boolean;
  /** False if some source files were not read. */
  readonly isWhole: boolean;
}

/** A target file with its pair and the units of its source. */
interface Side {
  readonly pair: FilePair;
  readonly target: FilePair['targets'][number];
  readonly sources: SourceUnits;
}

/**
 * Whether a translation is judged as new, though the lock may know or settle it. By file, then unit.
 */
export type Differs = (
  pair: FilePair,
  target: FilePair['targets'][number],
) => NonNullable<FileContext['differs']>;

interface CompareContext {
  /** Default: the lock decides. */
  readonly differs?: Differs | undefined;
  /** Units that need no comparison. Default: none. */
  readonly remembered?: RememberedUnits | undefined;
  /** Default: not interruptible. */
  readonly giveTurn?: GiveTurn | undefined;
  /** Default: none. */
  readonly known?: KnownFindings | undefined;
}

/** Compares every unit of every target file, locale by locale in the order of the files. Pure. */
export async function compare(
  input: CompareInput,
  names: ResolvedNames,
  { remembered, giveTurn, differs, known }: CompareContext = {},
): Promise<readonly LocaleComparison[]> {
  const { config, lock } = input;
  const options = new OptionsTable(config, names, input.resources);
  const languagesOf = languagePairs(config);
  const settled = lock.settled === '' ? undefined : new SettledFindings(lock.settled);
  const custom = config.custom === undefined ? {} : { custom: config.custom };
  const compared: LocaleComparison[] = [];
  for (const [locale, sides] of await sidesByLocale(input, { remembered, giveTurn })) {
    const languages = languagesOf(locale);
    const units = function* (): Generator<UnitIdentity> {
      for (const side of sides) yield* expectedOf(side, languages.target);
      if (remembered !== undefined) yield* remembered.unreadUnits(locale);
    };
    const { isWhole, lockIsKnown } = input;
    const project = new Project({ facts: () => lock.facts, isWhole, locale, units });
    const isThere = (unit: string): boolean => project.hasUnit(unit);
    const files: FileComparison[] = [];
    for (const side of sides) {
      const expected = expectedOf(side, languages.target);
      const message: MessageContext = {
        syntax: side.pair.source.syntax,
        foldsLines: side.pair.source.capabilities.foldsLines,
        ...languages,
        spelled: locale,
        ...custom,
        ...(config.hosts?.[locale] && { hosts: config.hosts[locale] }),
      };
      const forms = shownForms(() => textPairs(expected, side.target.document), message);
      const isJava =
        message.syntax === 'icu' &&
        side.pair.source.capabilities.numberedSyntax === 'icu' &&
        doublesApostrophes(
          expected.map((unit) => unit.expected.text),
          (side.target.document?.units ?? []).map(({ text }) => text),
        );
      const file = compareFile(side.pair, side.target, {
        factsOf: (id) => lock.factsOf(id),
        lockIsEmpty: lock.isEmpty,
        lockIsKnown,
        rules: rulesOf(config, side.pair.catalog, locale),
        strict: strictOf(config, side.pair.catalog, locale),
        settling: settled && { locale, settled, isThere },
        message: {
          ...message,
          ...(forms === undefined ? {} : { shownForms: forms }),
          ...(isJava ? { doubledApostrophes: true } : {}),
        },
        expected,
        project,
        optionsOf: (note) => options.of(side.pair.catalog, locale, note),
        fallback: config.fallbacks[locale],
        differs: differs?.(side.pair, side.target),
        known,
        stateOfQuiet:
          remembered?.quietStates(side.target.path, side.pair.source.capabilities) ??
          (() => undefined),
      });
      files.push(completed(file));
      await giveTurn?.();
    }
    const matched = matchLocale(files, {
      locale,
      lockIsKnown,
      orphans: orphansIn(locale, input),
      // An older lock may have a text for a source that has since changed without the text.
      hasSource: (hash) => project.hasSource(hash),
    });
    compared.push(input.archive === undefined ? matched : withArchived(matched, input.archive));
  }
  return compared;
}

/**
 * Adds the archive's human texts for units with the same key and source: these are restored. The
 * plan uses the rest of the archive.
 */
function withArchived(comparison: LocaleComparison, archive: Archive): LocaleComparison {
  const { locale } = comparison;
  if (!archive.isThere) return { ...comparison, files: comparison.files.map(withRetired) };
  const needsTexts = comparison.files.some(({ rows }) => rows.some(isOpen));
  const archived = needsTexts ? archive.textsOf(locale) : undefined;
  const files = comparison.files.map((file) => {
    const held = withHeldBack(file, archive);
    const hasNone = archived === undefined || archived.isEmpty;
    return withRetired(hasNone ? held : withReturned(held, archived));
  });
  return { ...comparison, files, archived };
}

function isOpen({ state: { status } }: Row): boolean {
  return status === 'missing' || status === 'stale';
}

function withReturned(file: FileComparison, archived: ArchivedTexts): FileComparison {
  if (!file.rows.some(isOpen)) return file;
  const { path } = file.pair.source;
  const rows = file.rows.map((row): Row => {
    const arrival = isWaiting(row) ? arrivalOf(row, archived, path) : undefined;
    return arrival === undefined ? row : { ...row, state: { ...row.state, arrival } };
  });
  return { ...file, rows };
}

function isWaiting({ state: { status, place, arrival } }: Row): boolean {
  return status === 'missing' && place === 'own' && arrival === undefined;
}

/** Adds the obsolete texts that the target file itself keeps (gettext's `#~`). */
function withRetired(file: FileComparison): FileComparison {
  const { document } = file.target;
  if (document === undefined || !('retired' in document)) return file;
  const retired = file.rows.some(isWaiting) ? (document.retired ?? []) : [];
  if (retired.length === 0) return file;
  const byId = new Map(retired.map((unit) => [keyId(unit.key), unit]));
  const rows = file.rows.map((row): Row => {
    const found = isWaiting(row) ? byId.get(row.source.keyId) : undefined;
    if (found === undefined) return row;
    // If keys are not texts, the source that the text was made for is unknown.
    const madeFor = [found.source, found.plural && found.key.at(-2)];
    const isSure = found.state !== 'review' && madeFor.includes(row.source.expected.text);
    const arrival = { unit: found, path: undefined, origin: isSure ? ADOPTED : REVIEW };
    return { ...row, state: { ...row.state, arrival } };
  });
  return { ...file, rows };
}

/** The archived text of exactly this key and source. */
function arrivalOf({ source }: Row, archived: ArchivedTexts, path: string): Arrival | undefined {
  const { key } = source.expected;
  const found = archived.atKey(path, key).find((one) => one.source === source.sourceHash);
  if (found === undefined) return undefined;
  const unit = { key, text: found.text, kind: 'text', range: { start: 0, end: 0 } } as const;
  return { unit, path: undefined, origin: found.origin, archived: found };
}

/** If the archive cannot be written, texts that would have to go there stay in the file. */
function withHeldBack(file: FileComparison, archive: Archive): FileComparison {
  const held = file.obsolete.filter(({ unit, facts }) => factsOfPerson(unit, facts).length > 0);
  if (held.length === 0 || archive.isWritable) return file;
  const obsolete = file.obsolete.filter((one) => !held.includes(one));
  return { ...file, obsolete, kept: [...file.kept, ...held] };
}

/**
 * The units that a target should have, with the file's own plural forms if its format allows that.
 */
function expectedOf({ pair, target, sources }: Side, language: string): readonly SourceUnit[] {
  const { pluralLibrary, newFileForms } = pair.source.capabilities;
  if (pluralLibrary === undefined) return sources.expectedIn(language);
  const { document, locale } = target;
  return sources.expectedIn(language, document?.pluralCategories ?? newFileForms?.(locale));
}

/** The texts of a target beside their sources. */
function* textPairs(
  expected: readonly SourceUnit[],
  target: Side['target']['document'],
): Generator<readonly [source: string, target: string]> {
  const texts = new Map(target?.units.map(({ key, text }) => [keyId(key), text]));
  for (const { keyId: id, expected: unit } of expected) {
    const text = texts.get(id);
    if (text !== undefined) yield [unit.text, text];
  }
}

async function sidesByLocale(
  { pairs, config, lock }: CompareInput,
  { remembered, giveTurn }: CompareContext,
): Promise<ReadonlyMap<string, readonly Side[]>> {
  const groups = new Map<string, Side[]>();
  for (const pair of pairs) {
    const sources = new SourceUnits(pair.source, {
      language: languageTag(config.source),
      factsOf: (id) => lock.factsOf(id),
      hasSource: (source) => lock.hasSource(source),
      recall: remembered && ((units) => remembered.unitsOf(pair.source.path, units)),
      isExcluded: keyMatcher(pair.catalog.excludedKeys),
    });
    for (const target of pair.targets) {
      const group = groups.get(target.locale) ?? [];
      groups.set(target.locale, group);
      group.push({ pair, target, sources });
    }
    await giveTurn?.();
  }
  return groups;
}

/** Texts of orphaned files that the lock knows. */
function orphansIn(locale: string, { orphans, lock }: CompareInput): readonly OrphanTexts[] {
  return orphans
    .filter((orphan) => orphan.locale === locale)
    .map(({ path, source, units }) => ({
      path,
      units: units.flatMap((unit) => {
        const id = unitHash(source, unit.key);
        const facts = knownTexts(lock.factsOf(id), locale);
        return facts.length === 0 ? [] : [{ unit, id, facts }];
      }),
    }));
}
