import type { ResolvedConfig } from './config/index.js';
import type { ExtractedKey } from './extract/index.js';
import { explain, LocaleSyncError } from './model/index.js';
import type { Problem, Words } from './model/index.js';

/**
 * Removes keys that were removed from source catalogs from their targets too; human texts go to the
 * archive. Sends nothing.
 * @param words wording of errors
 * @returns what could not be done; the next `sync` tries again
 */
export async function dropTranslations(
  config: ResolvedConfig,
  removed: readonly ExtractedKey[],
  words: Words,
): Promise<readonly Problem[]> {
  if (removed.length === 0) return [];
  const { createEngine } = await import('./engine/index.js');
  const engine = createEngine(config, {
    explain: (error) => explain(error, words),
    openTranslator: () => Promise.reject(new TypeError('removing asks no service')),
  });
  const problems: Problem[] = [];
  for (const file of new Set(removed.map((one) => one.file))) {
    const keys = removed.filter((one) => one.file === file).map(({ key }) => key);
    try {
      const report = await engine.sync({ files: [file], keys });
      if (report.error !== null) problems.push(problemOf(file, report.error.message));
    } catch (error) {
      if (!(error instanceof LocaleSyncError)) throw error;
      // No target has them, or the file belongs to no catalog.
      if (error.code !== 'no-match') problems.push(problemOf(file, error.message));
    }
  }
  return problems;
}

function problemOf(file: string, reason: string): Problem {
  const message = `The translations of the removed keys remain until the next sync: ${reason}`;
  return { code: 'write-failed', severity: 'warning', file, message };
}
