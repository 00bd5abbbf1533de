import { memoryEndpoints as endpoints } from '../api/index.js';
import { limits } from '../facts/index.js';
import type { CallOptions } from './options.js';
import { allPages } from './pages.js';
import type { Answer, RequestInput } from './request.js';
import type { Send } from './transport.js';

export type TranslationMemoryPage = Answer<typeof endpoints.listTranslationMemories>;
export type TranslationMemory = TranslationMemoryPage['translationMemories'][number];
export type MemoryQuery = NonNullable<
  RequestInput<typeof endpoints.listTranslationMemories>['query']
>;

/** Translation memories (docs/interface.md 4.9). */
export function createMemories(send: Send) {
  const list = (query: MemoryQuery = {}, call?: CallOptions): Promise<TranslationMemoryPage> =>
    send(endpoints.listTranslationMemories, { query }, call);

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
        operation: endpoints.listTranslationMemories.name,
      });
    },
  };
}
