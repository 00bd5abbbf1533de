import type { Problem, Report, ReportError } from '../model/index.js';
import { githubCommand } from '../sinks/github.js';
import { formatNumber } from './amounts.js';
import { foldFailures } from './fold.js';
import { pick } from './pick.js';

/** Errors, and warnings, that are annotated. GitHub shows 10 of each for a step. */
const SHOWN = 50;

/** What an annotation says: a problem, or an error of the call, the config or the service. */
export type Annotation = Omit<Problem, 'code'> & { readonly code: string };

/**
 * What of a report is worth showing in a pull request: each problem once, and what ended the run.
 */
export function annotationsOf({ problems, error }: Report): readonly Annotation[] {
  const open = problems.filter(({ settled }) => settled !== true);
  const folded = foldFailures(open, error);
  // Files that cannot be read are problems already, with their places.
  return error === null || error.code === 'invalid-file'
    ? folded
    : [...folded, asAnnotation(error)];
}

/** An error that has no place in a file. */
export function asAnnotation({ code, message, hint }: ReportError): Annotation {
  return { code, severity: 'error', message: hint === undefined ? message : `${message}\n${hint}` };
}

/**
 * GitHub Actions commands that show problems beside the changed lines of a pull request: 50 errors
 * and 50 warnings at most, some of each code, and what is left out as a number.
 * @param folder folder of the files in the repository, with `/`; '' is its root
 */
export function githubAnnotations(problems: readonly Annotation[], folder = ''): string {
  const picked = (['error', 'warning'] as const).map((severity) => {
    return pick(
      problems.filter((problem) => problem.severity === severity),
      SHOWN,
    );
  });
  const left = problems.length - picked.reduce((sum, { shown }) => sum + shown.length, 0);
  const lines = picked
    .flatMap(({ shown }) => shown)
    .map(({ severity, file, line, column, locale, key, message, code }) => {
      const path = file === undefined || folder === '' ? file : `${folder}/${file}`;
      const title = [code, locale, key].filter((part) => part !== undefined).join(' ');
      const properties = { file: path, line, col: column, title };
      return githubCommand({ name: severity, properties, message });
    });
  if (left > 0) lines.push(moreCommand(left));
  return lines.join('');
}

function moreCommand(left: number): string {
  const message = `… and ${formatNumber(left)} more; --verbose or --json lists all.`;
  return githubCommand({ name: 'warning', properties: { title: 'locale-sync' }, message });
}
