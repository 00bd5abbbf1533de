import type { Problem, ReportError } from '../model/index.js';
import { formatNumber } from './amounts.js';

/**
 * Problems for display: a failure shared by many texts is listed once, or not at all if it ended
 * the run, which reports it.
 */
export function foldFailures(
  problems: readonly Problem[],
  error: ReportError | null,
): readonly Problem[] {
  if (!problems.some(isFailure)) return problems;
  const groups = new Map<string, Problem[]>();
  for (const [i, problem] of besideError(problems, error).entries()) {
    const id = isFailure(problem) ? `${problem.locale ?? ''} ${reasonOf(problem)}` : String(i);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [problem]);
    else group.push(problem);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return group.length === 1 ? group : [fold(first, group.length - 1)];
  });
}

/** Problems without those that only repeat the error that ended the run. */
export function besideError(
  problems: readonly Problem[],
  error: ReportError | null,
): readonly Problem[] {
  if (error === null) return problems;
  const reason = withoutId(error.message);
  return problems.filter((problem) => !isFailure(problem) || reasonOf(problem) !== reason);
}

function fold(first: Problem, more: number): Problem {
  return { ...first, key: `${first.key ?? ''} and ${formatNumber(more)} more` };
}

const isFailure = ({ code }: Problem): boolean =>
  code === 'service-failed' || code === 'service-rejected';
const reasonOf = ({ message }: Problem): string => withoutId(message);

/** Removes the request id, which differs for equal failures. */
function withoutId(message: string): string {
  return message.replace(/ \(request [^)]*\)/g, '');
}
