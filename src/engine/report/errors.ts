import type { Problem, ReportError } from '../../model/index.js';
import { EngineError } from '../errors.js';

export interface BrokenFiles {
  /** Files left out because they are not valid in their format. */
  readonly broken: readonly string[];
  /** Those of them whose format is unknown. */
  readonly foreign: readonly string[];
  readonly problems: readonly Problem[];
}

/** The error that makes a run with unreadable files exit with code 2, whatever else it did. */
export function brokenError(
  { broken, foreign, problems }: BrokenFiles,
  { done }: { readonly done: boolean },
): ReportError | undefined {
  const [first] = broken;
  if (first === undefined) return undefined;
  const more = broken.length === 1 ? '' : ` and ${broken.length - 1} more`;
  return {
    code: 'invalid-file',
    message: `${first}${more} could not be used and ${broken.length === 1 ? 'was' : 'were'} skipped. ${place(problems)}`,
    hint: `${nextStep(broken, foreign)}${done ? ' The other files were processed.' : ''}`,
  };
}

function nextStep(broken: readonly string[], foreign: readonly string[]): string {
  const fix = foreign.length === broken.length ? [] : ['Fix the file; the next run includes it.'];
  const leaveOut =
    foreign.length === 0
      ? []
      : [
          `Narrow the pattern of the catalog, or exclude what it should not match: exclude: ['${foreign[0] ?? ''}'].`,
        ];
  return [...fix, ...leaveOut].join(' ');
}

function place(problems: readonly Problem[]): string {
  const first = problems.find(
    ({ code, severity }) => code === 'invalid-file' && severity === 'error',
  );
  if (first === undefined) return '';
  const { file, line, column, message } = first;
  return line === undefined ? message : `${file ?? ''}:${line}:${column ?? 1}: ${message}`;
}

export function interruptedError(): EngineError {
  return new EngineError(
    'interrupted',
    'Interrupted. Translations received so far were saved and written.',
    'The next run continues where this one stopped and only pays for the rest.',
  );
}
