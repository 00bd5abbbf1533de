import type { ReportError } from '../../model/index.js';
import type { Loaded } from '../load/index.js';
import { EngineError } from '../errors.js';

/** The error that makes a run with unreadable files exit with code 2, whatever else it did. */
export function brokenError(
  { broken, foreign, problems }: Loaded,
  { done }: { readonly done: boolean },
): ReportError | undefined {
  const [first] = broken;
  if (first === undefined) return undefined;
  const more = broken.length === 1 ? '' : ` and ${broken.length - 1} more`;
  const said = problems.find((one) => one.code === 'invalid-file' && one.severity === 'error');
  const { file = '', line, column = 1, message = '' } = said ?? {};
  const place = line === undefined ? message : `${file}:${line}:${column}: ${message}`;
  const fix = foreign.length === broken.length ? [] : ['Fix the file; the next run includes it.'];
  const leaveOut =
    foreign[0] === undefined
      ? []
      : [
          `Narrow the pattern of the catalog, or exclude what it should not match: exclude: ['${foreign[0]}'].`,
        ];
  return {
    code: 'invalid-file',
    message: `${first}${more} could not be used and ${broken.length === 1 ? 'was' : 'were'} skipped. ${place}`,
    hint: `${[...fix, ...leaveOut].join(' ')}${done ? ' The other files were processed.' : ''}`,
  };
}

export function interruptedError(): EngineError {
  return new EngineError(
    'interrupted',
    'Interrupted. Translations received so far were saved and written.',
    'The next run continues where this one stopped and only pays for the rest.',
  );
}
