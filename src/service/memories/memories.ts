import { baseLanguage, canonicalCode } from '../../api/index.js';
import { badRequest } from '../errors.js';

/** A translation memory given at start-up; the interface can only list them (interface.md 2.12). */
export interface MemoryInput {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  readonly source: string;
  readonly segments: readonly {
    readonly target: string;
    readonly from: string;
    readonly to: string;
  }[];
}

export interface Memories {
  readonly all: readonly MemoryInput[];
  /**
   * Returns a function that finds a similar text's translation in a memory.
   * @throws ServiceError 400 for an unknown memory, or one without the target
   */
  lookup(id: string, target: string, threshold: number): (text: string) => string | undefined;
}

function bigrams(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let index = 0; index < text.length - 1; index += 1) {
    const pair = text.slice(index, index + 2);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return counts;
}

/** Percentage of letter pairs that two texts share; 100 only for equal texts. */
export function similarity(a: string, b: string): number {
  if (a === b) return 100;
  const left = bigrams(a);
  let shared = 0;
  for (const [pair, count] of bigrams(b)) shared += Math.min(count, left.get(pair) ?? 0);
  const total = Math.max(1, a.length + b.length - 2);
  return Math.min(99, (200 * shared) / total);
}

export function targetsOf({ segments }: MemoryInput): string[] {
  return [...new Set(segments.map(({ target }) => canonicalCode(target)))];
}

export function createMemories(all: readonly MemoryInput[]): Memories {
  return {
    all,
    lookup: (id, target, threshold) => {
      const memory = all.find((each) => each.id.toLowerCase() === id.toLowerCase());
      if (memory === undefined) throw badRequest(`'translation_memory_id' '${id}' not found`);
      const segments = memory.segments.filter(
        (segment) => baseLanguage(segment.target) === baseLanguage(target),
      );
      if (segments.length === 0) {
        throw badRequest(
          `'translation_memory_id' has no translations for 'target_lang' '${target}'`,
        );
      }
      return (text) => {
        let best: string | undefined;
        let bestMatch = 0;
        for (const { from, to } of segments) {
          const match = similarity(from, text);
          if (match >= threshold && match > bestMatch) [best, bestMatch] = [to, match];
        }
        return best;
      };
    },
  };
}
