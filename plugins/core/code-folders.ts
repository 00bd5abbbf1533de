import { resolve } from 'node:path';
import type { ResolvedConfig } from '../../src/index.js';

/** The folders that the code of `extract.code` is in, absolute. */
export async function codeFolders({ root, extract }: ResolvedConfig): Promise<readonly string[]> {
  if (extract === undefined) return [];
  // The config of i18next-parser, which names the code then, is only read for an extraction.
  if (extract.code === undefined) return [root];
  const { default: glob } = await import('fast-glob');
  const bases = glob.generateTasks([...extract.code]).map(({ base }) => resolve(root, base));
  return [...new Set(bases)];
}
