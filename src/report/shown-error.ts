import type { Problem, ReportError } from '../model/index.js';

/** An error without the problem that it repeats, for readers who see the problems above it. */
export function errorBeside(error: ReportError, problems: readonly Problem[]): ReportError {
  const { code, message } = error;
  const said = problems.find((one) => one.code === code && message.endsWith(one.message));
  if (said === undefined) return error;
  const { file = '', line, column = 1 } = said;
  const place = line === undefined ? '' : `${file}:${line}:${column}: `;
  const rest = message.slice(0, -said.message.length);
  const without = rest.endsWith(place) ? rest.slice(0, rest.length - place.length) : rest;
  return { ...error, message: without.trimEnd() };
}
