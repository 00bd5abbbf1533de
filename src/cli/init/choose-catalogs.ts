import { aboutOf } from '../../formats/index.js';
import { amount, groupBy } from '../../people/index.js';
import type { FoundCatalog, Template } from './layout.js';
import { identity, isVariant, oneOfEach, usualIdentity } from './locale-names.js';
import type { Languages, OneEach } from './locale-names.js';
import { hasSource, isCopied, templateFor } from './source-locale.js';

/** A catalog for the config. */
export interface ChosenCatalog {
  readonly found: FoundCatalog | undefined;
  readonly files?: string;
  readonly source?: string;
  readonly target?: string;
  readonly exclude?: readonly string[];
  readonly messages?: string;
  /** How its paths spell locales. */
  readonly locales?: Readonly<Record<string, string>>;
  /** The catalog's targets in its own spelling, if they differ from the general ones. */
  readonly targets?: readonly string[];
  /** Why it has these targets, or none. */
  readonly why?: string;
}

export interface Choice {
  readonly source: string;
  readonly targets: readonly string[];
  /** Targets that only catalogs of texts copied from libraries have. */
  readonly ofLibraries: readonly string[];
  /** Service codes of locales that are not codes. */
  readonly languages: Languages;
  /** Targets whose files hold only differences from another locale. */
  readonly fallbacks: Readonly<Record<string, string>>;
  readonly catalogs: readonly ChosenCatalog[];
  /** Catalogs with only their source, near which nothing shows their targets. */
  readonly open: readonly ChosenCatalog[];
  /** Source and targets that the service's tables here do not have. */
  readonly unknown: readonly string[];
  /** What was left out or may not work, and why. */
  readonly notes: readonly string[];
}

/** The locales that all catalogs are chosen by. */
export interface Locales {
  readonly source: string;
  readonly targets: readonly string[];
  /** Targets that only catalogs of texts copied from libraries have. */
  readonly ofLibraries: readonly string[];
  /**
   * `every-catalog`: each gets every target. Otherwise each gets those that its files have; one
   * without translations gets those of its neighbours (`where-found`), or if there are none, every
   * target that a person answered (`answered`).
   */
  readonly targetsFor: 'every-catalog' | 'where-found' | 'answered';
  /**
   * Whether to keep catalogs without files in the source locale, as for patterns given by a flag.
   */
  readonly keep: 'all' | 'with-source';
}

/** The catalogs that have a source locale, with the targets in the spelling of their files. */
export function chooseCatalogs(
  found: readonly FoundCatalog[],
  locales: Locales,
): Pick<Choice, 'catalogs' | 'open' | 'notes'> {
  const { source, targets } = locales;
  const notes: string[] = [];
  const left: FoundCatalog[] = [];
  const open: ChosenCatalog[] = [];
  const used = found.filter((one) => hasSource(one, source)).map((one) => spelled(one, locales));
  const catalogs = found.flatMap((one): ChosenCatalog[] => {
    const { files, exclude, messages } = one;
    if (locales.keep === 'with-source' && !hasSource(one, source)) {
      left.push(one);
      return [];
    }
    const names = spelled(one, locales);
    const { targets: general, why } = ownTargets(names, used, locales);
    const template = templateFor(one, source);
    // A file with sources and translations can be both.
    const isBoth = template === undefined || aboutOf(one.format)?.capabilities.bilingual === true;
    const own = general
      .filter((target) => isBoth || identity(target) !== identity(template.locale))
      .map((target) => names.spellings.get(target) ?? target);
    const others = [...names.twins].filter(([name]) => !own.includes(name));
    if (others.length > 0) {
      const twins = others
        .map(([name, twin]) => `${name} (the same language as ${twin})`)
        .join(', ');
      const where = files ?? one.target ?? '';
      notes.push(`Left out of ${where}: ${twins}; each language is translated only once.`);
    }
    if (template !== undefined) notes.push(templateNote(one, template, source));
    const same = own.join() === targets.join();
    const catalog = {
      found: Object.keys(one.locales).length > 0 ? one : undefined,
      ...patternsOf(one, template),
      ...(exclude === undefined ? {} : { exclude }),
      ...(messages === undefined ? {} : { messages }),
      ...namesOf(one, [source, ...own]),
      ...(same ? {} : { targets: own }),
      why,
    };
    if (own.length > 0) return [catalog];
    open.push(catalog);
    return [];
  });
  return { catalogs, open, notes: [...leftNotes(left, source), ...notes] };
}

/** Notes about catalogs without the source, one for those whose keys look like its texts. */
function leftNotes(left: readonly FoundCatalog[], source: string): readonly string[] {
  const keysOf = ({ locales }: FoundCatalog): string =>
    Object.values(locales).some((one) => one.hasTextKeys === true) ? 'texts' : 'names';
  return [...groupBy(left, keysOf)].map(([keys, alike]) => {
    const names = alike.map(({ files = '' }) => files);
    const shown = names.slice(0, 3).join(', ');
    const others = names.length > 3 ? ` and ${amount(names.length - 3, 'more pattern')}` : '';
    const have = names.length > 1 ? 'have' : 'has';
    const note = `Left out: ${shown}${others}, which ${have} no files for the source locale ${source}.`;
    const [first = ''] = names;
    const step = first.includes('{locale}')
      ? `write ${first.replaceAll('{locale}', source)}`
      : `add ${source} to ${first}`;
    return keys === 'texts'
      ? `${note} The keys look like texts. If they are the source, ${step} with each key as its own text, then run locale-sync init --force.`
      : note;
  });
}

function patternsOf(
  { files, source = '', target = '' }: FoundCatalog,
  template: Template | undefined,
): Pick<ChosenCatalog, 'files' | 'source' | 'target'> {
  if (files === undefined) return { source, target };
  return template === undefined ? { files } : { source: template.source, target: files };
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

/** A catalog with the targets that its files have. */
interface Spelled {
  readonly found: FoundCatalog;
  /** Target → its spelling in the catalog. */
  readonly spellings: ReadonlyMap<string, string>;
  /** Second names of a language → the first. */
  readonly twins: OneEach['twins'];
}

function spelled(
  found: FoundCatalog,
  { source, targets, ofLibraries, targetsFor }: Locales,
): Spelled {
  const { kept, twins } = namesIn(found);
  const names = new Map(kept.map((name) => [identity(name), name]));
  // Neither another target's name nor the source's.
  const all = new Set([source, ...targets, ...ofLibraries].map(identity));
  const usual = new Map(
    kept.flatMap((name) => (all.has(identity(name)) ? [] : [[usualIdentity(name), name]])),
  );
  const spellings = [...targets, ...ofLibraries].flatMap((target): [string, string][] => {
    // A name from a flag is meant as it is.
    const isMeant = targetsFor === 'every-catalog' && Object.hasOwn(found.locales, target);
    const same = names.get(identity(target)) ?? usual.get(usualIdentity(target));
    const name = isMeant ? target : same;
    return name === undefined ? [] : [[target, name]];
  });
  return { found, spellings: new Map(spellings), twins };
}

function namesIn({ locales }: FoundCatalog): OneEach {
  const texts = Object.entries(locales).filter(([locale]) => locale !== '');
  return oneOfEach(
    Object.fromEntries(
      texts.map(([name, { strings, translated = strings }]) => [name, translated]),
    ),
  );
}

/** The names of a catalog's locales, one for each language. */
export function localesOf(found: FoundCatalog): readonly string[] {
  return namesIn(found).kept;
}

/** A catalog's targets, in general spelling, and why it has them, or none. */
function ownTargets(
  { found, spellings }: Spelled,
  used: readonly Spelled[],
  { source, targets, ofLibraries, targetsFor }: Locales,
): { readonly targets: readonly string[]; readonly why: string } {
  if (targetsFor === 'every-catalog') return { targets, why: 'given with --targets' };
  const nowhere = targets.filter((target) => !used.some((other) => other.spellings.has(target)));
  if (spellings.size > 0) {
    const all = ofLibraries.length === 0 ? targets : [...targets, ...ofLibraries].sort();
    const own = all.filter((target) => spellings.has(target) || nowhere.includes(target));
    const by = found.declared?.locales;
    return {
      targets: own,
      why: by === undefined ? 'those of its files' : `those of ${by} and of its files`,
    };
  }
  const others = used.filter((other) => other.found !== found);
  const translated = others.filter((other) => !isCopied(other.found, source));
  // What differs from the source by region is found in files that exist.
  const { locales, why } = neighbours(
    found,
    translated,
    targets.filter((target) => !isVariant(target, source)),
  );
  if (locales.length > 0) {
    const own = targets.filter((target) => locales.includes(target) || nowhere.includes(target));
    return { targets: own, why };
  }
  if (targetsFor === 'answered') return { targets, why: 'given as an answer' };
  const areCopies = others.some((other) => isCopied(other.found, source));
  return { targets: nowhere, why: areCopies ? ONLY_COPIES : NO_NEIGHBOUR };
}

const ONLY_COPIES = 'only texts copied from libraries are translated';
const NO_NEIGHBOUR = 'no other catalog shows which locales it needs';

/**
 * The targets that at least half of the nearest translated catalogs have: those that share the most
 * folders with this one.
 */
function neighbours(
  found: FoundCatalog,
  others: readonly Spelled[],
  targets: readonly string[],
): { readonly locales: readonly string[]; readonly why: string } {
  const translated = others.filter(({ spellings }) => spellings.size > 0);
  const shared = translated.map((other) => commonFolders(found, other.found));
  const depth = Math.max(...shared.map(({ length }) => length));
  const nearest = translated.filter((_, at) => shared[at]?.length === depth);
  const locales = targets.filter((target) => {
    const having = nearest.filter(({ spellings }) => spellings.has(target)).length;
    return having > 0 && having * 2 >= nearest.length;
  });
  const folder = shared.find(({ length }) => length === depth)?.join('/') ?? '';
  const many =
    folder === '' ? 'those of most other catalogs' : `those of most catalogs in ${folder}`;
  const [only, second] = nearest.map((one) => one.found.files ?? one.found.target ?? '');
  return { locales, why: second === undefined ? `those of ${only ?? ''}` : many };
}

/** The folders that two catalogs have in common. */
function commonFolders(one: FoundCatalog, other: FoundCatalog): readonly string[] {
  const [own = [], theirs = []] = [one, other].map(({ files, target = '' }) =>
    (files ?? target).split('/').slice(0, -1),
  );
  const end = own.findIndex((name, at) => name !== theirs[at] || /[*{]/.test(name));
  return end === -1 ? own : own.slice(0, end);
}
