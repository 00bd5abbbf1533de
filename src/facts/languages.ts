import {
  writeStyleTargets,
  writeTargets,
  languageTable,
  styleLanguages,
} from './language-table.js';
import type { LanguageRow } from './language-table.js';

/**
 * Parts of a locale as used in file names: `zh_Hant`, `pt-BR`, `sr@latin`. An encoding
 * (`en_US.UTF-8`) is not part of it.
 */
interface LocaleParts {
  /** Lower case, two or three letters, today's code (`iw` → `he`, `no` → `nb`). */
  readonly language: string;
  /** Title case. */
  readonly script: string | undefined;
  /** Upper case, two letters or three digits. */
  readonly region: string | undefined;
  /** Lower-case variants, in order; a private use part counts as one (`x-formal`). */
  readonly variants: readonly string[];
}

const LOCALE =
  /^(?<language>[a-z]{2,3})(?:[-_](?<script>[a-z]{4}))?(?:[-_](?<region>[a-z]{2}|\d{3}))?(?<variants>(?:[-_](?:[a-z0-9]{5,8}|\d[a-z0-9]{3}))*)(?<private>[-_]x(?:[-_][a-z0-9]{1,8})+)?(?:@(?<modifier>[a-z]{2,8}))?$/i;

const RENAMED: Readonly<Record<string, string>> = {
  iw: 'he',
  in: 'id',
  ji: 'yi',
  jw: 'jv',
  no: 'nb',
};

const MODIFIER_SCRIPTS: Readonly<Record<string, string>> = {
  latin: 'Latn',
  cyrillic: 'Cyrl',
  arabic: 'Arab',
  devanagari: 'Deva',
};

/** Undefined when the name does not look like a locale. */
export function parseLocale(locale: string): LocaleParts | undefined {
  const groups = LOCALE.exec(locale)?.groups;
  const written = groups?.['language']?.toLowerCase();
  if (groups === undefined || written === undefined) return undefined;
  const modifier = groups['modifier']?.toLowerCase();
  const modifierScript = modifier === undefined ? undefined : own(MODIFIER_SCRIPTS, modifier);
  const variants = (groups['variants'] ?? '').toLowerCase().split(/[-_]/).filter(Boolean);
  if (modifier !== undefined && modifierScript === undefined) variants.push(modifier);
  const privateUse = groups['private']?.slice(1).toLowerCase().replaceAll('_', '-');
  return {
    language: own(RENAMED, written) ?? written,
    script: titleCase(groups['script']) ?? modifierScript,
    region: groups['region']?.toUpperCase(),
    variants: privateUse === undefined ? variants : [...variants, privateUse],
  };
}

/**
 * BCP 47 tag of a file-name locale: `pt_BR` → `pt-BR`, `zh_hant` → `zh-Hant`. Names that cannot be
 * parsed come back unchanged.
 */
export function languageTag(locale: string): string {
  const parts = parseLocale(locale);
  if (parts === undefined) return locale;
  const { language, script, region, variants } = parts;
  return [language, script, region, ...variants].filter((part) => part !== undefined).join('-');
}

/**
 * Service code of a target: from `languages`, else the nearest code that the service has
 * (docs/interface.md 4.5): `pt_BR` → `PT-BR`, `zh-CN` → `ZH-HANS`, `es-MX` → `ES-419`,
 * `de-DE` → `DE`.
 */
export function serviceLanguage(
  locale: string,
  languages: Readonly<Record<string, string>> = {},
): string {
  const mapped = own(languages, locale);
  if (mapped !== undefined) return mapped.toUpperCase();
  const parts = parseLocale(locale);
  if (parts === undefined) return locale.toUpperCase().replaceAll('_', '-');
  return (codeOf(parts) ?? parts.language).toUpperCase();
}

/**
 * Service code of a source, which never has a region or a script (docs/interface.md 4.1).
 */
export function serviceSourceLanguage(
  locale: string,
  languages: Readonly<Record<string, string>> = {},
): string {
  return baseLanguage(serviceLanguage(locale, languages)).toUpperCase();
}

function codeOf({ language, script, region }: LocaleParts): string | undefined {
  switch (language) {
    case 'zh':
      return chinese(script, region);
    case 'en':
      if (region === undefined) return undefined;
      return AMERICAN_ENGLISH.has(region) ? 'EN-US' : 'EN-GB';
    case 'pt':
      if (region === undefined) return undefined;
      return region === 'BR' ? 'PT-BR' : 'PT-PT';
    case 'es':
      return region === undefined || EUROPEAN_SPANISH.has(region) ? undefined : 'ES-419';
    case 'de':
      return region === 'CH' ? 'DE-CH' : undefined;
    case 'fil':
      return 'TL';
    case 'fr':
      return region === 'CA' ? 'FR-CA' : undefined;
    default:
      return undefined;
  }
}

const AMERICAN_ENGLISH: ReadonlySet<string> = new Set(['US', 'CA', 'PH', 'PR', 'LR']);
const EUROPEAN_SPANISH: ReadonlySet<string> = new Set(['ES', 'GQ', 'EA', 'IC']);
const TRADITIONAL_CHINESE: ReadonlySet<string> = new Set(['TW', 'HK', 'MO']);

function chinese(script: string | undefined, region: string | undefined): string | undefined {
  if (script === 'Hans' || script === 'Hant') return `ZH-${script}`;
  if (region === undefined) return undefined;
  return TRADITIONAL_CHINESE.has(region) ? 'ZH-HANT' : 'ZH-HANS';
}

function titleCase(script: string | undefined): string | undefined {
  if (script === undefined) return undefined;
  return script.slice(0, 1).toUpperCase() + script.slice(1).toLowerCase();
}

/** `record[key]`, without inherited properties such as `constructor`. */
function own(record: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Languages whose regional forms differ like languages: one is not a variant of another. */
const APART: ReadonlySet<string> = new Set(['pt', 'zh']);

/**
 * The locale that a regional one may contain only differences from: its language without a region,
 * or the source. Undefined if there is none, or if the two are written too differently.
 */
export function baseLocale(
  locale: string,
  { source, targets }: { readonly source: string; readonly targets: readonly string[] },
): string | undefined {
  const parts = parseLocale(locale);
  if (parts?.region === undefined || parts.script !== undefined || parts.variants.length > 0) {
    return undefined;
  }
  const { language } = parts;
  if (APART.has(language)) return undefined;
  const isSame = (other: string): boolean => parseLocale(other)?.language === language;
  const isBare = (other: string): boolean => {
    const { region, script, variants = [] } = parseLocale(other) ?? {};
    return region === undefined && script === undefined && variants.length === 0;
  };
  const others = [source, ...targets].filter((other) => other !== locale && isSame(other));
  return others.find(isBare) ?? others.find((other) => other === source);
}

/** Number of texts in a regional locale, in its base and in the source. */
interface Shares {
  readonly own: number;
  readonly base: number;
  readonly source: number;
}

/** Whether a locale has only part of the texts of a nearly complete base. */
export function looksLikeOverride({ own, base, source }: Shares): boolean {
  return own > 0 && own * 3 < source * 2 && base >= source * 0.9;
}

/** Write's parameters for the texts of a locale. */
interface WriteLanguage {
  /** `target_lang`; undefined: the service detects the variant of each text. */
  readonly target: string | undefined;
  /** Whether styles and tones are supported. */
  readonly hasStyles: boolean;
}

/** Languages that Write supports only as variants. A text without a region keeps its variant. */
const VARIANTS_ONLY: ReadonlySet<string> = new Set(['en', 'pt']);

/** Undefined if Write does not support the language (docs/interface.md 4.6). */
export function writeLanguage(
  source: string,
  languages: Readonly<Record<string, string>>,
): WriteLanguage | undefined {
  const code = canonicalCode(
    Object.hasOwn(languages, source) ? (languages[source] ?? '') : languageTag(source),
  );
  const base = baseLanguage(code);
  const target = [code, base].find((one) => writeTargets.has(one));
  if (target !== undefined) return { target, hasStyles: writeStyleTargets.has(target) };
  return VARIANTS_ONLY.has(base) ? { target: undefined, hasStyles: true } : undefined;
}

const byCode: ReadonlyMap<string, LanguageRow> = new Map(
  languageTable.map((row) => [row.lang.toLowerCase(), row]),
);

/** `pt-br` → `pt-BR`, `ZH-HANS` → `zh-Hans`; unknown codes are cased in the same way. */
export function canonicalCode(code: string): string {
  const [base = '', ...rest] = code.trim().replaceAll('_', '-').split('-');
  const parts = rest.map((part) =>
    part.length === 4
      ? part.charAt(0).toUpperCase() + part.slice(1).toLowerCase()
      : part.toUpperCase(),
  );
  return [base.toLowerCase(), ...parts].join('-');
}

/** `PT-BR` → `pt`. */
export function baseLanguage(code: string): string {
  return canonicalCode(code).split('-')[0] ?? '';
}

/**
 * The source language of a code in any letter case; undefined for a code with a region or script.
 */
export function findSource(code: string): LanguageRow | undefined {
  const row = byCode.get(code.toLowerCase());
  return row?.use === 'target' ? undefined : row;
}

/**
 * The target language of a code in any letter case; bare `EN` and `PT` are accepted
 * (docs/interface.md 4.1).
 */
export function findTarget(code: string): LanguageRow | undefined {
  return byCode.get(code.toLowerCase());
}

/**
 * Whether a target has style rule lists and custom instructions; variants are like their base
 * language.
 */
export function hasStyleRules(code: string): boolean {
  return styleLanguages.has(baseLanguage(code));
}

/**
 * Whether a target has low-latency models; variants are like their base language
 * (docs/interface.md 4.1).
 */
export function hasLowLatency(code: string): boolean {
  return byCode.get(baseLanguage(code))?.kind === 'both';
}
