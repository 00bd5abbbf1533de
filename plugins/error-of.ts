import type { ReportError } from '../src/index.js';

/** What was thrown, as a report says it; a mistake of ours with its stack. */
export function errorOf(thrown: unknown): ReportError {
  if (thrown instanceof Error && 'code' in thrown && 'hint' in thrown) {
    const { message, code, hint } = thrown;
    return inOptions({
      code: String(code),
      message,
      ...(typeof hint === 'string' ? { hint } : {}),
    });
  }
  const detail = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return { code: 'internal', message: `Something went wrong inside locale-sync: ${detail}` };
}

/** What the command line calls flags are options here; what has no option is left out. */
const OPTION_NAMES: readonly (readonly [flag: string, option: string])[] = [
  [' or --max-characters', ''],
  ['--config', '`config`'],
  ['--files', '`include`'],
  ['--locale', '`locales`'],
];

/** An error in the words of the plugins. */
export function inOptions({ message, hint, ...error }: ReportError): ReportError {
  return {
    ...error,
    message: withOptions(message),
    ...(hint === undefined ? {} : { hint: withOptions(hint) }),
  };
}

function withOptions(text: string): string {
  return OPTION_NAMES.reduce((told, [flag, option]) => told.replace(flag, option), text);
}
