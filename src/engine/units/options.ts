import { EMBEDDED } from '../../config/service-settings.js';
import { languageTag, serviceLanguage, serviceSourceLanguage } from '../../config/languages.js';
import type { ResolvedCatalog, ResolvedConfig } from '../../config/resolved.js';
import type { RequestOptions, TranslateOptions } from '../../model/index.js';
import { originOf } from '../../state/data.js';
import { withoutDirectives } from './ignored-rules.js';
import { hasNames, namesKey } from './request-names.js';
import type { ResolvedNames } from './request-names.js';

/** `context: auto` in the config. */
const AUTO_CONTEXT = 'auto';

/** What a unit is translated under, shared by all units for which it is the same. */
export class UnitOptions {
  readonly request: RequestOptions;
  /**
   * Everything in it that changes the answer, ids and versions included; part of the memory's key.
   */
  readonly fingerprint: string;
  /** False where it rests on versions that only the service knows, and has not said. */
  readonly isResolved: boolean;
  #origin: string | undefined;

  /** @param service what answers, where that is not the same as any other */
  constructor(request: RequestOptions, names: string | undefined, service?: string) {
    this.request = request;
    const parts = [answerKey(request), names ?? ''];
    this.fingerprint = JSON.stringify(service === undefined ? parts : [...parts, service]);
    this.isResolved = names !== undefined;
  }

  /** `fingerprint` as the lock remembers it. */
  get origin(): string {
    return (this.#origin ??= originOf(this.fingerprint));
  }
}

/** The options of every unit of a run, each made once. */
export class OptionsTable {
  readonly #config: ResolvedConfig;
  readonly #names: ResolvedNames;
  readonly #known = new Map<ResolvedCatalog, Map<string, UnitOptions>>();

  constructor(config: ResolvedConfig, names: ResolvedNames = () => undefined) {
    this.#config = config;
    this.#names = names;
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
    const request: RequestOptions = {
      ...rest,
      source: serviceSourceLanguage(this.#config.source, this.#config.languages),
      target: serviceLanguage(locale, this.#config.languages),
      ...(context.length > 0 ? { context: context.join('\n') } : {}),
      ...(isAuto ? { autoContext: true } : {}),
    };
    const names = hasNames(request) ? this.#names(namesKey(request)) : '';
    // What was only rehearsed may not pass for a translation later.
    const rehearsal = this.#config.service.url === EMBEDDED ? EMBEDDED : undefined;
    return new UnitOptions(request, names, rehearsal);
  }
}

/** What is around a text is no part of the key: a new key would make all others of it new. */
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

/** BCP 47 tags of a catalog's two sides, for message rules. */
export interface LanguagePair {
  readonly source: string;
  readonly target: string;
}

/** The pair of each target locale, made once: a run asks for every file. */
export function languagePairs(config: ResolvedConfig): (locale: string) => LanguagePair {
  const source = languageTag(config.source);
  const pairs = new Map<string, LanguagePair>();
  return (locale) => {
    let pair = pairs.get(locale);
    if (pair === undefined) pairs.set(locale, (pair = { source, target: languageTag(locale) }));
    return pair;
  };
}
