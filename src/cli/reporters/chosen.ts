import { stdoutReporter } from '../flags.js';
import type { CommonFlags, ReporterFlag } from '../flags.js';
import type { Io } from '../io.js';

/** A report format and its destination. */
export interface Output extends ReporterFlag {
  /** Whether the CI system gets it by default, without a flag. */
  readonly isOwn: boolean;
}

/** The artifact `codequality` for GitLab, below the root. Git ignores its folder. */
export const CODE_QUALITY = '.locale-sync/code-quality.json';

/**
 * The reports requested by flags, plus those for the CI system. In GitHub Actions: annotations,
 * unless another report goes to stdout, and the step summary. In GitLab CI: code quality.
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
