import type { ResolvedConfig } from './config/index.js';
import type { Leaving } from './engine/index.js';
import type { Extraction, ExtractOptions } from './code/index.js';
import { explain, LocaleSyncError } from './model/index.js';
import type { Problem, Words } from './model/index.js';

/**
 * `extract` with `prune`: removes unused keys from the source catalogs and from their targets; human
 * texts go to the archive. Sends nothing.
 * @param words wording of errors
 */
export async function prune(
  config: ResolvedConfig,
  options: ExtractOptions,
  words: Words,
): Promise<Extraction> {
  const { extract, lookForKeys } = await import('./code/index.js');
  const { removed: unused } = await lookForKeys(config, options);
  if (unused.length === 0) return extract(config, options);
  const { createEngine } = await import('./engine/index.js');
  const engine = createEngine(config, {
    explain: (error) => explain(error, words),
    openTranslator: () => Promise.reject(new TypeError('removing asks no service')),
  });
  const problems: Problem[] = [];
  /** Undefined if no target has such keys, or the file belongs to no catalog. */
  const ofFile = async <T>(file: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LocaleSyncError)) throw error;
      if (error.code !== 'no-match') problems.push(problemOf(file, error.message));
      return undefined;
    }
  };
  // A lock may be missing: then only the sources show, as they still are, whose texts these are.
  const found: { readonly file: string; readonly leaving: Leaving }[] = [];
  for (const file of new Set(unused.map((one) => one.file))) {
    const keys = unused.filter((one) => one.file === file).map(({ key }) => key);
    const leaving = await ofFile(file, () => engine.leaving({ files: [file], keys }));
    if (leaving !== undefined) found.push({ file, leaving });
  }

  const extraction = await extract(config, options);
  for (const { file, leaving } of found) {
    const report = await ofFile(file, () => engine.sync({ files: [file] }, { leaving }));
    if (report && report.error !== null) problems.push(problemOf(file, report.error.message));
  }
  return { ...extraction, problems: [...extraction.problems, ...problems] };
}

function problemOf(file: string, reason: string): Problem {
  const message = `The translations of the removed keys remain: ${reason}`;
  return { code: 'write-failed', severity: 'warning', file, message };
}
