import { languageEndpoints as endpoints } from '../api/languages.js';
import type { ResourceName } from '../api/languages.js';
import type { CallOptions } from './options.js';
import type { Answer } from './request.js';
import type { Send } from './transport.js';

export type Languages = Answer<typeof endpoints.listLanguages>;
export type Language = Languages[number];
export type Resources = Answer<typeof endpoints.listResources>;
export type OldLanguages = Answer<typeof endpoints.listOldLanguages>;

export interface LanguageQuery {
  readonly include?: readonly ('beta' | 'external')[];
}

/** Language discovery (interface.md 4.5). */
export function createLanguages(send: Send) {
  return {
    /** Languages of a resource with their features. @throws ServiceError */
    list(
      resource: ResourceName,
      query: LanguageQuery = {},
      call?: CallOptions,
    ): Promise<Languages> {
      return send(endpoints.listLanguages, { query: { resource, include: query.include } }, call);
    },
    /** Resources and the support that their features need. @throws ServiceError */
    resources: (call?: CallOptions): Promise<Resources> => send(endpoints.listResources, {}, call),
    /** The older list; deprecated by the service. @throws ServiceError */
    old(type: 'source' | 'target' = 'source', call?: CallOptions): Promise<OldLanguages> {
      return send(endpoints.listOldLanguages, { query: { type } }, call);
    },
  };
}

/** A feature of a resource, asked about for one or both sides of a pair. */
export interface FeatureQuestion {
  readonly resource: ResourceName;
  readonly feature: string;
  readonly source?: Language | undefined;
  readonly target?: Language | undefined;
}

/**
 * Whether a feature is usable for a pair: every support that the resource asks for is there in the
 * matching language's features (interface.md 2.6).
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
