import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Small files of a format from the `seeds.ts` beside its laws, so that fuzzing needs no corpora.
 */
export async function seedsOf(format: string): Promise<readonly string[]> {
  const path = join(import.meta.dirname, '..', format, 'seeds.ts');
  if (!existsSync(path)) return [];
  return ((await import(path)) as { seeds: readonly string[] }).seeds;
}
