import type { Problem, Report, ReportError } from '../model/index.js';
import { githubCommand } from '../sinks/github.js';
import { foldFailures } from './fold.js';

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
 * GitHub Actions commands that show problems beside the changed lines of a pull request.
 * @param folder folder of the files in the repository, with `/`; '' is its root
 */
export function githubAnnotations(problems: readonly Annotation[], folder = ''): string {
  return problems
    .map(({ severity, file, line, column, locale, key, message, code }) => {
      const path = file === undefined || folder === '' ? file : `${folder}/${file}`;
      const title = [code, locale, key].filter((part) => part !== undefined).join(' ');
      const properties = { file: path, line, col: column, title };
      return githubCommand({ name: severity, properties, message });
    })
    .join('');
}
