import type { ResolvedConfig } from '../../config/index.js';
import { explain, LocaleSyncError } from '../../model/index.js';
import type { Report } from '../../model/index.js';
import { WORDS } from '../hints.js';

/** Updates the declarations named in the config. Adds errors to the report. */
export async function withTypes(config: ResolvedConfig, report: Report): Promise<Report> {
  if (config.types?.out === undefined || report.error !== null) return report;
  const { writeTypes } = await import('../../types-file/index.js');
  try {
    await writeTypes(config);
    return report;
  } catch (error) {
    if (!(error instanceof LocaleSyncError)) throw error;
    // A source that cannot be read is already among the problems.
    if (error.code === 'invalid-source') return report;
    return { ...report, ok: false, error: explain(error, WORDS) };
  }
}
