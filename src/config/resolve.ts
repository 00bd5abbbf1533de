import { ENCODINGS, quoted, defined } from '../model/index.js';
import type { RuleLevels, RuleName } from '../model/index.js';
import { dirname } from 'node:path';
import {
  checkLanguageKeys,
  checkLocale,
  checkTargetOptions,
  checkTargets,
  checkFallbacks,
  checkLocaleNames,
} from './check-locales.js';
import type { LocaleContext } from './check-locales.js';
import { catalogPatterns, checkCodeGlobs, checkGlobs } from './check-patterns.js';
import type { ConfigDocument } from './document.js';
import { didYouMean } from './nearest.js';
import { mergeOptions, optionLayers, serviceRules } from './options.js';
import { resolveProtection } from './protected.js';
import type { ConfigPath, PathIssue } from './errors.js';
import { resolveDocuments, resolveRecordings } from './resolve-jobs.js';
import type { Messages, ResolvedCatalog, ResolvedConfig, ResolvedTypes } from './resolved.js';
import type {
  CatalogInput,
  ConfigInput,
  RulesInput,
  ImproveInput,
  ProposeInput,
} from './schema.js';
import { DEFAULT_RULES } from './schema.js';
import { serviceSettings, storeSettings } from './service-settings.js';
import { writeLanguage } from '../facts/index.js';

export interface Resolution {
  readonly config: ResolvedConfig;
  /** Empty if the config can be used. */
  readonly issues: readonly PathIssue[];
}

/**
 * Fills in every default and checks what a schema cannot express. `file`: absolute path of the
 * config.
 */
export function resolveConfig(
  input: ConfigInput,
  file: string,
  document: ConfigDocument,
): Resolution {
  const issues: PathIssue[] = [];
  const report = (issue: PathIssue): void => {
    // An option shared by all catalogs is reported once.
    const same = (other: PathIssue) =>
      other.message === issue.message && other.path.join() === issue.path.join();
    if (!issues.some(same)) issues.push(issue);
  };
  const context = { source: input.source, languages: nullPrototype(input.languages ?? {}) };
  checkLocale(input.source, ['source'], context.languages).forEach(report);
  checkTargets(input.targets ?? [], ['targets'], context).forEach(report);
  const service = serviceSettings(input.service, report);
  const { documents, recordings } = input;
  if (input.catalogs === undefined && documents === undefined && recordings === undefined) {
    report({ code: 'missing-key', path: ['catalogs'], part: 'key', message: NO_CATALOGS });
  }
  const catalogs = (input.catalogs ?? []).flatMap((catalog, index) => {
    const line = document.locate(['catalogs', index], 'value')?.line;
    const resolved = resolveCatalog(catalog, index, { input, context, report });
    if (resolved === undefined) return [];
    return [line === undefined ? resolved : { ...resolved, line }];
  });
  const jobs = resolveJobs(input, { context, report, document });
  const entries = [...catalogs, ...(jobs.documents ?? []), ...(jobs.recordings ?? [])];
  const targets = [...(input.targets ?? []), ...entries.flatMap((entry) => entry.targets)];
  const allTargets = [...new Set(targets)];
  checkLanguageKeys(context.languages, [input.source, ...allTargets]).forEach(report);
  checkFallbacks(input.fallbacks, allTargets, input.source).forEach(report);
  const optionsPath = ['translate', 'targets'];
  checkTargetOptions(input.translate?.targets, optionsPath, allTargets).forEach(report);
  checkTargetOptions(input.rules?.targets, ['rules', 'targets'], allTargets).forEach(report);
  checkImprove(input.improve, context).forEach(report);
  checkPropose(input.propose, allTargets).forEach(report);
  if (input.extract !== undefined) checkCodeGlobs(input.extract, ['extract'], report);
  const rules = ruleLevels(input.source, { ...input.rules, targets: undefined });
  const config: ResolvedConfig = {
    root: dirname(file),
    file,
    service,
    source: input.source,
    targets: allTargets,
    languages: context.languages,
    fallbacks: nullPrototype(input.fallbacks ?? {}),
    locks: input.locks ?? 'one',
    catalogs,
    ...(input.translate === undefined ? {} : { translate: input.translate }),
    ...(input.improve === undefined ? {} : { improve: input.improve }),
    ...jobs,
    ...(input.propose === undefined ? {} : { propose: input.propose }),
    ...(input.store === undefined ? {} : { store: storeSettings(input.store, report) }),
    limits: {
      characters: input.limits?.characters,
      concurrency: input.limits?.concurrency ?? 'auto',
    },
    rules,
    ...(input.rules === undefined ? {} : { strict: strictRules('', input.rules) }),
    custom: resolveProtection(defined(input), report),
    extract: input.extract,
    ...(input.types === undefined ? {} : { types: resolveTypes(input.types) }),
  };
  return { config, issues };
}

/** Values of `improve:` that the service would refuse (docs/interface.md 4.6 and 7). */
function checkImprove(
  improve: ImproveInput | undefined,
  { source, languages }: LocaleContext,
): readonly PathIssue[] {
  const { style, tone } = improve ?? {};
  const refuse = (name: 'style' | 'tone', message: string): readonly PathIssue[] => [
    { code: 'service-rule', path: ['improve', name], part: 'value', message },
  ];
  if (style !== undefined && tone !== undefined) {
    return refuse('tone', 'the service accepts "style" or "tone", not both');
  }
  const name = style === undefined ? 'tone' : 'style';
  const value = style ?? tone;
  const language = writeLanguage(source, languages);
  if (!needsSupport(value) || language?.hasStyles === true) return [];
  const message = `the service does not support ${name} for source ${quoted(source)}; use "prefer_${value}", which falls back to the default`;
  return refuse(name, message);
}

/** Whether a value needs a language that supports it. `prefer_` values fall back to the default. */
function needsSupport(value: string | undefined): value is string {
  return value !== undefined && value !== 'default' && !value.startsWith('prefer_');
}

/** Characters and parts of names that git does not allow in a branch (`git check-ref-format`). */
const REFUSED = /[\s~^:?*[\\\u0000-\u001f\u007f]|\.\.|@\{|\/\/|^[-/.]|\/\.|[/.]$|\.lock(\/|$)|^@$/;

/** Values of `propose:` that no host would accept. */
export function checkPropose(
  propose: ProposeInput | undefined,
  targets: readonly string[],
): readonly PathIssue[] {
  const { branch, base, reviewers = {} } = propose ?? {};
  const branches = Object.entries({ branch, base }).flatMap(
    ([name, value]): readonly PathIssue[] =>
      value === undefined || !REFUSED.test(value)
        ? []
        : [issue(['propose', name], 'value', `${quoted(value)} is not a valid branch name`)],
  );
  const same: readonly PathIssue[] =
    branch !== undefined && branch === base
      ? [issue(['propose', 'branch'], 'value', 'texts must be proposed on a separate branch')]
      : [];
  const unknown = Object.keys(reviewers).flatMap((locale): readonly PathIssue[] => {
    if (locale === '*' || targets.includes(locale)) return [];
    const message = `${quoted(locale)} is not one of the targets${didYouMean(locale, targets)}`;
    return [issue(['propose', 'reviewers', locale], 'key', message)];
  });
  return [...branches, ...same, ...unknown];
}

function issue(path: readonly string[], part: 'key' | 'value', message: string): PathIssue {
  return { code: part === 'key' ? 'unknown-key' : 'invalid-value', path: [...path], part, message };
}

const NO_CATALOGS = '"catalogs" is missing';

interface JobsIn {
  readonly context: LocaleContext;
  readonly report: (issue: PathIssue) => void;
  readonly document: ConfigDocument;
}

/** Empty if the config has neither documents nor recordings. */
function resolveJobs(
  { targets, translate, documents, recordings }: ConfigInput,
  { document, ...rest }: JobsIn,
): Pick<ResolvedConfig, 'documents' | 'recordings'> {
  const lineOf = (path: ConfigPath): number | undefined => document.locate(path, 'value')?.line;
  const job = { ...rest, targets, translate, lineOf };
  const docs = documents?.flatMap(
    (entry, at) => resolveDocuments(entry, ['documents', at], job) ?? [],
  );
  const voice = recordings?.flatMap(
    (entry, at) => resolveRecordings(entry, ['recordings', at], job) ?? [],
  );
  return {
    ...(docs === undefined ? {} : { documents: docs }),
    ...(voice === undefined ? {} : { recordings: voice }),
  };
}

function resolveTypes({
  out,
  library = 'auto',
  namespaces,
}: NonNullable<ConfigInput['types']>): ResolvedTypes {
  return {
    library,
    ...(out === undefined ? {} : { out }),
    ...(namespaces === undefined ? {} : { namespaces }),
  };
}

interface CatalogContext {
  readonly input: ConfigInput;
  readonly context: LocaleContext;
  readonly report: (issue: PathIssue) => void;
}

function resolveCatalog(
  catalog: CatalogInput,
  index: number,
  { input, context, report }: CatalogContext,
): ResolvedCatalog | undefined {
  const path = ['catalogs', index];
  const patterns = catalogPatterns(catalog, path, report);
  checkGlobs(catalog.exclude ?? [], [...path, 'exclude'], report);
  const targets = catalog.targets ?? input.targets ?? [];
  if (targets.length === 0) {
    const what = input.targets === undefined ? 'is missing' : 'must not be empty';
    const message = `"targets" ${what}: the locales to translate into, such as [de, fr]`;
    report({ code: 'missing-key', path: ['targets'], part: 'key', message });
  }
  if (catalog.targets !== undefined) {
    checkTargets(targets, [...path, 'targets'], context).forEach(report);
  }
  const known = [input.source, ...targets];
  checkLocaleNames(catalog.locales, [...path, 'locales'], known).forEach(report);
  const ownOptions = [...path, 'translate', 'targets'];
  checkTargetOptions(catalog.translate?.targets, ownOptions, targets).forEach(report);
  const translate = nullPrototype(
    Object.fromEntries(
      targets.map((target) => {
        const own = { path, translate: catalog.translate };
        const layers = optionLayers(target, input.translate, own);
        serviceRules(target, layers, context.languages).forEach(report);
        return [target, mergeOptions(layers)];
      }),
    ),
  );
  const ownRules = [...path, 'rules', 'targets'];
  checkTargetOptions(catalog.rules?.targets, ownRules, targets).forEach(report);
  if (patterns === undefined) return undefined;
  return {
    ...patterns,
    exclude: catalog.exclude ?? [],
    targets,
    messages: messagesOf(catalog.messages),
    ...(catalog.encoding === undefined ? {} : { encoding: ENCODINGS[catalog.encoding] }),
    ...(catalog.format === undefined ? {} : { format: catalog.format }),
    ...(catalog.locales === undefined ? {} : { locales: nullPrototype(catalog.locales) }),
    excludedKeys: catalog.keys?.exclude ?? [],
    ...(catalog.keys?.include === undefined ? {} : { includedKeys: catalog.keys.include }),
    ...(catalog.remove === false ? { remove: false } : {}),
    ...(catalog.fuzzy === true ? { fuzzy: true } : {}),
    empty: catalog.empty ?? 'auto',
    reuseExcluded: reuseExcluded(catalog.reuse),
    translate,
    ...rulesByTarget(targets, input.rules, catalog.rules),
  };
}

function messagesOf(messages: CatalogInput['messages'] = 'auto'): Messages {
  return typeof messages === 'string' ? messages : Object.entries(messages);
}

/** `false` excludes all keys. */
function reuseExcluded(reuse: CatalogInput['reuse'] = true): readonly string[] {
  if (typeof reuse === 'object') return reuse.exclude ?? [];
  return reuse ? [] : ['*'];
}

/** Empty if all texts have the levels of the top level. */
function rulesByTarget(
  targets: readonly string[],
  general: RulesInput | undefined,
  catalog: RulesInput | undefined,
): Pick<ResolvedCatalog, 'rules' | 'strict'> {
  if (!hasLayers(general, catalog)) return {};
  const rules = targets.map((target) => [target, ruleLevels(target, general, catalog)] as const);
  const strict = targets.map((target) => [target, strictRules(target, general, catalog)] as const);
  return {
    rules: nullPrototype(Object.fromEntries(rules)),
    strict: nullPrototype(Object.fromEntries(strict)),
  };
}

/**
 * Rule levels of one target of one catalog. The most specific setting of a rule wins: target of the
 * catalog, target, catalog, top level, default.
 */
function ruleLevels(
  target: string,
  general: RulesInput = {},
  catalog: RulesInput = {},
): RuleLevels {
  const { targets: ofTargets, ...own } = general;
  const { targets: ofCatalogTargets, ...ofCatalog } = catalog;
  return {
    ...DEFAULT_RULES,
    ...defined(own),
    ...defined(ofCatalog),
    ...defined(ownOf(ofTargets, target)),
    ...defined(ownOf(ofCatalogTargets, target)),
  };
}

type Levels = Omit<RulesInput, 'targets'>;

/** A target's own levels: a locale such as `constructor` must not find inherited properties. */
function ownOf(targets: RulesInput['targets'], target: string): Levels {
  return targets !== undefined && Object.hasOwn(targets, target) ? (targets[target] ?? {}) : {};
}

/** Rules whose level the config sets for a target of a catalog, as opposed to defaults. */
function strictRules(
  target: string,
  general: RulesInput = {},
  catalog: RulesInput = {},
): readonly RuleName[] {
  const { targets: ofTargets, ...own } = general;
  const { targets: ofCatalogTargets, ...ofCatalog } = catalog;
  const layers = [own, ofCatalog, ownOf(ofTargets, target), ownOf(ofCatalogTargets, target)];
  return [...new Set(layers.flatMap((layer) => Object.keys(defined(layer)) as RuleName[]))];
}

/** Whether some setting does not apply to all texts. */
function hasLayers(general: RulesInput = {}, catalog: RulesInput = {}): boolean {
  return general.targets !== undefined || Object.keys(catalog).length > 0;
}

/** A record without inherited properties: a locale such as `constructor` must not find any. */
function nullPrototype<T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null) as Record<string, T>, record);
}
