import { baseLanguage } from '../../api/index.js';
import type { AreaRoutes } from '../http/call.js';
import { targetsOf, type Memories } from '../memories/memories.js';

/** interface.md 4.9 */
export function memoryRoutes({ all }: Memories): AreaRoutes {
  return {
    handlers: {
      listTranslationMemories: ({ query: { page, page_size } }) => ({
        translation_memories: all.slice(page * page_size, (page + 1) * page_size).map((memory) => ({
          translation_memory_id: memory.id,
          name: memory.name,
          source_language: baseLanguage(memory.source),
          target_languages: targetsOf(memory),
          segment_count: memory.segments.length,
        })),
        total_count: all.length,
      }),
    },
  };
}
