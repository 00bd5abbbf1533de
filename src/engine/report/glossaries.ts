import type { GlossaryChanges, Report } from '../../model/index.js';

/** With what changes in glossaries of the service; nothing where there is no change. */
export function withGlossaries(report: Report, glossaries: readonly GlossaryChanges[]): Report {
  return glossaries.length === 0 ? report : { ...report, glossaries };
}
