import type { RequestOptions, TranslateOptions } from '../model/index.js';
import type { Loaded } from './load/index.js';
import { decide, languageOf } from './plan/index.js';
import type { Choice } from './plan/index.js';
import type { RememberedFiles } from './records/index.js';
import { hasNames } from './units/request-names.js';
import type { ComparedUnit, LocaleComparison } from './units/types.js';

/** What was loaded and compared. */
export interface Compared extends Choice {
  readonly loaded: Loaded;
  readonly locales: readonly LocaleComparison[];
  /** What an earlier run remembered; undefined: everything was looked at. */
  readonly remembered: RememberedFiles | undefined;
  /** `identityOf` the config and what names stand for. */
  readonly identity: string;
}

export function needsText(unit: ComparedUnit, choice: Choice): boolean {
  const { accepts, retranslates, isMeant, proposes } = choice;
  const context = { accepts, retranslates, isMeant, proposes, doubtsPeople: false };
  const decided = decide(unit, context)?.do;
  return decided === 'translate' || decided === 'propose';
}

/** True when some text may have to come from the service. */
export function needsService(compared: Compared): boolean {
  // Which texts drifted may only be known once the service has said what names stand for.
  if (compared.loaded.selection.retranslate !== undefined) return true;
  return compared.locales.some((locale) => isAskedFor(locale, compared));
}

/** Service languages that something may be asked for in. */
export function languagesToAsk(compared: Compared): readonly string[] {
  const open = compared.locales.filter((locale) => isAskedFor(locale, compared));
  return [...new Set(open.map(languageOf))];
}

/** Target files that a run may have to write. */
export function filesToWrite({ locales }: Compared): readonly string[] {
  return locales
    .flatMap(({ files }) => files)
    .filter(({ units }) => units.some(({ state }) => state.status !== 'current'))
    .map(({ target }) => target.path);
}

function isAskedFor({ files }: LocaleComparison, choice: Compared): boolean {
  const { accepts, retranslates, isMeant, proposes } = choice;
  const context = { accepts, retranslates, isMeant, proposes, doubtsPeople: false };
  return files.some(({ units }) =>
    units.some((unit) => {
      const decided = decide(unit, context)?.do;
      return decided === 'translate' || decided === 'renew' || decided === 'propose';
    }),
  );
}

/** Requests with a glossary, be it of the service or a file. */
export function glossaryRequests({ loaded, locales }: Compared): readonly RequestOptions[] {
  const { catalogs } = loaded.config;
  const hasGlossary = ({ glossary }: TranslateOptions): boolean => glossary !== undefined;
  if (!catalogs.some(({ translate }) => Object.values(translate).some(hasGlossary))) return [];
  return locales
    .flatMap(({ files }) => files.flatMap(({ units }) => units.slice(0, 1)))
    .map(({ options }) => options.request)
    .filter(hasGlossary);
}

/** Requests whose names (glossary, style, memory) the service has to resolve. */
export function namedRequests({ loaded, locales }: Compared): readonly RequestOptions[] {
  const { catalogs } = loaded.config;
  if (!catalogs.some(({ translate }) => Object.values(translate).some(hasNames))) return [];
  return locales
    .flatMap(({ files }) => files.flatMap(({ units }) => units.slice(0, 1)))
    .map(({ options }) => options.request)
    .filter(hasNames);
}
