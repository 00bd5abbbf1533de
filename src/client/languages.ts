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

/** Language discovery (docs/interface.md 4.5). */
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
    /** All resources, and the support that their features need. @throws ServiceError */
    resources: (call?: CallOptions): Promise<Resources> => send(endpoints.listResources, {}, call),
    /** The older list, which the service has deprecated. @throws ServiceError */
    old(type: 'source' | 'target' = 'source', call?: CallOptions): Promise<OldLanguages> {
      return send(endpoints.listOldLanguages, { query: { type } }, call);
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
