import { stdoutReporter } from '../flags.js';
import type { CommonFlags, ReporterFlag } from '../flags.js';
import type { Io } from '../io.js';

/** A form of the result, and where it goes. */
export interface Output extends ReporterFlag {
  /** Whether the CI system that the command runs in wants it, and nobody asked for it. */
  readonly isOwn: boolean;
}

/** What GitLab takes as the artifact `codequality`, below the root. Git ignores its folder. */
export const CODE_QUALITY = '.locale-sync/code-quality.json';

/**
 * The forms that flags ask for, and those that fit the CI system. In GitHub Actions: annotations,
 * unless stdout holds another form, and the summary of the step. In GitLab CI: code quality.
 */
export function chosenReporters(flags: CommonFlags, env: Io['env']): readonly Output[] {
  const asked = flags.reporter ?? [];
  const isAsked = ({ name, file }: ReporterFlag): boolean =>
    asked.some((one) => one.name === name && (one.file === file || name === 'gitlab'));
  const own = ownReporters(flags, env).filter((one) => !isAsked(one));
  return [
    ...asked.map((one) => ({ ...one, isOwn: false })),
    ...own.map((one) => ({ ...one, isOwn: true })),
  ];
}

function ownReporters(flags: CommonFlags, env: Io['env']): readonly ReporterFlag[] {
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY: summary = '', GITLAB_CI } = env;
  const holdsText = flags.json !== true && (stdoutReporter(flags) ?? 'text') === 'text';
  return [
    ...(GITHUB_ACTIONS === 'true' && holdsText ? [form('github')] : []),
    ...(GITHUB_ACTIONS === 'true' && summary !== '' ? [form('markdown', summary)] : []),
    ...(GITLAB_CI === 'true' ? [form('gitlab', CODE_QUALITY)] : []),
  ];
}

function form(name: ReporterFlag['name'], file?: string): ReporterFlag {
  return { name, file };
}
