import { jsonText } from '../sinks/json.js';
import type { Finished, FormOptions } from './forms.js';
import { fingerprints } from './fingerprint.js';
import { pick } from './pick.js';
import { inFolder, sentence } from './place.js';

/** The most findings in a report. GitLab refuses artifacts of many megabytes. */
const MOST = 10_000;

/**
 * GitLab's code quality report, with an object per finding. GitLab shows those in a merge request
 * that its target branch does not have.
 */
export function codeQualityText(
  { findings }: Finished,
  { folder = '', config }: FormOptions,
): string {
  const { shown } = pick(findings, MOST);
  const names = fingerprints(shown);
  const issues = shown.map((finding, at) => ({
    type: 'issue',
    check_name: finding.code,
    description: sentence(finding),
    fingerprint: names[at],
    severity: finding.severity === 'error' ? 'major' : 'minor',
    location: {
      path: inFolder(folder, finding.file ?? config),
      lines: { begin: finding.line ?? 1 },
    },
  }));
  return `${jsonText(issues, 2)}\n`;
}
