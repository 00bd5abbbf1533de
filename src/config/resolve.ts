import { ENCODINGS, quoted, defined } from '../model/index.js';
import type { RuleLevels, RuleName } from '../model/index.js';
import { dirname, resolve } from 'node:path';
import {
  checkLanguageKeys,
  checkLocale,
  checkTargetOptions,
  checkTargets,
  checkFallbacks,
} from './check-locales.js';
import type { LocaleContext } from './check-locales.js';
import { catalogPatterns, checkCodeGlobs, patternIssue } from './check-patterns.js';
import type { ConfigDocument, ConfigPath, PathIssue } from './errors.js';
import { didYouMean } from './nearest.js';
import { mergeOptions, optionLayers, serviceRules } from './options.js';
import { hasLocale, parsePattern, PatternError } from './pattern.js';
import { resolveProtection } from './protected.js';
import { nullPrototype, placeOf, resolveDocuments, resolveRecordings } from './resolve-jobs.js';
import type { EntryContext } from './resolve-jobs.js';
import type { ResolvedCatalog, ResolvedConfig } from './resolved.js';
import type {
  CatalogInput,
  ConfigInput,
  RulesInput,
  ImproveInput,
  ProposeInput,
} from './schema.js';
import { DEFAULT_RULES, MESSAGE_VALUES } from './schema.js';
import { serviceSettings, storeSettings } from './service-settings.js';
import { writeLanguage } from '../facts/index.js';
import { isMultilingual } from '../formats/index.js';

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
    const message = '"catalogs" is missing';
    report({ code: 'missing-key', path: ['catalogs'], part: 'key', message });
  }
  const lineOf = (path: ConfigPath): number | undefined => document.locate(path, 'value')?.line;
  const entry = { input, context, report, lineOf };
  const catalogs = (input.catalogs ?? []).flatMap(
    (catalog, at) => resolveCatalog(catalog, ['catalogs', at], entry) ?? [],
  );
  const jobs = defined({
    documents: documents?.flatMap(
      (one, at) => resolveDocuments(one, ['documents', at], entry) ?? [],
    ),
    recordings: recordings?.flatMap(
      (one, at) => resolveRecordings(one, ['recordings', at], entry) ?? [],
    ),
  });
  const entries = [...catalogs, ...(jobs.documents ?? []), ...(jobs.recordings ?? [])];
  const targets = [...(input.targets ?? []), ...entries.flatMap((entry) => entry.targets)];
  const allTargets = [...new Set(targets)];
  checkLanguageKeys(context.languages, [input.source, ...allTargets]).forEach(report);
  checkFallbacks(input.fallbacks, allTargets, input.source).forEach(report);
  const optionsPath = ['translate', 'targets'];
  checkTargetOptions(input.translate?.targets, optionsPath, allTargets).forEach(report);
  checkTargetOptions(input.rules?.targets, ['rules', 'targets'], allTargets).forEach(report);
  checkTargetOptions(input.hosts, ['hosts'], allTargets).forEach(report);
  checkImprove(input.improve, context).forEach(report);
  checkPropose(input.propose, allTargets).forEach(report);
  checkMoney(input).forEach(report);
  const extract = input.extract && [input.extract].flat();
  extract?.forEach((part, at) => {
    checkCodeGlobs(part, Array.isArray(input.extract) ? ['extract', at] : ['extract'], report);
  });
  const rules = ruleLevels(input.source, { ...input.rules, targets: undefined });
  const { translate, improve, propose, types } = input;
  const config: ResolvedConfig = {
    root: dirname(file),
    file,
    service,
    source: input.source,
    targets: allTargets,
    languages: context.languages,
    fallbacks: nullPrototype(input.fallbacks ?? {}),
    ...(input.hosts && { hosts: nullPrototype(input.hosts) }),
    locks: input.locks ?? 'one',
    catalogs,
    ...jobs,
    ...defined({ translate, improve, propose }),
    ...(input.store && { store: storeSettings(input.store, report) }),
    limits: {
      characters: input.limits?.characters,
      ...defined({ minutes: input.limits?.minutes, money: input.limits?.money }),
      concurrency: input.limits?.concurrency ?? 'auto',
    },
    ...(input.prices && { prices: input.prices }),
    ...(input.developer_keys && { developerKeys: keyLimits(input.developer_keys) }),
    rules,
    ...(input.rules && { strict: strictRules('', input.rules) }),
    custom: resolveProtection(defined(input), report),
    extract,
    ...(input.check?.code === true ? { checksCode: true } : {}),
    screens: resolve(dirname(file), input.screens ?? '.locale-sync/screens'),
    ...(types && { types: { library: 'auto', ...defined(types) } }),
  };
  return { config, issues };
}

/** What the config declares, as the service takes it: null is no limit. */
function keyLimits(
  declared: NonNullable<ConfigInput['developer_keys']>,
): NonNullable<ResolvedConfig['developerKeys']> {
  const entries = Object.entries(declared).map(([label, { characters, minutes }]) => {
    const limit = (given: number | 'none' | undefined) => (given === 'none' ? null : given);
    return [label, defined({ characters: limit(characters), minutes: limit(minutes) })] as const;
  });
  return nullPrototype(Object.fromEntries(entries));
}

/** A limit in money holds only if everything that is billed has a price. */
function checkMoney({ limits, prices, recordings }: ConfigInput): readonly PathIssue[] {
  if (limits?.money === undefined) return [];
  const missing = (['characters', 'minutes'] as const).filter(
    (name) => prices?.[name] === undefined && (name === 'characters' || recordings !== undefined),
  );
  return missing.map((name) => ({
    code: 'missing-key',
    path: ['limits', 'money'],
    part: 'value',
    message: `"limits.money" needs "prices.${name}", the price of ${name === 'characters' ? 'a million characters' : 'a minute of speech'}`,
  }));
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
  const { branch, base, reviewers = {}, message = '' } = propose ?? {};
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
  const values = [...message.matchAll(/\{(\w+)\}/g)].flatMap(
    ([, name = '']): readonly PathIssue[] => {
      if (MESSAGE_VALUES.some((known) => known === name)) return [];
      const text = `{${name}} is not known; known are ${MESSAGE_VALUES.map((one) => `{${one}}`).join(', ')}`;
      return [issue(['propose', 'message'], 'value', text)];
    },
  );
  return [...branches, ...same, ...unknown, ...values];
}

function issue(path: readonly string[], part: 'key' | 'value', message: string): PathIssue {
  return { code: part === 'key' ? 'unknown-key' : 'invalid-value', path: [...path], part, message };
}

function resolveCatalog(
  catalog: CatalogInput,
  path: ConfigPath,
  entry: EntryContext,
): ResolvedCatalog | undefined {
  const { input, context, report } = entry;
  const patterns = catalogPatterns(catalog, path, report);
  const missing = input.targets === undefined ? 'is missing' : 'must not be empty';
  const place = placeOf(catalog, path, entry, missing);
  const { targets } = place;
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
  const { source, target } = patterns;
  if (/\.mo$/i.test(target)) {
    const error = new PatternError('a .mo file is compiled and never written; name the .po file');
    report(
      patternIssue(error, target, [...path, catalog.files === undefined ? 'target' : 'files']),
    );
  }
  const isShared = source === target && !hasLocale(parsePattern(source));
  if (isShared && !isMultilingual(source, catalog.format) && namesLocale(source, input.source)) {
    const error = new PatternError('{locale} is missing');
    report(patternIssue(error, source, [...path, 'files']));
  }
  const { messages = 'auto', encoding, format, keys, remove, empty = 'auto' } = catalog;
  return {
    ...patterns,
    ...place,
    messages: typeof messages === 'string' ? messages : Object.entries(messages),
    ...(encoding && { encoding: ENCODINGS[encoding] }),
    excludedKeys: keys?.exclude ?? [],
    ...defined({ format, includedKeys: keys?.include }),
    ...(isShared && { isShared: true as const }),
    ...(remove === false ? { remove } : {}),
    ...((catalog.review ?? (catalog.fuzzy === true ? 'auto' : 'off')) === 'auto' && {
      marksMachine: true as const,
    }),
    empty,
    reuseExcluded: reuseExcluded(catalog.reuse),
    translate,
    ...rulesByTarget(targets, input.rules, catalog.rules),
  };
}

/** Whether a path names the source: `locales/en.json` has only its texts. */
function namesLocale(pattern: string, locale: string): boolean {
  const name = locale.toLowerCase().replaceAll('_', '-');
  const parts = pattern.toLowerCase().replaceAll('_', '-').split(/[/.]/);
  return parts.some((part) => part === name || part.endsWith(`-${name}`));
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
  const isGeneral = general?.targets === undefined && Object.keys(catalog ?? {}).length === 0;
  if (isGeneral) return {};
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

/** A target's own levels: a locale such as `constructor` must not find inherited properties. */
function ownOf(targets: RulesInput['targets'], target: string): RulesInput {
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
