import type { Report, ReportError } from '../model/index.js';

/** What `--json` prints if a command ended before it compared anything. */
export function emptyReport(error: ReportError): Report {
  return {
    ok: false,
    requests: 0,
    texts: 0,
    characters: 0,
    reused: { repository: 0, memory: 0, duplicates: 0 },
    files: { written: 0, unchanged: 0 },
    removed: 0,
    locales: {},
    settled: 0,
    problems: [],
    error,
  };
}
