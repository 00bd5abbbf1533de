import { decodeText } from '../formats/decode.js';
import { loadCodec } from '../formats/load.js';
import { FormatError } from '../model/index.js';
import type { Problem, Unit } from '../model/index.js';
import { unitHash } from '../state/index.js';
import type { Facts } from '../state/index.js';
import type { ObsoleteUnit } from './diff.js';
import type { Inputs } from './inputs.js';
import { knownTexts } from './judge.js';
import type { ScanOrphan } from './scan.js';

/** A target file whose source is gone, with what the lock knows of its units. */
export interface Orphan {
  readonly path: string;
  readonly locale: string;
  /** Under the source that is gone. */
  readonly units: readonly ObsoleteUnit[];
}

/** Reads what was left behind by renamed and deleted source files. It is reported and never touched. */
export async function readOrphans(
  found: readonly ScanOrphan[],
  facts: Facts,
  inputs: Inputs,
): Promise<{ readonly orphans: readonly Orphan[]; readonly problems: readonly Problem[] }> {
  const orphans: Orphan[] = [];
  for (const { path, source, locale, unusable } of found) {
    const read = unusable === undefined ? await unitsOf(path, locale, inputs) : [];
    const units = read.flatMap((unit): ObsoleteUnit[] => {
      const id = unitHash(source, unit.key);
      const known = knownTexts(facts.get(id), locale);
      return known.length === 0 ? [] : [{ id, unit, facts: known }];
    });
    orphans.push({ path, locale, units });
  }
  return { orphans, problems: found.map(orphanProblem) };
}

async function unitsOf(path: string, locale: string, inputs: Inputs): Promise<readonly Unit[]> {
  const codec = await loadCodec(path);
  try {
    const bytes = inputs.read(path);
    if (codec === undefined || bytes === undefined) return [];
    return codec.parse(decodeText(bytes, path), { role: 'target', locale, file: path }).units;
  } catch (error) {
    // Nothing depends on a file that nobody uses.
    if (error instanceof FormatError || (error instanceof Error && 'syscall' in error)) return [];
    throw error;
  }
}

function orphanProblem({ path: file, source, locale, unusable }: ScanOrphan): Problem {
  const rest =
    unusable === undefined
      ? 'Texts that moved elsewhere were taken along; delete the file if it is not needed.'
      : `The file ${unusable} and was not read; delete it if it is not needed.`;
  const message = `Its source ${source} is not there. ${rest}`;
  return { code: 'orphan-file', severity: 'warning', file, locale, message };
}
