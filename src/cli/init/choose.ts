import { findSource, findTarget } from '../../api/language-codes.js';
import {
  languageTag,
  parseLocale,
  serviceLanguage,
  serviceSourceLanguage,
} from '../../config/languages.js';
import type { Found } from './layout.js';

/** A catalog as it will stand in the config. */
export interface ChosenCatalog {
  readonly found: Found | undefined;
  readonly files?: string;
  readonly source?: string;
  readonly target?: string;
  readonly messages?: string;
  /** Targets of this catalog, in its own spelling, where they are not the general ones. */
  readonly targets?: readonly string[];
}

export interface Choice {
  readonly source: string;
  readonly targets: readonly string[];
  readonly catalogs: readonly ChosenCatalog[];
  /** Source and targets that the service does not have, as far as is known here. */
  readonly unknown: readonly string[];
  /** What was left out or may not work, and why. */
  readonly notes: readonly string[];
}

/** The source locale of most strings. */
export function guessProjectSource(found: readonly Found[]): string | undefined {
  const votes = new Map<string, number>();
  for (const { sourceLocale, locales } of found) {
    const strings = (locales[sourceLocale] ?? locales[''])?.strings ?? 0;
    votes.set(sourceLocale, (votes.get(sourceLocale) ?? 0) + strings + 1);
  }
  return [...votes].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** False for a layout that names the source among its files, and has none of it. */
function hasSource({ files, locales }: Found, source: string): boolean {
  return files === undefined || Object.hasOwn(locales, source);
}

/** Locales that the files have besides the source, and what is left out of them. */
export function guessTargets(
  found: readonly Found[],
  source: string,
): Pick<Choice, 'targets' | 'notes'> {
  const targets = new Map<string, string>();
  const variants: string[] = [];
  const unknown: string[] = [];
  // What becomes no catalog has no say in what is translated.
  const used = found.filter((one) => hasSource(one, source));
  for (const locale of new Set(
    (used.length > 0 ? used : found).flatMap(({ locales }) => Object.keys(locales)),
  )) {
    if (locale === '' || identity(locale) === identity(source)) continue;
    if (targets.has(identity(locale))) continue;
    if (parseLocale(locale)?.language === parseLocale(source)?.language) variants.push(locale);
    else if (findTarget(serviceLanguage(locale)) === undefined) unknown.push(locale);
    else targets.set(identity(locale), locale);
  }
  const notes = [
    ...note(
      variants,
      `a variant of the source ${source}: translating between them changes nothing`,
    ),
    ...note(
      unknown,
      'not known to the service; map it under "languages" if it is called otherwise',
    ),
  ];
  return { targets: [...targets.values()].sort(), notes };
}

/** Of what was asked for, and is taken as it stands. */
export function unknownLocales(source: string, targets: readonly string[]): string[] {
  return [
    ...(findSource(serviceSourceLanguage(source)) === undefined ? [source] : []),
    ...targets.filter((target) => findTarget(serviceLanguage(target)) === undefined),
  ];
}

/** What a catalog has under two names: translated twice, it would be paid twice. */
function twinNotes({ files, target, locales }: Found, chosen: readonly string[]): string[] {
  const twins = Object.keys(locales).flatMap((locale) => {
    if (locale === '' || chosen.includes(locale)) return [];
    const twin = chosen.find((other) => identity(other) === identity(locale));
    return twin === undefined ? [] : [`${locale} (the same language as ${twin})`];
  });
  return twins.length === 0
    ? []
    : [`Left out of ${files ?? target ?? ''}: ${twins.join(', ')}; a language is translated once.`];
}

function note(locales: readonly string[], reason: string): string[] {
  return locales.length === 0 ? [] : [`Left out as target: ${locales.join(', ')} (${reason}).`];
}

/** What all catalogs are chosen by. */
export interface Locales {
  readonly source: string;
  readonly targets: readonly string[];
  /** Whether every catalog gets every target, or those that its files have. */
  readonly targetsFor: 'every-catalog' | 'where-found';
  /** Whether catalogs without files of the source are kept: what is named is not left out. */
  readonly keep: 'all' | 'with-source';
}

/** The catalogs of a source locale; each spells the targets as its files do. */
export function chooseCatalogs(
  found: readonly Found[],
  locales: Locales,
): Pick<Choice, 'catalogs' | 'notes'> {
  const { source, targets } = locales;
  const notes: string[] = [];
  const catalogs = found.flatMap((one): ChosenCatalog[] => {
    const { files, messages } = one;
    if (locales.keep === 'with-source' && !hasSource(one, source)) {
      notes.push(`Left out: ${files ?? ''}, which has no files of the source ${source}.`);
      return [];
    }
    const own = ownTargets(one, found, locales);
    const spelled = own.map((target) => spelling(one, target));
    if (locales.targetsFor === 'where-found') notes.push(...twinNotes(one, [source, ...spelled]));
    const same = spelled.join() === targets.join();
    if (!same) notes.push(`Targets of ${files ?? one.target ?? ''}: ${spelled.join(', ')}.`);
    return [
      {
        found: Object.keys(one.locales).length > 0 ? one : undefined,
        ...(files === undefined
          ? { source: one.source ?? '', target: one.target ?? '' }
          : { files }),
        ...(messages === undefined ? {} : { messages }),
        ...(same ? {} : { targets: spelled }),
      },
    ];
  });
  return { catalogs, notes };
}

/**
 * Targets that the catalog's files have, and those that are new everywhere. A catalog that has
 * none yet gets all of them.
 */
function ownTargets(
  one: Found,
  found: readonly Found[],
  { targets, targetsFor }: Locales,
): readonly string[] {
  const isHere = (target: string): boolean => hasLocale(one, target);
  if (targetsFor === 'every-catalog' || !targets.some(isHere)) return targets;
  return targets.filter(
    (target) => isHere(target) || !found.some((other) => hasLocale(other, target)),
  );
}

function hasLocale({ locales }: Found, target: string): boolean {
  return Object.keys(locales).some((locale) => identity(locale) === identity(target));
}

function spelling({ locales }: Found, target: string): string {
  if (Object.hasOwn(locales, target)) return target;
  return Object.keys(locales).find((locale) => identity(locale) === identity(target)) ?? target;
}

function identity(locale: string): string {
  return languageTag(locale).toLowerCase();
}

/** `de, fr` → two locales. */
export function splitLocales(text: string): string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '');
}
