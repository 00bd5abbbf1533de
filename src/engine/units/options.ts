import {
  EMBEDDED,
  realService,
  rehearsalOf,
  languageTag,
  serviceLanguage,
  serviceSourceLanguage,
} from '../../facts/index.js';
import type { ResolvedCatalog, ResolvedConfig } from '../../config/index.js';
import type { RequestOptions, TranslateOptions } from '../../model/index.js';
import { originOf } from '../../lock/index.js';
import { withoutDirectives } from './ignored-rules.js';
import type { ResourceFiles } from '../load/index.js';
import type { HeldTerms, Terms } from '../terms/index.js';
import { TermTable } from '../../text/index.js';
import { hasNames, namesKey, withoutFiles } from './request-names.js';
import type { ResolvedNames } from './request-names.js';

/** Value of `context` in the config. */
const AUTO_CONTEXT = 'auto';

/** Terms of a glossary file for one target. */
export interface FileTerms {
  /** Changes with every change of the file. */
  readonly version: string;
  readonly held: HeldTerms;
  readonly table?: TermTable;
  /** Whether all texts of the locale have this glossary: a person who left a term out knew it. */
  readonly isOnly?: boolean;
}

/** What affects answers besides the request itself. */
export interface AnswerContext {
  /** Identifies the service if its answers differ from others' (the embedded one). */
  readonly service?: string | undefined;
  /** For a real service: the `service` of its rehearsals, and whether it is on this machine. */
  readonly rehearsal?: { readonly service: string; readonly isHere: boolean } | undefined;
  /** For a glossary that is a file. */
  readonly terms?: FileTerms | undefined;
  /** For a style that is a file: changes with its rules for the target. */
  readonly style?: string | undefined;
}

/** The options that units are translated with, shared by all units with equal options. */
export class UnitOptions {
  readonly request: RequestOptions;
  /** Everything that affects the answer, including ids and versions; part of the memory key. */
  readonly fingerprint: string;
  /** False if it depends on versions that only the service knows and has not returned yet. */
  readonly isResolved: boolean;
  readonly #terms: FileTerms | undefined;
  /** `fingerprint` of a text without terms of a glossary file. */
  readonly #plain: string;
  /** The same of a rehearsal, which resolves no names; undefined: the service is not a real one. */
  readonly #rehearsed: string | undefined;
  readonly #isHere: boolean;
  #origin: string | undefined;
  #manner: string | undefined;

  constructor(
    request: RequestOptions,
    names: string | undefined,
    { service, terms, style, rehearsal }: AnswerContext = {},
  ) {
    this.request = request;
    const plainOf = (...by: readonly (string | undefined)[]): string => {
      const parts = [answerKey(withoutFiles(request)), ...by.filter((one) => one !== undefined)];
      return JSON.stringify(style === undefined ? parts : [...parts, { style }]);
    };
    this.#plain = plainOf(names ?? '', service);
    this.#rehearsed = rehearsal && plainOf('', rehearsal.service);
    this.#isHere = rehearsal?.isHere === true;
    this.fingerprint = terms === undefined ? this.#plain : `${this.#plain} ${terms.version}`;
    this.#terms = terms;
    this.isResolved = names !== undefined;
  }

  /** Origin recorded in the lock for a text without terms of a glossary file. */
  get origin(): string {
    return (this.#origin ??= originOf(this.#plain));
  }

  /**
   * Origin recorded in the lock for a source text. Only the terms in the text count, so a changed
   * term makes no other text drifted.
   */
  originOf(source: string): string {
    const held = this.#terms?.held.versionIn(source) ?? '';
    return held === '' ? this.origin : originOf(`${this.#plain} ${held}`);
  }

  /** The terms of a glossary file. */
  get terms(): TermTable | undefined {
    return this.#terms?.table;
  }

  /** The same, in a repository of several glossaries: what its texts are checked for. */
  get expectedTerms(): TermTable | undefined {
    return this.#terms?.isOnly === true ? undefined : this.#terms?.table;
  }

  /**
   * What a translation of a source text has to follow: address, style, instructions, and the
   * glossary, of which a file counts only by its terms in the text. A person's translation is right
   * where this is the same.
   */
  mannerOf(source: string): string {
    const { formality = 'default', glossary, style, instructions = [] } = this.request;
    this.#manner ??= JSON.stringify([
      formality.replace('prefer_', ''),
      style,
      instructions,
      this.#terms === undefined ? glossary : undefined,
    ]);
    const held = this.#terms?.held.versionIn(source) ?? '';
    return held === '' ? this.#manner : `${this.#manner} ${held}`;
  }

  /**
   * Whether a text that looks like a pseudo-translation of a source text was made in a rehearsal.
   * Of a service on another machine, any text that it has not made itself is; one on this machine
   * may be our own under a real address, so there the lock decides.
   */
  isRehearsed(source: string, origin: string | undefined): boolean {
    if (this.#rehearsed === undefined || origin === this.originOf(source)) return false;
    if (!this.#isHere) return true;
    const held = this.#terms?.held.versionIn(source) ?? '';
    return origin === originOf(held === '' ? this.#rehearsed : `${this.#rehearsed} ${held}`);
  }
}

const NO_FILES: ResourceFiles = { glossaries: new Map(), styles: new Map() };

/** The options of every unit of a run, each created once. */
export class OptionsTable {
  readonly #config: ResolvedConfig;
  readonly #names: ResolvedNames;
  readonly #files: ResourceFiles;
  readonly #known = new Map<ResolvedCatalog, Map<string, UnitOptions>>();
  readonly #rehearsal: AnswerContext['rehearsal'];
  /** By the terms of a dictionary. */
  readonly #tables = new Map<Terms, TermTable>();

  constructor(
    config: ResolvedConfig,
    names: ResolvedNames = () => undefined,
    files: ResourceFiles = NO_FILES,
  ) {
    this.#config = config;
    this.#names = names;
    this.#files = files;
    const { service } = config;
    const where = realService(service.url);
    const rehearsed = rehearsalOf({ ...service, url: EMBEDDED });
    this.#rehearsal =
      where === undefined || rehearsed === undefined
        ? undefined
        : { service: rehearsed, isHere: where === 'here' };
  }

  of(catalog: ResolvedCatalog, locale: string, note: string | undefined): UnitOptions {
    let table = this.#known.get(catalog);
    if (table === undefined) this.#known.set(catalog, (table = new Map<string, UnitOptions>()));
    const said = note === undefined ? undefined : withoutDirectives(note);
    const id = said === undefined ? locale : `${locale}\n${said}`;
    let options = table.get(id);
    if (options === undefined) table.set(id, (options = this.#make(catalog, locale, said)));
    return options;
  }

  #make(catalog: ResolvedCatalog, locale: string, note: string | undefined): UnitOptions {
    const translate: TranslateOptions = catalog.translate[locale] ?? {};
    const { context: stated, ...rest } = translate;
    const isAuto = stated === AUTO_CONTEXT;
    const parts = [isAuto ? undefined : stated, note];
    const context = parts.filter((part) => part !== undefined && part !== '');
    const asked: RequestOptions = {
      ...rest,
      source: serviceSourceLanguage(this.#config.source, this.#config.languages),
      target: serviceLanguage(locale, this.#config.languages),
      ...(context.length > 0 ? { context: context.join('\n') } : {}),
      ...(isAuto ? { autoContext: true } : {}),
    };
    const terms = this.#termsOf(asked, locale);
    const style = this.#styleOf(asked);
    const request = withoutUnused(asked, { terms, style });
    const names = hasNames(request) ? this.#names(namesKey(request)) : '';
    // A rehearsed text must not pass for a real translation later.
    const service = rehearsalOf(this.#config.service);
    return new UnitOptions(request, names, { service, terms, style, rehearsal: this.#rehearsal });
  }

  #termsOf({ glossary, target }: RequestOptions, locale: string): FileTerms | undefined {
    const file = glossary === undefined ? undefined : this.#files.glossaries.get(glossary);
    const dictionary = file?.dictionaryOf(target);
    if (file === undefined || dictionary === undefined) return undefined;
    const { terms } = dictionary;
    const isOnly = this.#config.catalogs.every(
      ({ targets, translate }) =>
        !targets.includes(locale) || translate[locale]?.glossary === glossary,
    );
    const table = this.#tables.get(terms) ?? new TermTable(terms);
    this.#tables.set(terms, table);
    return { version: file.version, held: file.heldIn(dictionary), table, isOnly };
  }

  #styleOf({ style, target }: RequestOptions): string | undefined {
    const file = style === undefined ? undefined : this.#files.styles.get(style);
    return file?.versionOf(target);
  }
}

/** Removes a glossary or style without content for the target, which the service would refuse. */
function withoutUnused(request: RequestOptions, { terms, style }: AnswerContext): RequestOptions {
  const own = withoutFiles(request);
  return {
    ...own,
    ...(terms !== undefined && { glossary: request.glossary }),
    ...(style !== undefined && { style: request.style }),
  };
}

/**
 * With `auto`, the texts around a text are not part of the key: otherwise every new key would
 * change the key of its neighbours.
 */
function contextKey({ context = '', autoContext }: RequestOptions): string {
  return autoContext === true ? `${AUTO_CONTEXT}\n${context}` : context;
}

function answerKey(request: RequestOptions): readonly unknown[] {
  return [
    request.source,
    request.target,
    request.model ?? null,
    request.formality ?? 'default',
    contextKey(request),
    request.glossary ?? null,
    request.style ?? null,
    request.memory ?? null,
    request.memory_threshold ?? null,
    request.instructions ?? [],
  ];
}

/** BCP 47 tags of source and target, for message rules. */
export interface LanguagePair {
  readonly source: string;
  readonly target: string;
}

/** The pair of each target locale, created once: a run needs it for every file. */
export function languagePairs(config: ResolvedConfig): (locale: string) => LanguagePair {
  const source = languageTag(config.source);
  const pairs = new Map<string, LanguagePair>();
  return (locale) => {
    let pair = pairs.get(locale);
    if (pair === undefined) pairs.set(locale, (pair = { source, target: languageTag(locale) }));
    return pair;
  };
}
