import { RULES } from '../../model/index.js';
import type { Problem, Report } from '../../model/index.js';
import type { AcceptFlags, NamedUnit } from '../flags.js';
import type { Io } from '../io.js';
import { runCommand } from '../run.js';
import { SHAPES } from '../shapes.js';

/** `accept`. Returns the exit code. */
export function runAccept(
  io: Io,
  flags: AcceptFlags,
  named: readonly NamedUnit[],
): Promise<number> {
  return runCommand(io, flags, {
    shape: SHAPES.accept,
    body: async ({ engine, config }) => {
      const { locale, files, rule } = flags;
      // A finding in a source text is a suggestion of `improve`.
      const { source, targets } = config;
      const isOwn = (unit: NamedUnit): boolean =>
        unit.locale === source && !targets.includes(source);
      const keys = named.filter(isOwn).map(({ key }) => key);
      const units = named.filter((unit) => !isOwn(unit));
      let own = 0;
      if (keys.length > 0) {
        const { dismissed } = await engine.improve({
          keys,
          action: 'dismiss',
          ...(files === undefined ? {} : { files }),
        });
        own = dismissed;
        if (units.length === 0) {
          const report = await engine.check();
          return { ...(flags.json === true ? report : withoutOpen(report)), accepted: dismissed };
        }
      }
      const report = await engine.accept({
        ...(locale === undefined ? {} : { locales: locale }),
        ...(files === undefined ? {} : { files }),
        ...(units.length === 0 ? {} : { units }),
        ...(rule === undefined ? { reviews: true } : { rules: rule }),
      });
      const all = own === 0 ? report : { ...report, accepted: (report.accepted ?? 0) + own };
      return flags.json === true ? all : withoutOpen(all);
    },
  });
}

const OPEN: ReadonlySet<Problem['code']> = new Set([
  ...Object.values(RULES),
  'missing',
  'stale',
  'review',
]);

/** Other open units are reported by `check`. */
function withoutOpen(report: Report): Report {
  const problems = report.problems.filter(({ code }) => !OPEN.has(code));
  return { ...report, problems };
}
