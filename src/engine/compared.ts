import type { RequestOptions, TranslateOptions } from '../model/index.js';
import type { Loaded } from './load/index.js';
import { decide, languageOf } from './plan/index.js';
import type { Choice } from './plan/index.js';
import type { RememberedFiles } from './ledger/index.js';
import { hasNames } from './units/request-names.js';
import type { Row, LocaleComparison } from './units/row.js';

/** The result of load and compare. */
export interface Compared extends Choice {
  readonly loaded: Loaded;
  readonly locales: readonly LocaleComparison[];
  /** What an earlier run remembered; undefined: everything was compared. */
  readonly remembered: RememberedFiles | undefined;
  /** `identityOf` of the config and its resolved names. */
  readonly identity: string;
}

export function needsText(row: Row, choice: Choice): boolean {
  const decided = decidedFor(row, choice);
  return decided === 'translate' || decided === 'propose';
}

function decidedFor(row: Row, { accepts, retranslates, isMeant, proposes }: Choice) {
  return decide(row, { accepts, retranslates, isMeant, proposes, doubtsPeople: false })?.do;
}

/** Whether any text may have to come from the service. */
export function needsService(compared: Compared): boolean {
  // Which texts have drifted may only be known once the service has resolved the names.
  if (compared.loaded.selection.retranslate !== undefined) return true;
  return compared.locales.some((locale) => isAskedFor(locale, compared));
}

/** Service languages in which something may be requested. */
export function languagesToAsk(compared: Compared): readonly string[] {
  const open = compared.locales.filter((locale) => isAskedFor(locale, compared));
  return [...new Set(open.map(languageOf))];
}

/** Target files that a run may have to write. */
export function filesToWrite({ locales }: Compared): readonly string[] {
  return locales
    .flatMap(({ files }) => files)
    .filter(({ rows }) => rows.some(({ state }) => state.status !== 'current'))
    .map(({ target }) => target.path);
}

function isAskedFor({ files }: LocaleComparison, choice: Compared): boolean {
  return files.some(({ rows }) =>
    rows.some((row) => needsText(row, choice) || decidedFor(row, choice) === 'renew'),
  );
}

/** Requests with a glossary, from the service or from a file. */
export function glossaryRequests(compared: Compared): readonly RequestOptions[] {
  return requestsWith(({ glossary }) => glossary !== undefined, compared);
}

/** Requests whose names (glossary, style, translation memory) the service has to resolve. */
export function namedRequests(compared: Compared): readonly RequestOptions[] {
  return requestsWith(hasNames, compared);
}

function requestsWith(
  has: (options: TranslateOptions) => boolean,
  { loaded, locales }: Compared,
): readonly RequestOptions[] {
  const { catalogs } = loaded.config;
  if (!catalogs.some(({ translate }) => Object.values(translate).some(has))) return [];
  return locales
    .flatMap(({ files }) => files.flatMap(({ rows }) => rows.slice(0, 1)))
    .map(({ options }) => options.request)
    .filter(has);
}
