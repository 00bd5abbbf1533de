import type { Problem, Report, ReportError } from '../model/index.js';
import { githubCommand } from '../sinks/github.js';
import { formatNumber } from './amounts.js';
import { foldFailures } from './fold.js';
import { inFolder } from './place.js';
import { pick } from './pick.js';

/** The most annotations of a step. GitHub shows at most 10 errors and 10 warnings. */
const SHOWN = 10;

/** The content of an annotation: a problem, or an error of the call, the config or the service. */
export type Annotation = Omit<Problem, 'code'> & { readonly code: string };

/** Problems of a report to show in a pull request: each once, plus the error that ended the run. */
export function annotationsOf({ problems, error }: Report): readonly Annotation[] {
  const open = problems.filter(({ settled }) => settled !== true);
  const folded = foldFailures(open, error);
  // Files that cannot be read are already problems, with their positions.
  return error === null || error.code === 'invalid-file'
    ? folded
    : [...folded, asAnnotation(error)];
}

/** An error without a position in a file. */
export function asAnnotation({ code, message, hint }: ReportError): Annotation {
  return { code, severity: 'error', message: hint === undefined ? message : `${message}\n${hint}` };
}

export interface AnnotationOptions {
  /** Folder of the files in the repository, with `/`. Default: '', its root. */
  readonly folder?: string;
  /** Whether a pull request changes this line of a file. Default: none. */
  readonly isChanged?: (file: string, line: number) => boolean;
}

/**
 * GitHub Actions commands that show findings beside the lines of a pull request: at most 10, with
 * the number of the rest. Findings on changed lines come first, errors before warnings, with some
 * of each code.
 */
export function githubAnnotations(
  findings: readonly Annotation[],
  { folder = '', isChanged = () => false }: AnnotationOptions = {},
): string {
  const shown = firstOf(findings, ({ file, line }) =>
    file === undefined || line === undefined ? false : isChanged(file, line),
  );
  const lines = shown.map(({ file, line, column, locale, key, message, code, severity }) => {
    const path = file === undefined ? undefined : inFolder(folder, file);
    const title = [code, locale, key].filter((part) => part !== undefined).join(' ');
    const properties = { file: path, line, col: column, title };
    return githubCommand({ name: severity, properties, message });
  });
  const left = findings.length - shown.length;
  if (left > 0) lines.push(moreCommand(left));
  return lines.join('');
}

function firstOf(
  findings: readonly Annotation[],
  isChanged: (finding: Annotation) => boolean,
): readonly Annotation[] {
  // The number of the rest is an annotation too.
  const room = findings.length > SHOWN ? SHOWN - 1 : SHOWN;
  const groups = [true, false].flatMap((changed) =>
    (['error', 'warning'] as const).map((severity) =>
      findings.filter((one) => one.severity === severity && isChanged(one) === changed),
    ),
  );
  const shown: Annotation[] = [];
  for (const group of groups) shown.push(...pick(group, room - shown.length).shown);
  return shown;
}

function moreCommand(left: number): string {
  const message = `… and ${formatNumber(left)} more; --verbose or --json lists all.`;
  return githubCommand({ name: 'warning', properties: { title: 'locale-sync' }, message });
}
