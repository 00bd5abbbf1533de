import { baseLanguage, canonicalCode } from '../../facts/index.js';
import type { ServiceContext } from '../context.js';
import { badRequest } from '../errors.js';
import type { AreaRoutes } from '../http/routes.js';
import type { MemoryInput } from '../options.js';

function bigrams(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let index = 0; index < text.length - 1; index += 1) {
    const pair = text.slice(index, index + 2);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return counts;
}

/** Percentage of letter pairs that two texts share; 100 only for equal texts. */
function similarity(a: string, b: string): number {
  if (a === b) return 100;
  const left = bigrams(a);
  let shared = 0;
  for (const [pair, count] of bigrams(b)) shared += Math.min(count, left.get(pair) ?? 0);
  const total = Math.max(1, a.length + b.length - 2);
  return Math.min(99, (200 * shared) / total);
}

/**
 * Returns a function that finds a similar text's translation in a memory, for texts in the memory's
 * source language (a base language).
 * @throws ServiceError 400 for an unknown memory, or one without the target
 */
export function openMemory(
  memories: readonly MemoryInput[],
  id: string,
  target: string,
  threshold: number,
): (text: string, source: string) => string | undefined {
  const memory = memories.find((each) => each.id.toLowerCase() === id.toLowerCase());
  if (memory === undefined) throw badRequest(`'translation_memory_id' '${id}' not found`);
  const segments = memory.segments.filter(
    (segment) => baseLanguage(segment.target) === baseLanguage(target),
  );
  if (segments.length === 0) {
    throw badRequest(`'translation_memory_id' has no translations for 'target_lang' '${target}'`);
  }
  return (text, source) => {
    if (baseLanguage(memory.source) !== source) return undefined;
    let best: string | undefined;
    let bestMatch = 0;
    for (const { from, to } of segments) {
      const match = similarity(from, text);
      if (match >= threshold && match > bestMatch) [best, bestMatch] = [to, match];
    }
    return best;
  };
}

/** docs/interface.md 4.9 */
export function memoryRoutes({ memories: all }: ServiceContext): AreaRoutes {
  return {
    handlers: {
      listTranslationMemories: ({ query: { page, page_size } }) => ({
        translation_memories: all
          .slice(page * page_size, (page + 1) * page_size)
          .map(({ id, name, source, segments }) => ({
            translation_memory_id: id,
            name,
            source_language: baseLanguage(source),
            target_languages: [...new Set(segments.map(({ target }) => canonicalCode(target)))],
            segment_count: segments.length,
          })),
        total_count: all.length,
      }),
    },
  };
}
