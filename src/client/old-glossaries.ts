import { oldGlossaryEndpoints as endpoints } from '../api/old-glossaries.js';
import { dictionaryBody, type Dictionary } from './glossaries.js';
import type { CallOptions } from './options.js';
import type { Answer } from './request.js';
import type { Send } from './transport.js';

export type OldGlossary = Answer<typeof endpoints.getOldGlossary>;
export type GlossaryPairs = Answer<typeof endpoints.listGlossaryPairs>['supportedLanguages'];

export interface NewOldGlossary extends Dictionary {
  readonly name: string;
}

/** Glossaries with one language pair, for services that have no others (docs/interface.md 9). */
export function createOldGlossaries(send: Send) {
  const params = (glossaryId: string) => ({ params: { glossary_id: glossaryId } });
  return {
    /** @throws ServiceError */
    create({ name, ...dictionary }: NewOldGlossary, call?: CallOptions): Promise<OldGlossary> {
      return send(
        endpoints.createOldGlossary,
        { body: { name, ...dictionaryBody(dictionary) } },
        call,
      );
    },
    /** All glossaries of one pair, without entries. @throws ServiceError */
    async list(call?: CallOptions): Promise<readonly OldGlossary[]> {
      return (await send(endpoints.listOldGlossaries, {}, call)).glossaries;
    },
    /** @throws ServiceError */
    get: (glossaryId: string, call?: CallOptions): Promise<OldGlossary> =>
      send(endpoints.getOldGlossary, params(glossaryId), call),
    /** Its entries as TSV. @throws ServiceError */
    async entries(glossaryId: string, call?: CallOptions): Promise<string> {
      const file = await send(endpoints.getOldGlossaryEntries, params(glossaryId), call);
      return new TextDecoder().decode(await file.bytes());
    },
    /** @throws ServiceError */
    delete: (glossaryId: string, call?: CallOptions): Promise<void> =>
      send(endpoints.deleteOldGlossary, params(glossaryId), call),
    /** Pairs that a glossary may have. Deprecated by the service. @throws ServiceError */
    async pairs(call?: CallOptions): Promise<GlossaryPairs> {
      return (await send(endpoints.listGlossaryPairs, {}, call)).supportedLanguages;
    },
  };
}
