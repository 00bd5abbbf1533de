import { nameInFiles } from '../../config/index.js';
import { decodeText, loadCodec } from '../../formats/index.js';
import { FormatError } from '../../model/index.js';
import type { Problem, Unit } from '../../model/index.js';
import type { Inputs } from './inputs.js';
import type { ScanOrphan } from './scan/orphan-targets.js';

/**
 * A target file without a source: the source was renamed or deleted, or the locale's file has
 * another name. It is never changed.
 */
export interface OrphanFile {
  readonly path: string;
  /** Path that its source would have. */
  readonly source: string;
  readonly locale: string;
  /** Empty if the file cannot be read. */
  readonly units: readonly Unit[];
}

export async function readOrphans(
  found: readonly ScanOrphan[],
  inputs: Inputs,
): Promise<readonly OrphanFile[]> {
  const orphans: OrphanFile[] = [];
  for (const one of found) {
    const { path, source, locale, unusable } = one;
    const units = unusable === undefined ? await unitsOf(one, inputs) : [];
    orphans.push({ path, source, locale, units });
  }
  return orphans;
}

async function unitsOf(
  { catalog, path, locale }: ScanOrphan,
  inputs: Inputs,
): Promise<readonly Unit[]> {
  const codec = await loadCodec(path, catalog.format);
  try {
    const bytes = inputs.read(path);
    if (codec === undefined || bytes === undefined) return [];
    return codec.parse(decodeText(bytes, path, codec.capabilities), {
      role: 'target',
      locale: nameInFiles(catalog, locale),
      file: path,
    }).units;
  } catch (error) {
    // Nothing depends on a file that nobody uses.
    if (error instanceof FormatError || (error instanceof Error && 'syscall' in error)) return [];
    throw error;
  }
}

/** The warning about an orphan. */
export function orphanProblem(orphan: ScanOrphan): Problem {
  const { path: file, source, locale, twin, unusable } = orphan;
  const rest =
    unusable === undefined
      ? 'Texts that moved to other files were reused there. Delete this file if you no longer need it.'
      : `The file ${unusable} and was not read. Delete it if you no longer need it.`;
  const message =
    twin === undefined
      ? `Its source ${source} does not exist. ${rest}`
      : `The texts for ${locale} are in ${twin}; this file, named after another spelling of the locale, is ignored.`;
  return { code: 'orphan-file', severity: 'warning', file, locale, message };
}
