import { hasSource, templateFor } from './layout.js';
import type { FoundCatalog, Template } from './layout.js';
import { identity, isEnglish } from './locale-names.js';
import type { Languages } from './locale-names.js';

/** A catalog for the config. */
export interface ChosenCatalog {
  readonly found: FoundCatalog | undefined;
  readonly files?: string;
  readonly source?: string;
  readonly target?: string;
  readonly messages?: string;
  /** How its paths spell locales. */
  readonly locales?: Readonly<Record<string, string>>;
  /** The catalog's targets in its own spelling, if they differ from the general ones. */
  readonly targets?: readonly string[];
}

export interface Choice {
  readonly source: string;
  readonly targets: readonly string[];
  /** Service codes of locales that are not codes. */
  readonly languages: Languages;
  /** Targets whose files hold only differences from another locale. */
  readonly fallbacks: Readonly<Record<string, string>>;
  readonly catalogs: readonly ChosenCatalog[];
  /** Source and targets that the service's tables here do not have. */
  readonly unknown: readonly string[];
  /** What was left out or may not work, and why. */
  readonly notes: readonly string[];
}

/**
 * Notes about locales that a catalog has under two names: both would be translated and paid for.
 */
function twinNotes({ files, target, locales }: FoundCatalog, chosen: readonly string[]): string[] {
  const twins = Object.keys(locales).flatMap((locale) => {
    if (locale === '' || chosen.includes(locale)) return [];
    const twin = chosen.find((other) => identity(other) === identity(locale));
    return twin === undefined ? [] : [`${locale} (the same language as ${twin})`];
  });
  return twins.length === 0
    ? []
    : [
        `Left out of ${files ?? target ?? ''}: ${twins.join(', ')}; each language is translated only once.`,
      ];
}

/** The locales that all catalogs are chosen by. */
export interface Locales {
  readonly source: string;
  readonly targets: readonly string[];
  /** Whether every catalog gets every target, or only those that its files have. */
  readonly targetsFor: 'every-catalog' | 'where-found';
  /**
   * Whether to keep catalogs without files in the source locale, as for patterns given by a flag.
   */
  readonly keep: 'all' | 'with-source';
}

/** The catalogs that have a source locale, with the targets in the spelling of their files. */
export function chooseCatalogs(
  found: readonly FoundCatalog[],
  locales: Locales,
): Pick<Choice, 'catalogs' | 'notes'> {
  const { source, targets } = locales;
  const notes: string[] = [];
  const catalogs = found.flatMap((one): ChosenCatalog[] => {
    const { files, messages } = one;
    if (locales.keep === 'with-source' && !hasSource(one, source)) {
      const note = `Left out: ${files ?? ''}, which has no files for the source locale ${source}.`;
      notes.push(hasTextKeys(one) ? `${note} ${textKeysNote(one, source)}` : note);
      return [];
    }
    if (locales.targetsFor === 'where-found' && !isEnglish(source) && hasTextKeys(one)) {
      notes.push(`${source} was taken for the source. ${textKeysNote(one, 'en')}`);
    }
    const own = ownTargets(one, found, locales);
    const spelled = own.map((target) => spelling(one, target));
    if (locales.targetsFor === 'where-found') notes.push(...twinNotes(one, [source, ...spelled]));
    const template = templateFor(one, source);
    if (template !== undefined) notes.push(templateNote(one, template, source));
    const same = spelled.join() === targets.join();
    if (!same) notes.push(`Targets for ${files ?? one.target ?? ''}: ${spelled.join(', ')}.`);
    return [
      {
        found: Object.keys(one.locales).length > 0 ? one : undefined,
        ...patternsOf(one, template),
        ...(messages === undefined ? {} : { messages }),
        ...namesOf(one, [source, ...spelled]),
        ...(same ? {} : { targets: spelled }),
      },
    ];
  });
  return { catalogs, notes };
}

function patternsOf(
  { files, source = '', target = '' }: FoundCatalog,
  template: Template | undefined,
): Pick<ChosenCatalog, 'files' | 'source' | 'target'> {
  if (files === undefined) return { source, target };
  return template === undefined ? { files } : { source: template.source, target: files };
}

function hasTextKeys({ locales }: FoundCatalog): boolean {
  return Object.values(locales).some((own) => own.hasTextKeys === true);
}

function textKeysNote({ files = '' }: FoundCatalog, source: string): string {
  const file = files.replaceAll('{locale}', source);
  return `The keys look like texts. If they are the source, write ${file} with each key as its own text, then run locale-sync init --force.`;
}

function templateNote(
  { files = '' }: FoundCatalog,
  { source: path }: Template,
  source: string,
): string {
  return `${files} has no files for the source locale ${source}, so ${path} is used as the source.`;
}

function namesOf(
  { names = {} }: FoundCatalog,
  locales: readonly string[],
): Pick<ChosenCatalog, 'locales'> {
  const own = Object.entries(names).filter(([locale]) => locales.includes(locale));
  return own.length === 0 ? {} : { locales: Object.fromEntries(own) };
}

/**
 * Targets that the catalog's files have, plus those that no catalog has yet. A catalog without
 * targets gets all of them.
 */
function ownTargets(
  one: FoundCatalog,
  found: readonly FoundCatalog[],
  { targets, targetsFor }: Locales,
): readonly string[] {
  const isHere = (target: string): boolean => hasLocale(one, target);
  if (targetsFor === 'every-catalog' || !targets.some(isHere)) return targets;
  return targets.filter(
    (target) => isHere(target) || !found.some((other) => hasLocale(other, target)),
  );
}

function hasLocale({ locales }: FoundCatalog, target: string): boolean {
  return Object.keys(locales).some((locale) => identity(locale) === identity(target));
}

function spelling({ locales }: FoundCatalog, target: string): string {
  if (Object.hasOwn(locales, target)) return target;
  return Object.keys(locales).find((locale) => identity(locale) === identity(target)) ?? target;
}
