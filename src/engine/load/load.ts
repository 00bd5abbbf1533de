import { suggestion, isOneEditAway } from '../../config/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import {
  formatKey,
  RULE_NAMES,
  keyId,
  locate,
  foldName,
  nameFlaw,
  twins,
} from '../../model/index.js';
import type {
  EngineEvent,
  Problem,
  Selection,
  Key,
  Document,
  GiveTurn,
  Recall,
} from '../../model/index.js';
import {
  LOCK_FILE,
  isHuman,
  sourceHash,
  targetHash,
  targetIn,
  unitHash,
} from '../../lock/index.js';
import type { ParsedLock } from '../../lock/index.js';
import type { Stamp } from '../../state/index.js';
import { ArchiveFile } from './archive-file.js';
import { excludeUse, idleExcludes, missingColumns, similarKeys } from './checks.js';
import type { FilePair, ReadTarget, Inputs } from './inputs.js';
import { NO_RESOURCES } from './named-resources.js';
import type { ResourceFiles } from './named-resources.js';
import { loadLock, missingLock } from './lock-file.js';
import type { LoadedLock } from './lock-file.js';
import { orphanProblem, readOrphans } from './scan/orphan-targets.js';
import type { OrphanFile } from './scan/orphan-targets.js';
import { readPairs } from './read-pairs.js';
import type { ParsedFiles } from './read-pairs.js';
import type { ScanPair } from './scan/placement.js';
import type { Scan } from './scan/scan.js';
import { search, PIECE } from './pieces.js';
import type { NextPiece } from './pieces.js';
import { IGNORE, ignoredRules } from '../units/ignored-rules.js';
import { positionOf } from '../units/unit-position.js';
import { rulesOf } from '../units/rule-levels.js';
import { isCode, sourceProblem, withoutLayout } from '../../text/index.js';
import { keyMatcher } from '../units/key-glob.js';
import {
  baseLanguage,
  languageTag,
  serviceLanguage,
  findTarget,
  languageTable,
  parseLocale,
} from '../../facts/index.js';
import { relative } from 'node:path';

/** Everything a run has read, before comparison. */
export interface Loaded extends LoadedLock {
  readonly config: ResolvedConfig;
  readonly selection: Selection;
  /** Human texts of removed keys. */
  readonly archive: ArchiveFile;
  /** Glossary and style files of the config. */
  readonly resources: ResourceFiles;
  /** Stamps of everything that the answer depends on. */
  readonly inputs: Inputs;
  readonly scan: Scan;
  /** Pairs that were read, in scan order. */
  readonly pairs: readonly FilePair[];
  /** Pairs that were not read, because they are settled and their files have not changed. */
  readonly remembered: readonly ScanPair[];
  /** Target files whose source is gone. */
  readonly orphans: readonly OrphanFile[];
  /** Files left out because they are not valid in their format. */
  readonly broken: readonly string[];
  /** Those of them whose format is unknown. */
  readonly foreign: readonly string[];
  /** Pairs left to later pieces. */
  readonly later: readonly ScanPair[];
  /** Problems of files that were read now. Unchanged files are not checked again. */
  readonly problems: readonly Problem[];
  /**
   * Whether every source file of the config was read: no file globs, no shard, no invalid file, and
   * all in one piece.
   */
  readonly isWhole: boolean;
}

export interface LoadContext {
  /** Default: none. */
  readonly resources?: ResourceFiles;
  /** Files as a warm engine last parsed them. */
  readonly parsed: ParsedFiles | undefined;
  /** Whether a file (path relative to the root) still has the bytes that were last remembered. */
  readonly isUnchanged: (path: string) => boolean;
  /** The stamp of a remembered file. A file without one counts as changed. */
  readonly stampOf: (path: string) => Stamp | undefined;
  /**
   * Whether everything about a pair is remembered, is valid with this lock, and nothing is open.
   */
  readonly isSettled: (pair: ScanPair, lock: LoadedLock) => boolean;
  /** Whether open pairs may be processed in pieces. Default: never. */
  readonly mayWait?: ((pairs: SplitPairs, lock: LoadedLock) => boolean) | undefined;
  /** The piece to load after the first one. Default: load the first piece or everything. */
  readonly next?: NextPiece | undefined;
  readonly onEvent: (event: EngineEvent) => void;
  /** Default: not interruptible. */
  readonly giveTurn?: GiveTurn | undefined;
}

/** Context of a run without an earlier one. */
export const NOTHING_REMEMBERED: Omit<LoadContext, 'parsed' | 'onEvent'> = {
  isUnchanged: () => false,
  stampOf: () => undefined,
  isSettled: () => false,
};

/**
 * Finds and reads the config's files and the lock, and finds orphaned targets.
 * @throws ScanError, EngineError 'lock-unusable'
 */
export async function load(
  config: ResolvedConfig,
  selection: Selection,
  context: LoadContext,
): Promise<Loaded> {
  const insists = context.parsed === undefined;
  const { next, resources = NO_RESOURCES, giveTurn } = context;
  const { scan, inputs } = next?.found ?? (await search(config, selection, { insists, giveTurn }));
  await giveTurn?.();
  const stampIfUnchanged = (path: string): Stamp | undefined =>
    context.isUnchanged(path) ? context.stampOf(path) : undefined;
  const lock = next?.lock ?? loadLock(config, inputs);
  const missing = next === undefined ? await missingLock(config.root, lock) : [];
  const isSettled = (pair: ScanPair): boolean => context.isSettled(pair, lock);
  const split = splitSettled(next?.pairs ?? scan.pairs, isSettled, stampIfUnchanged);
  const { settled, open } = split;
  for (const { stamps } of settled) for (const stamp of stamps) inputs.remembered(stamp);
  const remembered = settled.map(({ pair }) => pair);
  const read = await readPairs(open, config, {
    ...context,
    inputs,
    stampIfUnchanged,
    recallOf: recallFrom(lock.lock),
    room: next !== undefined || context.mayWait?.(split, lock) === true ? PIECE : undefined,
  });
  const { later } = read;
  const files = countTargets(read.pairs) + countTargets(remembered);
  context.onEvent({ type: 'read', files });
  const orphans = await readOrphans(next === undefined ? scan.orphans : [], inputs);
  const broken = [...(next?.broken ?? unusableFiles(scan)), ...read.broken];
  const { files: globs, shard } = selection;
  const isNarrowed = globs !== undefined || shard !== undefined;
  const isPiece = next !== undefined || later.length > 0;
  const isWhole = !isNarrowed && broken.length === 0 && !isPiece;
  const isAll = isWhole && remembered.length === 0;
  const checks = [
    () => (next === undefined ? problemsAtFirst(config, scan, resources) : []),
    () => read.problems,
    () => (next === undefined ? scan.orphans.map(orphanProblem) : []),
    () => (isAll ? idleExcludes(config, read.pairs.map(excludeUse)) : []),
    () => similarKeys(read.pairs),
    () => lackingReferences(config.fallbacks, read.pairs),
    () => sourceProblems(config, read.pairs),
    () => unknownIgnores(read.pairs),
    () => foreignTargets(config.languages, read.pairs.flatMap(readTargets)),
    () => missing,
    () => lock.lock.problems.map((problem) => ({ file: LOCK_FILE, ...problem })),
  ];
  const problems: Problem[] = [];
  for (const check of checks) {
    for (const problem of check()) problems.push(problem);
    await giveTurn?.();
  }
  const { pairs, foreign } = read;
  const archive = new ArchiveFile(config.root, (path) => inputs.read(path));
  const found = { scan, inputs, pairs, later, remembered, orphans, broken, foreign, archive };
  // The answer depends on them too.
  const { glossaries, styles } = resources;
  for (const path of [...glossaries.keys(), ...styles.keys()]) inputs.read(path);
  return { config, selection, ...found, ...lock, resources, problems, isWhole };
}

/** Looks up in the lock whether a target's text is human or machine text. */
export function recallFrom(
  lock: Pick<ParsedLock, 'factsOf'>,
): (source: string, locale: string) => Recall {
  return (source, locale) => (key, text, of) => {
    const sources = of === undefined ? [] : [of, withoutLayout(of, false)].map(sourceHash);
    const facts = lock
      .factsOf(unitHash(source, key))
      .filter((fact) => of === undefined || sources.includes(fact.source));
    const known = facts.flatMap((fact) => targetIn(fact, locale) ?? []);
    if (known.length === 0) return undefined;
    const hash = targetHash(text);
    const same = known.filter((one) => one.hash === hash);
    if (same.length === 0) return 'other';
    return same.some(({ origin }) => isHuman(origin)) ? 'person' : 'machine';
  };
}

function readTargets({ source, targets }: FilePair): readonly ReadTarget[] {
  return targets.map((file) => ({ file, capabilities: source.capabilities }));
}

/** Warnings for bilingual targets that declare another language than their locale's. */
export function foreignTargets(
  languages: ResolvedConfig['languages'],
  targets: readonly ReadTarget[],
): readonly Problem[] {
  return targets.flatMap(({ file: { document, locale, path: file }, capabilities }): Problem[] => {
    const attribute = document?.targetLanguageAttribute ?? capabilities.targetLanguageAttribute;
    if (attribute === undefined || document?.targetLanguage === undefined) return [];
    const stated = document.targetLanguage;
    const meant = [languageTag(locale), serviceLanguage(locale, languages)];
    if (meant.some((language) => isSameLanguage(language, languageTag(stated)))) return [];
    const message = `The file says ${attribute}="${stated}", but is configured as the target for "${locale}". If it is the right file, fix its ${attribute}; if "${locale}" means ${stated}, map it under \`languages\`.`;
    return [{ code: 'invalid-file', severity: 'warning', file, ...placeOf(document), message }];
  });
}

/** Norwegian Bokmål is often written as `no`. */
const SYNONYMS = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
]);

function isSameLanguage(a: string, b: string): boolean {
  return canonicalBase(a) === canonicalBase(b);
}

function canonicalBase(tag: string): string {
  const base = baseLanguage(tag);
  try {
    const [canonical = base] = Intl.getCanonicalLocales(base);
    return SYNONYMS.get(canonical) ?? canonical;
  } catch {
    return base;
  }
}

/** Line and column of the attribute. */
function placeOf({ text, targetLanguageAt }: Document): Pick<Problem, 'line' | 'column'> {
  const { line, column } = locate(text, targetLanguageAt ?? 0);
  return { line, column };
}

/**
 * Warnings for targets that lack keys whose text the source repeats by reference (YAML aliases and
 * merge keys). Such a key is not a unit, so it is neither counted nor written.
 */
export function lackingReferences(
  fallbacks: ResolvedConfig['fallbacks'],
  pairs: readonly FilePair[],
): readonly Problem[] {
  return pairs.flatMap(({ source, targets }) => {
    const references = source.document.references;
    if (references === undefined) return [];
    const shown = source.document.units.flatMap(({ key }) =>
      references
        .usesOf(key)
        .flatMap((use) =>
          references.shows(use.key) && isOfEveryLanguage(use.key) ? [use.key] : [],
        ),
    );
    return targets.flatMap(({ document, path: file, locale }): Problem[] => {
      if (document === undefined || fallbacks[locale] !== undefined) return [];
      const own = new Set(document.units.map((unit) => keyId(unit.key)));
      const lacking = shown.filter(
        (key) => !own.has(keyId(key)) && document.references?.shows(key) !== true,
      );
      const [first] = lacking;
      if (first === undefined) return [];
      const more = lacking.length > 1 ? ` and ${lacking.length - 1} more` : '';
      const message = `${formatKey(first)}${more}, which ${source.path} gets from an alias or a merge key, is missing in this file. Add the alias or the merge key by hand.`;
      const { line, column } = locate(document.text, 0);
      const place = { file, line, column, locale, key: formatKey(first) };
      return [{ code: 'missing-reference', severity: 'warning', message, ...place }];
    });
  });
}

/** Whether every language has the key: plural forms other than `other` depend on the language. */
function isOfEveryLanguage(key: Key): boolean {
  return !/^(?:zero|one|two|few|many)$/.test(key.at(-1) ?? '');
}

/** Warnings for broken source texts: their translations are broken too, and no run can fix that. */
export function sourceProblems(
  config: Pick<ResolvedConfig, 'rules'>,
  pairs: readonly FilePair[],
): readonly Problem[] {
  return pairs.flatMap((pair) => {
    const { catalog } = pair;
    const isOn = (locale: string): boolean =>
      rulesOf(config, catalog, locale)['icu-syntax'] !== 'off';
    return catalog.targets.some(isOn) ? problemsOf(pair) : [];
  });
}

function problemsOf({ catalog, source }: FilePair): readonly Problem[] {
  const { document, path, syntax: usual, exceptions } = source;
  const isExcluded = keyMatcher(catalog.excludedKeys);
  const problems: Problem[] = [];
  for (const unit of document.units) {
    const { kind, text, inline, translate, key } = unit;
    if (kind === 'raw' || translate === false) continue;
    const syntax = exceptions.get(unit) ?? usual;
    const found = sourceProblem(text, { syntax, inline });
    if (found === undefined || isExcluded(key) || isCode(key, text, syntax)) continue;
    if (ignoredRules(unit.note)?.rules.has('icu-syntax') === true) continue;
    const place = { file: path, ...positionOf(document, unit), key: formatKey(key) };
    problems.push({ ...found, severity: 'warning', ...place });
  }
  return problems;
}

/** Warnings for notes that ignore rules that do not exist. */
function unknownIgnores(pairs: readonly FilePair[]): readonly Problem[] {
  return pairs.flatMap(({ source: { document, path } }) => {
    // Most files have no such note.
    if (!document.text.includes(IGNORE)) return [];
    return document.units.flatMap((unit): readonly Problem[] => {
      const unknown = ignoredRules(unit.note)?.unknown ?? [];
      return unknown.map((name) => ({
        code: 'option-ignored',
        severity: 'warning',
        message: `The note says ${IGNORE} ${name}, but there is no rule "${name}"${suggestion(name, RULE_NAMES)}`,
        file: path,
        ...positionOf(document, unit),
        key: formatKey(unit.key),
      }));
    });
  });
}

/** Problems of the config and of all files together. */
function problemsAtFirst(
  config: ResolvedConfig,
  scan: Scan,
  { glossaries }: ResourceFiles,
): readonly Problem[] {
  return [
    ...unknownLanguages(config),
    ...missingColumns(config, glossaries),
    ...scan.problems,
    ...unportablePaths(scan),
  ];
}

/**
 * Warnings for targets whose translations may come in another language or script than intended.
 * Targets listed under `languages` are taken as intended.
 */
export function unknownLanguages({
  targets,
  languages,
  root,
  file,
}: Pick<ResolvedConfig, 'targets' | 'languages' | 'root' | 'file'>): readonly Problem[] {
  return targets.flatMap((target): Problem[] => {
    if (Object.hasOwn(languages, target)) return [];
    const isKnown = findTarget(serviceLanguage(target)) !== undefined;
    const message = isKnown ? unknownScript(target) : probableTypo(target);
    if (message === undefined) return [];
    const place = { file: relative(root, file), locale: target };
    return [{ code: 'unknown-language', severity: 'warning', message, ...place }];
  });
}

/** A language of the service that differs by one letter (`frr`, North Frisian, for `fr`). */
function probableTypo(target: string): string | undefined {
  const language = parseLocale(target)?.language;
  const near = language === undefined ? undefined : nearestKnown(language);
  if (near === undefined) return undefined;
  const name = nameOf(target);
  return `The service probably does not support the target "${target}"${name === undefined ? '' : ` (${name})`}; did you mean "${near}" (${nameOf(near) ?? near})? If not, set its code under \`languages\``;
}

/** The service has one code for the language, which is usually written in another script. */
function unknownScript(target: string): string | undefined {
  const { language, script } = parseLocale(target) ?? {};
  const code = serviceLanguage(target);
  if (language === undefined || script === undefined || code.includes('-')) return undefined;
  const usual = new Intl.Locale(language).maximize().script;
  if (usual === undefined || usual === script) return undefined;
  const names = new Intl.DisplayNames(['en'], { type: 'script' });
  return `The service only has ${code} for "${target}", without a script: its translations may be in ${names.of(usual)} instead of ${names.of(script)}. If they are right, map it to ${code} under \`languages\``;
}

/** In a two-letter code one letter is half of it: many real languages are that close. */
function nearestKnown(language: string): string | undefined {
  const known = languageTable.filter(({ lang }) => !lang.includes('-'));
  const isLanguage = nameOf(language) !== undefined;
  const near = known.filter(({ lang }) => {
    const isTooNear = isLanguage && language.length === 2;
    return !isTooNear && isOneEditAway(language, lang);
  });
  // The languages of most projects come first.
  return (near.find(({ kind }) => kind === 'both') ?? near[0])?.lang;
}

function nameOf(locale: string): string | undefined {
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  try {
    return names.of(locale.replaceAll('_', '-'));
  } catch {
    return undefined;
  }
}

/**
 * Warnings for paths that another system cannot have: two that are the same file if letter case or
 * Unicode normalization is ignored, and names that Windows forbids. Pure: the same on every system.
 * @param scan sources, targets (existing or not), and orphaned targets
 */
export function unportablePaths({
  pairs,
  orphans,
}: Pick<Scan, 'pairs' | 'orphans'>): readonly Problem[] {
  const paths = new Set(orphans.map(({ path }) => path));
  for (const { source, targets } of pairs) {
    paths.add(source);
    for (const { path } of targets) paths.add(path);
  }
  return [...collisions([...paths]), ...badNames(paths)];
}

function collisions(paths: readonly string[]): readonly Problem[] {
  return twins(paths, foldName).flatMap((group): Problem[] => {
    const [file = '', ...others] = group;
    const what = isCase(group) ? 'letter case' : 'Unicode normalization';
    const message = `${file} and ${others.join(', ')} are the same file on systems that ignore ${what}, such as macOS and Windows: rename one`;
    return [warning(file, message)];
  });
}

function isCase(paths: readonly string[]): boolean {
  return new Set(paths.map((path) => path.normalize('NFC'))).size > 1;
}

/** One problem per name, however many files are below it. */
function badNames(paths: Iterable<string>): readonly Problem[] {
  const found = new Map<string, Problem>();
  for (const path of paths) {
    const flaw = nameFlaw(path);
    if (flaw === undefined || found.has(flaw.path)) continue;
    const where = flaw.isRefused ? ': the project cannot be checked out there' : '';
    found.set(flaw.path, warning(flaw.path, `${flaw.path} ${flaw.reason}${where}`));
  }
  return [...found.values()];
}

function warning(file: string, message: string): Problem {
  return { code: 'unportable-path', severity: 'warning', file, message };
}

function countTargets(pairs: readonly { readonly targets: readonly unknown[] }[]): number {
  return pairs.reduce((sum, { targets }) => sum + targets.length, 0);
}

function unusableFiles({ problems }: Scan): readonly string[] {
  return problems.flatMap(({ code, file }) =>
    code === 'invalid-file' && file !== undefined ? [file] : [],
  );
}

interface SettledPair {
  readonly pair: ScanPair;
  /** Stamps of its source and targets. */
  readonly stamps: readonly Stamp[];
}

interface SplitPairs {
  /** Pairs that need not be read. */
  readonly settled: readonly SettledPair[];
  readonly open: readonly ScanPair[];
}

/**
 * Separates pairs that need not be read: they are settled, and none of their files has changed.
 * Files of other pairs are not checked.
 */
export function splitSettled(
  pairs: readonly ScanPair[],
  isSettled: (pair: ScanPair) => boolean,
  stampIfUnchanged: (path: string) => Stamp | undefined,
): SplitPairs {
  const settled: SettledPair[] = [];
  const open: ScanPair[] = [];
  for (const pair of pairs) {
    const stamps = isSettled(pair) ? stampsOf(pair, stampIfUnchanged) : undefined;
    if (stamps === undefined) open.push(pair);
    else settled.push({ pair, stamps });
  }
  return { settled, open };
}

/** Undefined if any file has changed. */
function stampsOf(
  { source, targets }: ScanPair,
  stampIfUnchanged: (path: string) => Stamp | undefined,
): readonly Stamp[] | undefined {
  const stamps: Stamp[] = [];
  for (const path of [source, ...targets.map((target) => target.path)]) {
    const stamp = stampIfUnchanged(path);
    if (stamp === undefined) return undefined;
    stamps.push(stamp);
  }
  return stamps;
}
