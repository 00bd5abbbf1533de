import {
  adminEndpoints,
  languageEndpoints,
  memoryEndpoints,
  usageEndpoints,
  writeEndpoints,
} from '../api/index.js';
import { limits } from '../facts/index.js';
import { allPages } from './pages.js';
import type { ResourceName } from '../api/index.js';
import { createDocuments } from './documents.js';
import { createGlossaries, createOldGlossaries } from './glossaries.js';
import type { Answer, RequestInput } from './request.js';
import { openSend, type Send } from './transport.js';
import type { ClientOptions, CallOptions } from './options.js';
import { createStyleRules } from './style-rules.js';
import { createText } from './text.js';
import { createVoice } from './voice.js';

/**
 * A client for all areas of the service (docs/interface.md). Every operation takes a signal and a
 * timeout as its last argument, retries what may be retried, and throws only `ServiceError`.
 * @throws ServiceError `bad-request` or `no-key` for options that cannot work
 */
export function createClient(options: ClientOptions) {
  const { send, settings, close } = openSend(options);
  return {
    text: createText(send),
    documents: createDocuments(send, settings.clock),
    glossaries: createGlossaries(send),
    oldGlossaries: createOldGlossaries(send),
    styleRules: createStyleRules(send),
    languages: createLanguages(send),
    write: createWrite(send),
    voice: createVoice(send, settings.clock),
    admin: createAdmin(send),
    /** Usage (docs/interface.md 4.8). */
    usage: {
      /** Consumption in the current period, and the limits. @throws ServiceError */
      get: (call?: CallOptions): Promise<Usage> => send(usageEndpoints.getUsage, {}, call),
    },
    memories: createMemories(send),
    /**
     * Closes all connections and aborts requests in flight. A dispatcher passed in by the caller
     * stays open.
     */
    close,
  };
}

export type Client = ReturnType<typeof createClient>;

export type Usage = Answer<typeof usageEndpoints.getUsage>;

type Body = NonNullable<RequestInput<typeof writeEndpoints.rephrase>['body']>;

/** Parameters of docs/interface.md 4.6 in camelCase, without the text. */
export type RephraseOptions = Omit<Body, 'text'>;
export type Improvements = Answer<typeof writeEndpoints.rephrase>;

/** Text improvement (docs/interface.md 4.6). */
function createWrite(send: Send) {
  return {
    /**
     * Improves texts within their language; `improvements` has one entry per text.
     * @throws ServiceError
     */
    rephrase(
      text: string | readonly string[],
      options: RephraseOptions = {},
      call?: CallOptions,
    ): Promise<Improvements> {
      const count = typeof text === 'string' ? 1 : text.length;
      const check = ({ improvements }: Improvements): string | undefined =>
        improvements.length === count
          ? undefined
          : `${improvements.length} 'improvements' for ${count} texts`;
      return send(writeEndpoints.rephrase, { body: { ...options, text }, check }, call);
    },
  };
}

export type Languages = Answer<typeof languageEndpoints.listLanguages>;
export type Language = Languages[number];
export type Resources = Answer<typeof languageEndpoints.listResources>;
export type OldLanguages = Answer<typeof languageEndpoints.listOldLanguages>;

export interface LanguageQuery {
  readonly include?: readonly ('beta' | 'external')[];
}

/** Language discovery (docs/interface.md 4.5). */
export function createLanguages(send: Send) {
  return {
    /** Languages of a resource with their features. @throws ServiceError */
    list(
      resource: ResourceName,
      query: LanguageQuery = {},
      call?: CallOptions,
    ): Promise<Languages> {
      return send(
        languageEndpoints.listLanguages,
        { query: { resource, include: query.include } },
        call,
      );
    },
    /** All resources, and the support that their features need. @throws ServiceError */
    resources: (call?: CallOptions): Promise<Resources> =>
      send(languageEndpoints.listResources, {}, call),
    /** The older list, which the service has deprecated. @throws ServiceError */
    old(type: 'source' | 'target' = 'source', call?: CallOptions): Promise<OldLanguages> {
      return send(languageEndpoints.listOldLanguages, { query: { type } }, call);
    },
  };
}

/** A feature of a resource, for one or both sides of a language pair. */
export interface FeatureQuestion {
  readonly resource: ResourceName;
  readonly feature: string;
  readonly source?: Language | undefined;
  readonly target?: Language | undefined;
}

/**
 * Whether a feature is usable for a pair: the features of the languages include every support that
 * the resource requires (docs/interface.md 2.6).
 */
export function isFeatureUsable(resources: Resources, question: FeatureQuestion): boolean {
  const { resource, feature, source, target } = question;
  const needs = resources
    .find(({ name }) => name === resource)
    ?.features.find(({ name }) => name === feature);
  if (needs === undefined) return false;
  const has = (language: Language | undefined): boolean =>
    language !== undefined && Object.hasOwn(language.features, feature);
  return (!needs.needsSourceSupport || has(source)) && (!needs.needsTargetSupport || has(target));
}

export type DeveloperKey = Answer<typeof adminEndpoints.createDeveloperKey>;
export type UsageReport = Answer<typeof adminEndpoints.getAnalytics>['usageReport'];
export type KeyLimits = Omit<
  NonNullable<RequestInput<typeof adminEndpoints.setDeveloperKeyLimits>['body']>,
  'keyId'
>;

/** Dates as `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SS`, at most 366 days apart. */
export interface AnalyticsQuery {
  readonly startDate: string;
  readonly endDate: string;
  readonly groupBy?: 'key' | 'key_and_day' | undefined;
}

/** Developer keys and analytics; needs an admin key (docs/interface.md 4.7). */
function createAdmin(send: Send) {
  return {
    /** Only this answer contains the new key's secret, in `key`. @throws ServiceError */
    createKey(label?: string, call?: CallOptions): Promise<DeveloperKey> {
      return send(adminEndpoints.createDeveloperKey, { body: { label } }, call);
    },
    /** Active and deactivated keys. @throws ServiceError */
    listKeys: (call?: CallOptions): Promise<readonly DeveloperKey[]> =>
      send(adminEndpoints.listDeveloperKeys, {}, call),
    /** Permanent: a deactivated key never works again. @throws ServiceError */
    deactivateKey(keyId: string, call?: CallOptions): Promise<DeveloperKey> {
      return send(adminEndpoints.deactivateDeveloperKey, { body: { keyId } }, call);
    },
    /** @throws ServiceError */
    renameKey(keyId: string, label: string, call?: CallOptions): Promise<DeveloperKey> {
      return send(adminEndpoints.renameDeveloperKey, { body: { keyId, label } }, call);
    },
    /** `null` removes a limit, 0 blocks all use. @throws ServiceError */
    setLimits(keyId: string, limits: KeyLimits, call?: CallOptions): Promise<DeveloperKey> {
      return send(adminEndpoints.setDeveloperKeyLimits, { body: { ...limits, keyId } }, call);
    },
    /** @throws ServiceError */
    async analytics(query: AnalyticsQuery, call?: CallOptions): Promise<UsageReport> {
      return (await send(adminEndpoints.getAnalytics, { query }, call)).usageReport;
    },
  };
}

export type TranslationMemoryPage = Answer<typeof memoryEndpoints.listTranslationMemories>;
export type TranslationMemory = TranslationMemoryPage['translationMemories'][number];
export type MemoryQuery = NonNullable<
  RequestInput<typeof memoryEndpoints.listTranslationMemories>['query']
>;

/** Translation memories (docs/interface.md 4.9). */
function createMemories(send: Send) {
  const list = (query: MemoryQuery = {}, call?: CallOptions): Promise<TranslationMemoryPage> =>
    send(memoryEndpoints.listTranslationMemories, { query }, call);

  return {
    /** One page. @throws ServiceError */
    list,
    /** All memories of the account, page by page. @throws ServiceError */
    all(call?: CallOptions): AsyncGenerator<TranslationMemory, void> {
      const pageSize = limits.memories.pageSizeMax;
      return allPages({
        pageSize,
        fetch: async (page) => (await list({ page, pageSize }, call)).translationMemories,
        idOf: ({ translationMemoryId }) => translationMemoryId,
        operation: memoryEndpoints.listTranslationMemories.name,
      });
    },
  };
}
