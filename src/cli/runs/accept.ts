import { RULES } from '../../model/index.js';
import type { Problem, Report } from '../../model/index.js';
import type { AcceptFlags, NamedUnit } from '../flags.js';
import type { Io } from '../io.js';
import { runCommand } from '../run.js';
import { SHAPES } from '../shapes.js';

/** `accept`. Gives the exit code. */
export function runAccept(
  io: Io,
  flags: AcceptFlags,
  units: readonly NamedUnit[],
): Promise<number> {
  return runCommand(io, flags, {
    shape: SHAPES.accept,
    body: async ({ engine }) => {
      const { locale, files, rule } = flags;
      const report = await engine.accept({
        ...(locale === undefined ? {} : { locales: locale }),
        ...(files === undefined ? {} : { files }),
        ...(units.length === 0 ? {} : { units }),
        ...(rule === undefined ? { reviews: true } : { rules: rule }),
      });
      return flags.json === true ? report : withoutOpen(report);
    },
  });
}

const OPEN: ReadonlySet<Problem['code']> = new Set([
  ...Object.values(RULES),
  'missing',
  'stale',
  'review',
]);

/** What else is open is what `check` shows. */
function withoutOpen(report: Report): Report {
  const problems = report.problems.filter(({ code }) => !OPEN.has(code));
  return { ...report, problems };
}
